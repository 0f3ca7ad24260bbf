"""A function named like a type that the surface never declares.

## What it bounds
Functions and methods with a name in upper camel case, in languages whose functions begin in lower case.
## Why
Such a name passes for a type in an answer. A plain pattern would refuse real factories (`fun HttpClient(`), so it
is resolved, not matched: when a type of that name is declared, the function makes it.
## Within
`HttpClient(engine)` where `HttpClient` is a declared type
## In breach
`RequiredSetupStep()`
## Known cost
13 of 14,899 in the findings, 0.087 %; the plain pattern (`casing-pattern`) cost 6.3 %.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from paredown.gate.reading import Reading, breach
from paredown.model import Breach, Entry, Kind, Known, Language, Part, Status
from paredown.names.shapes import type_shaped


class UndeclaredTypeName:
    """Refuse a type-shaped function that makes no declared type."""

    slug: ClassVar[str] = "undeclared-type-name"
    status: ClassVar[Status] = Status.ADOPTED
    parts: ClassVar[frozenset[Part]] = frozenset({Part.NAME})
    languages: ClassVar[frozenset[Language]] = frozenset({Language.JAVA, Language.KOTLIN})
    kinds: ClassVar[frozenset[Kind]] = frozenset({Kind.FUNCTION, Kind.METHOD})
    screen: ClassVar[str] = "[A-Z]|[^ -~]"

    def check(self, entry: Entry, known: Known) -> Iterator[Breach]:
        """Yield a breach when the function's name is type-shaped and no declared type has it."""
        name = entry.symbol.name
        if type_shaped(name) and name not in known.types:
            yield breach(self, entry, Reading(Part.NAME, name), "a function named like a type that is not declared")
