"""Small modules on disk, and what is harvested of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from made import artifact

from paredown.harvest import swift
from paredown.harvest.package import Package
from paredown.model import Ecosystem, Entry, Files, Unread
from paredown.tree import open_tree

Content = str | bytes | dict[str, object]
"""A file: text, bytes, or what is written as JSON."""


class Harvested(NamedTuple):
    """What one module gave."""

    entries: tuple[Entry, ...]
    unread: tuple[Unread, ...]

    @property
    def lines(self) -> list[str]:
        """Every entry as `kind owner | signature`; the owner of what is at the top is the module."""
        return [f"{e.kind} {'.'.join(e.symbol.parts[:-1])} | {e.signature}" for e in self.entries]

    @property
    def names(self) -> list[str]:
        """Every symbol below its module, in order."""
        return [".".join(e.symbol.parts[1:]) for e in self.entries]

    def of(self, name: str) -> Entry:
        """Return the one entry of a symbol below its module."""
        (found,) = (entry for entry in self.entries if ".".join(entry.symbol.parts[1:]) == name)
        return found


def package(
    root: Path,
    files: Mapping[str, Content],
    name: str = "Kit",
    near: Mapping[str, Package] | None = None,
) -> Package:
    """Write `files` below `root` and return them as the module `name`, with `near` as what it may import."""
    root.mkdir(parents=True, exist_ok=True)
    for path, content in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(content) if isinstance(content, dict) else content
        (root / path).write_bytes(text if isinstance(text, bytes) else text.encode())
    found = artifact(
        name,
        ecosystem=Ecosystem.SWIFT,
        purl=f"pkg:swift/registry.example/maker/kit@1.0.0#{name}",
        files=Files(root=root),
    )
    return Package(artifact=found, tree=open_tree(found.files), near=({} if near is None else near).get)


def harvest(of: Package) -> Harvested:
    """Return what is harvested of a module."""
    found = list(swift.harvest(of))
    return Harvested(
        tuple(entry for entry in found if isinstance(entry, Entry)),
        tuple(unread for unread in found if isinstance(unread, Unread)),
    )


def declared(root: Path, text: str | bytes, **more: Content) -> Harvested:
    """Return what is harvested of a module of one file; `more` are others, by name without the ending."""
    files: dict[str, Content] = {"Kit.swift": text}
    files.update({f"{stem}.swift": content for stem, content in more.items()})
    return harvest(package(root, files))
