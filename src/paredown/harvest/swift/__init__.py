"""A Swift module -> the entries of its public surface.

An artifact is one module: its sources, one textual interface, or the compiler's symbol graphs. What it passes on with
`@_exported import` is offered under its own name too: the symbol keeps the module that declares it, `import_path` is
the module that passes it on.
"""

from __future__ import annotations

from collections.abc import Iterator

from paredown.harvest.package import Package
from paredown.harvest.swift.module import SOURCES, Read, entries, read_module
from paredown.harvest.swift.scan import Exported
from paredown.harvest.swift.symbol_graph import ENDING, harvest_graphs
from paredown.model import Entry, Unread

__all__ = ["VERSION", "describes", "harvest"]

VERSION = "1"
MOST = 200
"""Modules that one module may pass on, directly and through others."""


def describes(package: Package) -> bool:
    """Whether the package holds Swift, or what the Swift compiler says of it."""
    return any(name.endswith((*SOURCES, ENDING)) for name in package.tree.names())


def harvest(package: Package) -> Iterator[Entry | Unread]:
    """Yield the public declarations of `package`, those that it passes on, and what could not be read."""
    if any(name.endswith(ENDING) for name in package.tree.names()):
        yield from harvest_graphs(package)
        return
    own = read_module(package)
    yield from entries(package, package.artifact.name, own.drafts)
    yield from own.unread
    yield from _passed_on(package, own.exported)


def _passed_on(package: Package, exported: list[Exported]) -> Iterator[Entry]:
    """Yield the declarations of other modules that `package` passes on; those of the system are nobody's here."""
    queue = [(package, one) for one in exported]
    seen: set[tuple[str, Exported]] = set()
    modules: dict[str, Read] = {}
    for asker, one in queue:
        other = asker.near(one.module)
        if other is None or other.artifact.purl == package.artifact.purl:
            continue
        key = (other.artifact.purl, one)
        if key in seen or len(seen) >= MOST:
            continue
        seen.add(key)
        # Its own harvest says what of it could not be read.
        read = modules[other.artifact.purl] = modules.get(other.artifact.purl) or read_module(other)
        whole = not one.path
        drafts = [drafted for drafted in read.drafts if whole or drafted.draft.parts[: len(one.path)] == one.path]
        yield from entries(package, other.artifact.name, drafts)
        if whole:
            queue.extend((other, inner) for inner in read.exported)
