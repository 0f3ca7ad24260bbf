"""A CSV file that names skills -> a corpus: columns `path` and `label`, and any other column as a tag.

A path is a folder, or a single file, below the folder of the CSV file.
"""

from __future__ import annotations

import csv
from pathlib import Path

from paredown.errors import UnreadableFile
from paredown.lab.detect.corpora.admit import Gathered, tags_of
from paredown.lab.detect.corpora.folders import add_folder
from paredown.lab.detect.skill import Corpus, Facts, Label, Text
from paredown.tree import MAX_FILE
from paredown.tree.bounds import safe_name

LABELS = {"malicious": Label.MALICIOUS, "1": Label.MALICIOUS, "benign": Label.BENIGN, "0": Label.BENIGN}
OWN = frozenset({"path", "label", "source", "licence"})


def fits(path: Path) -> bool:
    """Whether `path` is a CSV file."""
    return path.is_file() and path.suffix == ".csv"


def load(path: Path, label: Label | None) -> Corpus:
    """Return the corpus that `path` lists; raises `UnreadableFile`."""
    root = path.resolve().parent
    gathered = Gathered(path.stem)
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = [
                {str(key).strip().lower(): value or "" for key, value in row.items()} for row in csv.DictReader(file)
            ]
    except (OSError, ValueError, csv.Error) as error:
        raise UnreadableFile(path, "is not a table of comma-separated values") from error
    for number, row in enumerate(rows, 2):
        name = row.get("path", "").strip().rstrip("/")
        said = LABELS.get(row.get("label", "").strip().lower(), label)
        if not name or said is None:
            raise UnreadableFile(path, f"line {number} has no path, or no label that is known")
        target = (root / name).resolve()
        if not safe_name(name) or not target.is_relative_to(root) or target == root:
            gathered.refuse(name, "", "leaves the folder of its index")
            continue
        facts = Facts(
            label=said,
            source=row.get("source") or path.stem,
            licence=row.get("licence", ""),
            tags=tags_of(row, OWN),
        )
        if target.is_dir():
            add_folder(gathered, name, target, facts)
        else:
            _add_file(gathered, name, target, facts)
    return gathered.corpus()


def _add_file(gathered: Gathered, name: str, target: Path, facts: Facts) -> None:
    try:
        if target.stat().st_size > MAX_FILE:
            gathered.refuse(name, "", f"more than {MAX_FILE:,} bytes")
            return
        text = target.read_bytes().decode("utf-8", "surrogateescape")
    except OSError as error:
        gathered.refuse(name, "", error.strerror or "cannot be read")
        return
    gathered.add(name, [Text(target.name, text)], facts)
