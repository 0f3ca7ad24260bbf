"""Small packages on disk, and what is harvested of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from made import artifact

from paredown.harvest import javascript
from paredown.harvest.package import Package
from paredown.model import Entry, Files, Unread
from paredown.tree import open_tree

Content = str | bytes | dict[str, object]
"""A file: text, bytes, or what is written as JSON."""


class Harvested(NamedTuple):
    """What one package gave."""

    entries: tuple[Entry, ...]
    unread: tuple[Unread, ...]

    @property
    def lines(self) -> list[str]:
        """Every entry as `kind module owner | signature`, sorted."""
        return sorted(f"{e.kind} {' '.join(e.symbol.parts[:-1])} | {e.signature}" for e in self.entries)

    @property
    def names(self) -> list[str]:
        """Every symbol, with a space between its parts, sorted."""
        return sorted(" ".join(entry.symbol.parts) for entry in self.entries)

    @property
    def gaps(self) -> list[str]:
        """Every `Unread` as `path: why`, sorted."""
        return sorted(f"{unread.path}: {unread.why}" for unread in self.unread)

    def of(self, *parts: str) -> Entry:
        """Return the one entry of a symbol."""
        (found,) = [entry for entry in self.entries if entry.symbol.parts == parts]
        return found


def package(
    root: Path, files: Mapping[str, Content], name: str = "pkg", near: Mapping[str, Package] | None = None
) -> Package:
    """Write `files` below `root` and return them as the package `name`, with `near` as what it may import."""
    root.mkdir(parents=True, exist_ok=True)
    for path, content in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(content) if isinstance(content, dict) else content
        (root / path).write_bytes(text if isinstance(text, bytes) else text.encode())
    found = artifact(name, files=Files(root=root))
    return Package(artifact=found, tree=open_tree(found.files), near=near.get if near is not None else {}.get)


def harvest(of: Package) -> Harvested:
    """Return what is harvested of a package."""
    found = list(javascript.harvest(of))
    return Harvested(
        tuple(entry for entry in found if isinstance(entry, Entry)),
        tuple(unread for unread in found if isinstance(unread, Unread)),
    )


def exported(root: Path, text: str | bytes, files: Mapping[str, Content] | None = None) -> Harvested:
    """Return what is harvested of a package whose root module, `index.js`, is `text`."""
    return harvest(package(root, {"package.json": {"name": "pkg"}, "index.js": text, **(files or {})}))
