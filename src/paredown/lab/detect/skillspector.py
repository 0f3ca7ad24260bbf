"""A report of SkillSpector over many skills -> a verdict for each, by the number of its folder."""

from __future__ import annotations

import json
from pathlib import Path

from paredown.lab.detect.verdict import Verdict, silent, spoken

REFUSED = "DO_NOT_INSTALL"
"""Its recommendation from a score of its own threshold upwards; below it says CAUTION or SAFE."""


def read(report: Path) -> dict[int, Verdict]:
    """Return the verdicts of `report`; a skill whose scan did not succeed has none."""
    verdicts: dict[int, Verdict] = {}
    try:
        for row in json.loads(report.read_bytes())["skills"]:
            number = int(row["path"])
            if not row["execution_successful"]:
                verdicts[number] = silent("its scan of this skill did not succeed")
                continue
            rules = [str(issue["id"]) for issue in row["issues"]]
            verdicts[number] = spoken(rules, flagged=row["risk_assessment"]["recommendation"] == REFUSED)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {}
    return verdicts
