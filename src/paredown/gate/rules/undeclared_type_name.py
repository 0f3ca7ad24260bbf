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
13 of 14,899 in the findings, 0.087 %; the plain pattern cost 6.3 %.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from paredown.gate.reading import breach
from paredown.model import Breach, Entry, Kind, Known, Language, Part, Status

CALLABLE = frozenset({Kind.FUNCTION, Kind.METHOD})


def type_shaped(name: str) -> bool:
    """Whether `name` is written as types are: upper first, with a lower-case letter, without separators."""
    return name[:1].isupper() and not name.isupper() and "_" not in name


class UndeclaredTypeName:
    """Refuse a type-shaped function that makes no declared type."""

    slug: ClassVar[str] = "undeclared-type-name"
    status: ClassVar[Status] = Status.ADOPTED
    parts: ClassVar[frozenset[Part]] = frozenset({Part.NAME})
    languages: ClassVar[frozenset[Language]] = frozenset({Language.JAVA, Language.KOTLIN})
    screen: ClassVar[str] = "[A-Z]|[^ -~]"

    def check(self, entry: Entry, known: Known) -> Iterator[Breach]:
        """Yield a breach when the function's name is type-shaped and no declared type has it."""
        name = entry.symbol.name
        if entry.kind in CALLABLE and type_shaped(name) and name not in known.types:
            yield breach(self, entry, Part.NAME, "a function named like a type that is not declared", name)
