"""A surface -> the entries that a caller can still call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from enum import StrEnum
from time import perf_counter
from typing import Final

from paredown.model import Deprecation, Entry, Kind, Language, Surface

INTERNAL: Final = "internal "
TYPES: Final = frozenset({Kind.CLASS, Kind.INTERFACE, Kind.ENUM})
Place = tuple[str, tuple[str, ...]]
"""An artifact and the parts of a symbol."""


class Use(StrEnum):
    """Whether a caller can use an entry: what follows `LEAVING` cannot be used."""

    FREE = "nothing speaks against it"
    LEAVING = "marked for removal, still callable"
    WITHDRAWN = "withdrawn: an error, or hidden"
    INTERNAL = "internal, published only for what is inlined"


def drop_unusable(surface: Surface) -> Surface:
    """Return what a caller can use.

    A deprecation that still builds is kept, an error or a hidden one is not. What Kotlin calls internal belongs to the
    binary surface where it is published, but no caller may write it, nor what is in such a class.
    """
    start = perf_counter()
    use = use_in(surface.entries)
    return surface.cut("usable", lambda entry: use(entry) in (Use.FREE, Use.LEAVING), since=start)


def uses(entries: Iterable[Entry]) -> Counter[Use]:
    """Count `entries` by how a caller can use them."""
    held = tuple(entries)
    return Counter(map(use_in(held), held))


def use_in(entries: Iterable[Entry]) -> Callable[[Entry], Use]:
    """Return what tells how a caller can use one of `entries`."""
    internal = {(e.artifact.purl, e.symbol.parts) for e in entries if e.kind in TYPES and _is_internal(e)}

    def use(entry: Entry) -> Use:
        if not entry.deprecation.callable:
            return Use.WITHDRAWN
        if _is_internal(entry) or (internal and _around(entry) & internal):
            return Use.INTERNAL
        return Use.LEAVING if entry.deprecation is Deprecation.REMOVAL else Use.FREE

    return use


def _is_internal(entry: Entry) -> bool:
    return entry.symbol.language is Language.KOTLIN and entry.signature.startswith(INTERNAL)


def _around(entry: Entry) -> set[Place]:
    """Return what an entry may lie in, itself included: a constructor has the symbol of its class."""
    parts = entry.symbol.parts
    return {(entry.artifact.purl, parts[:end]) for end in range(1, len(parts) + 1)}
