"""What a build left in a project -> the folders where binary targets and symbol graphs of its packages lie."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from paredown.resolve.swiftpm.closure import Key

ARTIFACTS = (".build/artifacts", ".build/artifacts/extracted", "SourcePackages/artifacts")
SYMBOL_GRAPHS = (".build/symbolgraph", ".build/*/symbolgraph")
HEAD = ".git/HEAD"


class Graphs(NamedTuple):
    """Folders of symbol graphs, each with the time that it was last written to."""

    folders: tuple[tuple[float, Path], ...]

    def since(self, checkout: Path) -> tuple[Path, ...]:
        """Return the folders written after `checkout` came to its revision: an older graph is of another one."""
        try:
            moved = os.stat(checkout / HEAD).st_mtime
        except OSError:
            return ()
        return tuple(folder for written, folder in self.folders if written >= moved)


def graphs_of(project: Path, parts: Sequence[str]) -> Graphs:
    """Return the folders of symbol graphs that lie in the build folders of a project's parts."""
    found: list[tuple[float, Path]] = []
    for folder in _below(project, parts, SYMBOL_GRAPHS):
        try:
            found.append((folder.stat().st_mtime, folder))
        except OSError:
            continue
    return Graphs(tuple(found))


def binaries_of(project: Path, parts: Sequence[str], key: Key, given: Path | None) -> tuple[Path, ...]:
    """Return the folders that the binaries of a target were unpacked to."""
    steps = f"{key.package}/{key.target}"
    if ".." in steps.split("/") or "\0" in steps or any(mark in steps for mark in "*?["):
        return ()
    found = list(_below(project, parts, [f"{base}/{steps}" for base in ARTIFACTS]))
    if given is not None:
        found.append(given.parent / "artifacts" / steps)
    return tuple(folder for folder in found if folder.is_dir())


def _below(project: Path, parts: Iterable[str], patterns: Sequence[str]) -> Iterable[Path]:
    top = os.path.realpath(project)
    for part in dict.fromkeys(("", *parts)):
        for pattern in patterns:
            for folder in sorted((project / part).glob(pattern)):
                if folder.is_dir() and os.path.realpath(folder).startswith(top.rstrip(os.sep) + os.sep):
                    yield folder
