"""An artifact or a name -> the file and the line where a person can act on it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from paredown.errors import UnreadableFile
from paredown.model import Artifact, Ecosystem
from paredown.tree import Tree
from paredown.tree.bounds import readable

MAX_LOCK = 64 * 1024 * 1024
"""Bytes of a lock file that are searched."""
NEAR = 3
"""Lines within which a lock file writes a version after the name."""


class Place(NamedTuple):
    """A line, counted from 1, of a file: a relative POSIX path."""

    path: str
    line: int


class Locks:
    """The lock files of a project, searched for the line that pins an artifact."""

    def __init__(self, project: Path, files: Mapping[Ecosystem, str]) -> None:
        """Search, for each ecosystem, the file that it was read from, relative to `project`."""
        self._project = project
        self._files = files
        self._lines: dict[str, list[str]] = {}

    def place(self, artifact: Artifact) -> Place:
        """Return where `artifact` is pinned; the first line of the file, when no line names it with its version."""
        path = self._files[artifact.ecosystem]
        lines = self._lines_of(path)
        name = artifact.name.rpartition(":")[2]
        named = re.compile(rf"(?<![\w.-]){re.escape(name)}(?![\w.-])", re.IGNORECASE)
        # Not the version that a range begins with: `^1.2.3` is what was asked for, and stays when the pin moves.
        pinned = re.compile(
            rf"(?<![\w.^~<>=!-]){re.escape(artifact.version)}(?![\w.-])|=={re.escape(artifact.version)}"
        )
        for number, line in enumerate(lines):
            told = named.search(line) and not line.lstrip().startswith("#")
            if told and any(pinned.search(near) for near in lines[number : number + NEAR]):
                return Place(path, number + 1)
        return Place(path, 1)

    def _lines_of(self, path: str) -> list[str]:
        if path not in self._lines:
            self._lines[path] = []
            with suppress(OSError), (self._project / path).open("rb") as file:
                self._lines[path] = file.read(MAX_LOCK).decode("utf-8", "replace").splitlines()
        return self._lines[path]


def places(tree: Tree, names: Collection[str]) -> dict[str, Place]:
    """Return where each of `names` first stands in the source files of `tree`; one that does not is left out."""
    missing = {name: re.compile(rf"(?<![\w$]){re.escape(name)}(?![\w$])") for name in names if name}
    found: dict[str, Place] = {}
    for path in tree.names():
        if not missing:
            break
        if readable(path):
            with suppress(UnreadableFile):
                text = tree.read(path).decode("utf-8", "replace")
                for name in [name for name in missing if name in text]:
                    if match := missing[name].search(text):
                        found[name] = Place(path, text.count("\n", 0, match.start()) + 1)
                        del missing[name]
    return found
