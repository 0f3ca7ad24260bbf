"""What others measured on the same questions, to print beside what is measured here."""

from __future__ import annotations

from typing import NamedTuple

from paredown.lab.detect.verdict import Tally


class Published(NamedTuple):
    """A figure of somebody else: whose, of which detector, its outcomes; `ours` is the detector here nearest to it."""

    source: str
    detector: str
    ours: str
    tally: Tally


def _row(source: str, detector: str, ours: str, *counts: int) -> Published:
    caught, missed, alarm, alone = counts
    tally = Tally(caught=caught, missed=missed, false_alarm=alarm, left_alone=alone, no_verdict=0)
    return Published(source, detector, ours, tally)


FINDINGS = "findings, 91 malicious and 50 benign"
AGENTTRAP = "AgentTrap's own table (arXiv 2605.13940, and its repository at 188a0dfb), 91 malicious and 50 benign"
PUBLISHED = (
    _row(FINDINGS, "linter, unconfigured", "ruff-defaults", 64, 27, 46, 4),
    _row(FINDINGS, "linter, naming rules", "ruff-naming", 16, 75, 4, 46),
    _row(FINDINGS, "linter, security rules", "ruff-security", 28, 63, 8, 42),
    _row(FINDINGS, "dedicated security scanner", "cisco", 29, 62, 8, 42),
    _row(AGENTTRAP, "Cisco, static", "cisco", 26, 65, 5, 45),
    _row(AGENTTRAP, "MalBench, static", "", 31, 60, 7, 43),
    _row(AGENTTRAP, "SkillScan with a model", "", 50, 41, 4, 46),
    _row(AGENTTRAP, "MalBench with a model", "", 44, 47, 3, 47),
    _row(AGENTTRAP, "VirusTotal", "", 0, 91, 0, 50),
    _row(AGENTTRAP, "AgentTrap's static model as a judge", "", 80, 11, 2, 48),
)
"""The findings do not name the scanner nor the linter: that they are Cisco's and ruff's is an inference."""
