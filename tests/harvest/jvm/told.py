"""Source files without classes, and what is harvested of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from harvest.jvm.assembler import jar, package

from paredown.harvest import jvm
from paredown.model import Entry, Unread


class Told(NamedTuple):
    """What one package gave."""

    entries: tuple[Entry, ...]
    unread: tuple[Unread, ...]

    @property
    def lines(self) -> list[str]:
        """Every entry as `kind symbol | signature`, in order."""
        return [f"{e.kind} {e.symbol} | {e.signature}" for e in self.entries]

    def one(self, symbol: str) -> Entry:
        """Return the one entry of a symbol."""
        (entry,) = [e for e in self.entries if str(e.symbol) == symbol]
        return entry


def told(folder: Path, files: Mapping[str, str | bytes], **more: object) -> Told:
    """Return what a jar of `files` gives."""
    content = {name: text.encode() if isinstance(text, str) else text for name, text in files.items()}
    found = list(jvm.harvest(package(jar(folder / "sources.jar", content), **more)))  # type: ignore[arg-type]
    entries = tuple(item for item in found if isinstance(item, Entry))
    return Told(entries, tuple(item for item in found if isinstance(item, Unread)))
