"""Small packages on disk, and what is harvested of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from made import artifact

from paredown.harvest import typescript
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
    def names(self) -> list[str]:
        """Every symbol, with a space between its parts, in order of appearance."""
        return [" ".join(entry.symbol.parts) for entry in self.entries]

    @property
    def lines(self) -> list[str]:
        """Every entry as `kind module owner | signature`."""
        return [f"{e.kind} {' '.join(e.symbol.parts[:-1])} | {e.signature}" for e in self.entries]

    @property
    def signatures(self) -> list[str]:
        """Every signature."""
        return [entry.signature for entry in self.entries]

    def of(self, *parts: str) -> list[Entry]:
        """Return the entries of one symbol."""
        return [entry for entry in self.entries if entry.symbol.parts == parts]


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
    return Package(artifact=found, tree=open_tree(found.files), near=(near or {}).get)


def harvest(of: Package) -> Harvested:
    """Return what is harvested of a package."""
    found = list(typescript.harvest(of))
    return Harvested(
        tuple(entry for entry in found if isinstance(entry, Entry)),
        tuple(unread for unread in found if isinstance(unread, Unread)),
    )


def declared(root: Path, text: str | bytes, **more: Content) -> Harvested:
    """Return what is harvested of a package whose root module is `text`; `more` are other `.d.ts` files."""
    files: dict[str, Content] = {"package.json": {"name": "pkg", "types": "index.d.ts"}, "index.d.ts": text}
    files.update({f"{stem}.d.ts": content for stem, content in more.items()})
    return harvest(package(root, files))
