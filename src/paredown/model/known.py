"""Every name that a surface declares, fixed before anything is cut from it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass

from paredown.model.entry import Entry, Kind

TYPES = frozenset({Kind.CLASS, Kind.INTERFACE, Kind.ENUM, Kind.TYPE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is declared, by name.

    `names` are single names and the segments of module paths, lower case; `joints` are the pairs of neighbours in
    a path (`text`, `regex` of `kotlin.text.Regex`), lower case; `types` are the names of classes, interfaces, enums
    and type aliases, as spelled. A resolving rule asks these. They are taken once, from the surface as
    harvested: taken again from a shrinking surface, one refusal would make the next.
    """

    names: frozenset[str]
    joints: frozenset[tuple[str, str]]
    types: frozenset[str]

    @staticmethod
    def of(entries: Iterable[Entry]) -> Known:
        """Return the names that `entries` declare."""
        names: set[str] = set()
        joints: set[tuple[str, str]] = set()
        types: set[str] = set()
        for parts, kind in {(entry.symbol.parts, entry.kind) for entry in entries}:
            if kind in TYPES:
                types.add(parts[-1])
            path = [segment for segment in _segments(parts[0]) if segment] + [part.lower() for part in parts[1:]]
            names.update(path)
            joints.update(itertools.pairwise(path))
        return Known(names=frozenset(names), joints=frozenset(joints), types=frozenset(types))


def _segments(module: str) -> list[str]:
    return module.lower().replace("/", ".").replace("@", "").replace(":", ".").split(".")
