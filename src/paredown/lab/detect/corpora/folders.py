"""A folder of skills -> a corpus: each folder that holds a SKILL.md is one.

A folder `malicious` or `benign` above a skill is its label, and is no part of what a detector sees.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from paredown.errors import UnreadableFile, UnsafeArchive
from paredown.lab.detect.corpora.admit import Gathered, texts_below
from paredown.lab.detect.skill import Corpus, Facts, Label
from paredown.model import Files

MAIN = "SKILL.md"
DEEPEST = 8
"""Folders between the corpus and a skill."""


def fits(path: Path) -> bool:
    """Whether `path` is a folder."""
    return path.is_dir()


def load(path: Path, label: Label | None) -> Corpus:
    """Return the skills below `path`; `label` is theirs where no folder says it. Raises `UnreadableFile`."""
    gathered = Gathered(path.name)
    for folder in skill_folders(path):
        inner = folder.relative_to(path).parts
        said = next((Label(part) for part in inner if part in set(Label)), label)
        if said is None:
            raise UnreadableFile(folder, "has no label: no folder above it says, so name the corpus as LABEL=PATH")
        owner = next((part for part in inner[:-1] if part not in set(Label)), path.name)
        add_folder(gathered, "/".join(inner) or path.name, folder, Facts(label=said, source=owner))
    return gathered.corpus()


def add_folder(gathered: Gathered, id: str, folder: Path, facts: Facts) -> None:  # noqa: A002
    """Admit the skill that lies in `folder`, with the executable bits that its files have."""
    try:
        texts = texts_below(gathered, id, Files(root=folder))
    except UnsafeArchive as error:
        gathered.refuse(id, "", error.reason)
        return
    runs = frozenset(text.path for text in texts if executable(folder / text.path))
    gathered.add(
        id,
        texts,
        Facts(label=facts.label, source=facts.source, licence=facts.licence, tags=facts.tags, executable=runs),
    )


def executable(path: Path) -> bool:
    """Whether the owner may run `path`."""
    try:
        return bool(path.stat().st_mode & stat.S_IXUSR)
    except OSError:
        return False


def skill_folders(root: Path) -> Iterator[Path]:
    """Yield the folders with a SKILL.md, in order, following no link; a skill's own folders are its files."""
    stack = [(root, 0)]
    while stack:
        folder, depth = stack.pop()
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name, reverse=True)
        except OSError as error:
            raise UnreadableFile(folder, error.strerror or "cannot be listed") from error
        if any(entry.name == MAIN and entry.is_file(follow_symlinks=False) for entry in entries):
            yield folder
        elif depth < DEEPEST:
            stack.extend((Path(entry.path), depth + 1) for entry in entries if entry.is_dir(follow_symlinks=False))
