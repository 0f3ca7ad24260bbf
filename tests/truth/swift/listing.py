"""A list of labelled declarations -> what each file must give, and how it compares with what is harvested."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from made import artifact

from paredown.harvest import swift
from paredown.harvest.package import Package
from paredown.model import Deprecation, Ecosystem, Entry, Files
from paredown.tree import open_tree

HEAD = re.compile(r"\[(\S+) (\S+) (.+)\]")
NAME = re.compile(r"(.+?)(?:\*([0-9]+))?")


class Labelled(NamedTuple):
    """A file of a published package, and how many declarations of each name are public in it."""

    package: str
    version: str
    path: str
    names: Counter[str]


class Compared(NamedTuple):
    """What was found of what is labelled, what was missed, and what was found beside it."""

    found: int
    missed: Counter[str]
    extra: Counter[str]

    @property
    def recall(self) -> float:
        """The part of what is labelled that was found."""
        return self.found / (self.found + self.missed.total())

    @property
    def precision(self) -> float:
        """The part of what was found that is labelled."""
        return self.found / (self.found + self.extra.total())


def labelled(text: str) -> Iterator[Labelled]:
    """Yield the files of a list."""
    current: Labelled | None = None
    for line in text.splitlines():
        head = HEAD.fullmatch(line)
        if head:
            if current:
                yield current
            current = Labelled(head[1], head[2], head[3], Counter())
        elif current and line and not line.startswith("#"):
            for word in line.split():
                name = NAME.fullmatch(word)
                assert name is not None
                current.names[name[1]] += int(name[2] or 1)
    if current:
        yield current


def harvested(root: Path, path: str) -> Counter[str]:
    """Return how many different declarations of each name the file at `path` gives."""
    return _of(Files(root=root, names=(path,)))


def harvested_folder(root: Path) -> Counter[str]:
    """Return how many different declarations of each name the files below `root` give, the unusable left out."""
    return _of(Files(root=root))


def _of(files: Files) -> Counter[str]:
    of = artifact("Kit", ecosystem=Ecosystem.SWIFT, files=files)
    package = Package(artifact=of, tree=open_tree(of.files), near=lambda _name: None)
    entries = {
        (".".join(item.symbol.parts[1:]), item.signature)
        for item in swift.harvest(package)
        if isinstance(item, Entry) and item.deprecation is not Deprecation.HIDDEN
    }
    return Counter(name for name, _ in entries)


def compared(told: Counter[str], found: Counter[str]) -> Compared:
    """Return how `found` compares with `told`."""
    return Compared((told & found).total(), told - found, found - told)
