"""A function named like a type, whether that type is declared or not.

## What it bounds
Functions and methods with a name in upper camel case, in every language.
## Why
It was the first form of `undeclared-type-name`. It is rejected: a factory, a component or a decorator is named so.
## Within
`readText`
## In breach
`HttpClient()`
## Known cost
6.3 % of a real corpus in the findings.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from paredown.gate.reading import Reading, breach
from paredown.model import Breach, Entry, Kind, Known, Language, Part, Status
from paredown.names.shapes import type_shaped


class CasingPattern:
    """Match type-shaped functions without resolving them."""

    slug: ClassVar[str] = "casing-pattern"
    status: ClassVar[Status] = Status.REJECTED
    parts: ClassVar[frozenset[Part]] = frozenset({Part.NAME})
    languages: ClassVar[frozenset[Language]] = frozenset()
    kinds: ClassVar[frozenset[Kind]] = frozenset({Kind.FUNCTION, Kind.METHOD})
    screen: ClassVar[str] = "[A-Z]|[^ -~]"

    def check(self, entry: Entry, known: Known) -> Iterator[Breach]:
        """Yield a breach when the function's name is type-shaped."""
        del known
        if type_shaped(entry.symbol.name):
            yield breach(self, entry, Reading(Part.NAME, entry.symbol.name), "a function named like a type")
