"""The layout of the AgentTrap data set -> a corpus: `skills/{malicious,benign}/case_*` beside a `cases.json`.

The folder says the label; `cases.json` adds what its authors say of a case (dimension, modality, …), as tags.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from paredown.errors import UnreadableFile
from paredown.lab.detect.corpora.admit import Gathered, tags_of
from paredown.lab.detect.corpora.folders import add_folder
from paredown.lab.detect.skill import Corpus, Facts, Label

CASES = ("data/raw/cases.json", "cases/cases.json", "cases.json")
"""Where releases keep the list of cases."""
CASE = re.compile(r"^case_(\d+)")
PROSE = frozenset(
    {"id", "is_benign", "user_trigger", "brief_plan", "pass_condition", "fail_condition", "success_signal"}
)
"""Fields that are no tags: the label itself, and sentences."""


def fits(path: Path) -> bool:
    """Whether `path` has both a list of cases and folders of skills by label."""
    return (path / "skills").is_dir() and any((path / name).is_file() for name in CASES)


def load(path: Path, label: Label | None) -> Corpus:
    """Return the cases below `path`; raises `UnreadableFile`."""
    del label
    said = cases(next(path / name for name in CASES if (path / name).is_file()))
    gathered = Gathered(path.name)
    for one in Label:
        root = path / "skills" / one
        for folder in sorted(root.iterdir()) if root.is_dir() else ():
            number = CASE.match(folder.name)
            if folder.is_symlink() or not folder.is_dir() or not number:
                continue
            case = said.get(int(number[1]), {})
            if "is_benign" in case and bool(case["is_benign"]) != (one is Label.BENIGN):
                gathered.refuse(folder.name, "", "the list of cases says the other label")
                continue
            source = str(case.get("skill_source") or path.name)
            tags = tags_of(case, PROSE)
            add_folder(gathered, folder.name, folder, Facts(label=one, source=source, tags=tags))
    return gathered.corpus()


def cases(path: Path) -> Mapping[int, Mapping[str, Any]]:
    """Return the records of `cases.json` by number; raises `UnreadableFile`."""
    try:
        records = json.loads(path.read_bytes())
        return {int(re.sub(r"\D", "", str(record["id"]))): record for record in records}
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise UnreadableFile(path, "is no list of cases, each with a number as its id") from error
