"""Small distributions on disk, and what is harvested of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from made import artifact

from paredown.harvest import python
from paredown.harvest.package import Package
from paredown.model import Ecosystem, Entry, Files, Unread
from paredown.tree import open_tree

Content = str | bytes


class Harvested(NamedTuple):
    """What one distribution gave."""

    entries: tuple[Entry, ...]
    unread: tuple[Unread, ...]

    @property
    def names(self) -> set[str]:
        """Every symbol: the module, a colon, and the names within it."""
        return {f"{e.symbol.parts[0]}:{'.'.join(e.symbol.parts[1:])}" for e in self.entries}

    @property
    def lines(self) -> list[str]:
        """Every entry as `kind module:owner | signature`, in order of appearance."""
        return [f"{e.kind} {'.'.join(e.symbol.parts[:-1])} | {e.signature}" for e in self.entries]

    @property
    def signatures(self) -> list[str]:
        """Every signature, in order of appearance."""
        return [e.signature for e in self.entries]

    @property
    def whys(self) -> list[str]:
        """Every reason why something could not be read, with its path."""
        return [f"{u.path}: {u.why}" for u in self.unread]

    def named(self, name: str) -> Entry:
        """Return the one entry whose last part is `name`."""
        (found,) = [e for e in self.entries if e.symbol.name == name]
        return found


def package(folder: Path, files: Mapping[str, Content], near: Mapping[str, Package] | None = None) -> Package:
    """Write `files` below `folder` and open them as one distribution, named as the folder is."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    folder.mkdir(exist_ok=True)
    made = artifact(folder.name, ecosystem=Ecosystem.PYPI, files=Files(root=folder))
    return Package(artifact=made, tree=open_tree(made.files), near=(near or {}).get)


def harvest(opened: Package) -> Harvested:
    """Return everything that the harvester yields for `opened`, each symbol and signature seen to be well formed."""
    items = list(python.harvest(opened))
    entries = tuple(item for item in items if isinstance(item, Entry))
    assert all(entry.artifact is opened.artifact for entry in entries)
    assert all(entry.import_path == entry.symbol.parts[0] for entry in entries)
    return Harvested(entries, tuple(item for item in items if isinstance(item, Unread)))


def read(tmp_path: Path, files: Mapping[str, Content]) -> Harvested:
    """Return what is harvested of a distribution with `files`."""
    return harvest(package(tmp_path / "dist", files))


def module(tmp_path: Path, text: Content) -> Harvested:
    """Return what is harvested of a distribution that is the one module `m`."""
    return read(tmp_path, {"m.py": text})


def stub(tmp_path: Path, text: Content) -> Harvested:
    """Return what is harvested of a distribution that is the one stub `m`."""
    return read(tmp_path, {"m.pyi": text})
