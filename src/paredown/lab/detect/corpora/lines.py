"""JSON lines, plain or gzipped, one skill a line -> a corpus: `{id, label, source, licence, files: [{path, text}]}`."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from paredown.errors import UnreadableFile
from paredown.lab.detect.corpora.admit import Gathered, tags_of
from paredown.lab.detect.skill import Corpus, Facts, Label, Text

MOST_BYTES = 512 * 1024 * 1024
"""Bytes of an unpacked file of lines; a longer one is refused."""
OWN = frozenset({"id", "label", "source", "licence", "license", "files"})


def fits(path: Path) -> bool:
    """Whether `path` is a file of JSON lines."""
    return path.is_file() and path.name.endswith((".jsonl", ".jsonl.gz"))


def load(path: Path, label: Label | None) -> Corpus:
    """Return the corpus of `path`; `label` stands for records that have none. Raises `UnreadableFile`."""
    gathered = Gathered(path.name.partition(".")[0])
    for number, record in enumerate(records(path), 1):
        try:
            files = [Text(str(file["path"]), str(file["text"])) for file in record["files"]]
            facts = Facts(
                label=Label(record["label"]) if "label" in record else _given(label),
                source=str(record.get("source") or gathered.name),
                licence=str(record.get("licence") or record.get("license") or ""),
                tags=tags_of(record, OWN),
            )
            gathered.add(str(record["id"]), files, facts)
        except (KeyError, TypeError, ValueError) as error:
            raise UnreadableFile(path, f"line {number} is no skill with an id, a label and files") from error
    return gathered.corpus()


def records(path: Path) -> Iterator[Mapping[str, Any]]:
    """Yield every record; raises `UnreadableFile` for what is not JSON, or too much of it."""
    try:
        with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as file:
            left = MOST_BYTES
            while line := file.readline(left + 1):
                left -= len(line)
                if left < 0:
                    raise UnreadableFile(path, f"unpacks to more than {MOST_BYTES:,} bytes")
                if line.strip():
                    yield json.loads(line)
    except (OSError, EOFError, ValueError, RecursionError) as error:
        raise UnreadableFile(path, "is not a file of JSON lines") from error


def _given(label: Label | None) -> Label:
    if label is None:
        raise ValueError("no label")
    return label
