"""A string literal of more than four words in a signature.

## What it bounds
The words of every literal that was elided from a signature: defaults, literal types, arguments of decorators. The
value of a constant is `long-constant-value`.
## Why
A literal is prose by another door. It is rejected as a bound because elision has closed that door already: refusing
the entry as well would cost real functions and win nothing.
## Within
`"utf-8"`
## In breach
`"you must first copy the file"`
## Known cost
Not in the findings under this form; 67 of 713 entries of one popular web framework carry such a literal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from paredown.gate.reading import breach, readings
from paredown.model import Breach, Entry, Kind, Known, Language, Part, Status
from paredown.names.shapes import spaced_words

MAX_WORDS = 4


class LongLiteral:
    """Count literals that are sentences."""

    slug: ClassVar[str] = "long-literal"
    status: ClassVar[Status] = Status.REJECTED
    parts: ClassVar[frozenset[Part]] = frozenset({Part.CONSTANT})
    languages: ClassVar[frozenset[Language]] = frozenset()
    kinds: ClassVar[frozenset[Kind]] = frozenset(set(Kind) - {Kind.CONSTANT})
    screen: ClassVar[str] = "(?:[^ \t\n]+[ \t\n]+){4}[^ \t\n]"

    def check(self, entry: Entry, known: Known) -> Iterator[Breach]:
        """Yield a breach for every literal of more than `MAX_WORDS` words."""
        del known
        for reading in readings(self, entry):
            if (count := spaced_words(reading.text)) > MAX_WORDS:
                yield breach(self, entry, reading, f"{count} words in one literal")
