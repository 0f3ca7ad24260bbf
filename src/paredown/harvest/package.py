"""What a harvester sees of one artifact: its files, and the packages that it may import."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from paredown.model import Artifact, Entry, Unread
from paredown.tree import Tree


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """One artifact with its files open.

    `near(name)` is the package that an import of `name` means *from here*, or None when the graph has none: npm
    gives the dependency as this package would find it, Python the distribution that holds the top-level module.
    Following a re-export into another artifact goes through it, so the version is the one really used.
    """

    artifact: Artifact
    tree: Tree
    near: Callable[[str], Package | None]

    def unread(self, path: str, why: str) -> Unread:
        """Return `why` this package's file at `path` could not be read, as a value."""
        return Unread(artifact=self.artifact.purl, path=path, why=why)


Harvest = Callable[[Package], Iterator[Entry | Unread]]
"""A language's harvester: one package -> its public declarations, and what of it could not be read."""
