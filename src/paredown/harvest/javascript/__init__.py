"""An npm package without type declarations -> the entries of what its scripts export."""

from __future__ import annotations

from collections.abc import Iterator

from paredown.harvest.entrypoints import types_package
from paredown.harvest.javascript.entries import MAX_ENTRIES, NOT_NAMES, Surface
from paredown.harvest.javascript.library import COMPUTED, Library
from paredown.harvest.javascript.targets import Scripts
from paredown.harvest.package import Package
from paredown.model import Entry, Unread
from paredown.tree import Refused

__all__ = ["VERSION", "describes", "harvest"]

VERSION = "2"
"""Changes whenever the same files would give other entries."""


def describes(package: Package) -> bool:
    """Whether a package's scripts are where its public surface is written: it has no types, here or elsewhere."""
    name = package.artifact.name
    return not name.startswith("@types/") and package.near(types_package(name)) is None


def harvest(package: Package) -> Iterator[Entry | Unread]:
    """Yield every name that a caller may import from `package` or find one level below, and what was not read."""
    library = Library()
    surface = Surface(package.artifact, library)
    for point in Scripts(package.tree).entry_points(package.artifact.name):
        if isinstance(point, Refused):
            yield package.unread(point.path, point.why)
            continue
        module = library.module(package, point.path)
        if module is not None:
            yield from surface.of(point.specifier, module)
        if surface.full:
            yield package.unread("", f"exports more than {MAX_ENTRIES:,} names; the rest is not read")
            break
    yield from _unread(library)
    library.close()


def _unread(library: Library) -> Iterator[Unread]:
    """Yield one `Unread` a file, with all the reasons it has."""
    for module in library.modules.values():
        if module.computed:
            library.note(module.package, module.path, COMPUTED, module.computed)
        if module.errors:
            errors = "1 error" if module.errors == 1 else f"{module.errors:,} errors"
            library.note(module.package, module.path, f"parsed with {errors}; some declarations may be missing")
    for (purl, path), reasons in library.unread.items():
        yield library.packages[purl].unread(path, "; ".join(_counted(why, n) for why, n in reasons.items()))


def _counted(why: str, count: int) -> str:
    if why == COMPUTED and count:
        return f"{why}; {count:,} {'assignment' if count == 1 else 'assignments'} not read"
    if why == NOT_NAMES:
        return "1 name that is no identifier left out" if count == 1 else f"{count:,} {why}"
    return why
