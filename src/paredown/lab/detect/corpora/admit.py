"""Files of a skill as a corpus holds them -> the same without escapes and without leaked labels."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import PurePosixPath
from typing import Any

from paredown.errors import UnreadableFile
from paredown.lab.detect.skill import Corpus, Facts, Skill, Text
from paredown.model import Files, Unread
from paredown.names import plain
from paredown.tree import open_tree
from paredown.tree.bounds import safe_name

LEAKS = re.compile(r"^(?:source_meta.*|_meta\.json|_expected\.json|cases\.json)$", re.IGNORECASE)
"""Files in which corpora say what a skill is: a detector that reads one has read the label."""
LONGEST = 200
"""Characters of a path."""


class Gathered:
    """A corpus as it grows: skills admitted so far, and what was refused."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._skills: list[Skill] = []
        self._facts: dict[str, Facts] = {}
        self._refused: list[Unread] = []

    def add(self, id: str, texts: Iterable[Text], facts: Facts) -> None:  # noqa: A002 - the corpus's own word
        """Admit a skill; a second one of the same id is refused."""
        if id in self._facts:
            self.refuse(id, "", "a second skill with this id")
            return
        self._skills.append(Skill.of(id, self._admitted(id, texts)))
        self._facts[id] = facts

    def refuse(self, id: str, path: str, why: str) -> None:  # noqa: A002
        """Remember what was not read."""
        self._refused.append(Unread(artifact=plain(id), path=plain(path), why=why))

    def corpus(self) -> Corpus:
        """Return what was gathered, in the order of ids: the order of a directory tells nothing."""
        return Corpus(
            name=self.name,
            skills=tuple(sorted(self._skills, key=lambda skill: skill.id)),
            facts=self._facts,
            refused=tuple(self._refused),
        )

    def _admitted(self, id: str, texts: Iterable[Text]) -> list[Text]:  # noqa: A002
        taken: set[str] = set()
        admitted = []
        for path, text in texts:
            if not safe_name(path) or len(path) > LONGEST:
                self.refuse(id, path, "leaves the folder of its skill, or is no name of a file")
            elif LEAKS.match(PurePosixPath(path).name):
                self.refuse(id, path, "says what the skill is; no detector sees it")
            elif str(PurePosixPath(path)) in taken or _clashes(PurePosixPath(path), taken):
                self.refuse(id, path, "stands twice, or for a file and for a folder")
            else:
                taken.add(str(PurePosixPath(path)))
                admitted.append(Text(str(PurePosixPath(path)), text))
        return admitted


def _clashes(path: PurePosixPath, taken: Collection[str]) -> bool:
    above = {str(parent) for parent in path.parents} & set(taken)
    return bool(above) or any(other.startswith(f"{path}/") for other in taken)


def texts_below(gathered: Gathered, id: str, files: Files) -> list[Text]:  # noqa: A002
    """Return the files below a folder through `tree`, which follows no link out of it and bounds every file."""
    found = []
    with open_tree(files) as tree:
        for name in tree.names():
            try:
                found.append(Text(name, tree.read(name).decode("utf-8", "surrogateescape")))
            except UnreadableFile as error:
                gathered.refuse(id, name, error.reason)
        for refused in tree.refused:
            gathered.refuse(id, refused.path, refused.why)
    return found


def tags_of(record: Mapping[str, Any], own: Collection[str]) -> dict[str, str]:
    """Return the plain fields of `record` beside `own`, as text."""
    return {
        str(name): str(value)
        for name, value in record.items()
        if name not in own and isinstance(value, str | int | float | bool)
    }
