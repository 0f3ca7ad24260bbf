"""Published injection texts -> payloads by family: they supply what a payload means, its shapes are ours (`forms`)."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paredown.errors import UnreadableFile
from paredown.lab.detect.skill import digest_of
from paredown.model import Prose

LONGEST = 600
"""Characters of one payload; a page of role play is cut to its beginning."""
BIPIA = {
    "text": ("task-irrelevant", "task-relevant", "targeted"),
    "code": ("passive", "active"),
}
"""The categories that BIPIA's authors give its attacks, five kinds each, in the order of its files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Payload:
    """One injection text; `family` is what is held out whole when a catch rate is measured."""

    family: str
    text: Prose


def payloads(folder: Path) -> tuple[Payload, ...]:
    """Return the payloads of the known files in `folder`, without repetition; raises `UnreadableFile`."""
    found: dict[str, Payload] = {}
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        try:
            for family, text in _read(path):
                line = " ".join(text.split())[:LONGEST]
                if line:
                    found.setdefault(line, Payload(family=family, text=Prose(line)))
        except (OSError, ValueError, KeyError, TypeError, csv.Error, RecursionError) as error:
            raise UnreadableFile(path, "is no list of payloads of the shape that its name says") from error
    if not found:
        raise UnreadableFile(folder, "holds no list of payloads that is known (BIPIA, Giskard, Skill-Inject)")
    return tuple(found.values())


def said(payload: Payload) -> str:
    """Return the text of a payload, which is one line."""
    return payload.text.untrusted()


def digest(all_of: tuple[Payload, ...]) -> str:
    """Return `sha256:…` over the payloads."""
    return digest_of(part for one in all_of for part in (one.family, said(one)))


def _read(path: Path) -> Iterator[tuple[str, str]]:
    name = path.name
    if name.startswith("bipia-") and name.endswith(".json"):
        yield from _bipia(json.loads(path.read_bytes()), "code" if "code" in name else "text")
    elif name.startswith("giskard") and name.endswith(".csv"):
        for row in csv.DictReader(io.StringIO(path.read_text("utf-8"))):
            yield f"giskard {row['group'].lower()}", row["prompt"]
    elif name.startswith("skill-inject-") and name.endswith(".json"):
        family = f"skill-inject {name.removeprefix('skill-inject-').partition('_')[0]}"
        for record in json.loads(path.read_bytes()):
            yield from ((family, str(text)) for text in record["instructions"].values())


def _bipia(kinds: Any, part: str) -> Iterator[tuple[str, str]]:
    categories = BIPIA[part]
    for number, texts in enumerate(kinds.values()):
        category = categories[min(number // 5, len(categories) - 1)]
        yield from ((f"bipia {part}, {category}", str(text)) for text in texts)
