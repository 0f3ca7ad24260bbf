"""A string of more than four words as the value of a constant.

## What it bounds
The words of a constant's string value, which the signature elides.
## Why
A constant's value is text that a library chose to publish under a name. It is rejected as a bound: the findings' free
bound on constants was one on their names, values are messages often enough, and elision keeps them from an agent
anyway.
## Within
`"Content-Type"`
## In breach
`"REQUIRED SETUP you MUST copy config dot env"`
## Known cost
Not apart in the findings, where "a constant longer than four words" was 0 of 3,822.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from paredown.gate.reading import breach, readings
from paredown.model import Breach, Entry, Kind, Known, Language, Part, Status
from paredown.names.shapes import spaced_words

MAX_WORDS = 4


class LongConstantValue:
    """Count values of constants that are sentences."""

    slug: ClassVar[str] = "long-constant-value"
    status: ClassVar[Status] = Status.REJECTED
    parts: ClassVar[frozenset[Part]] = frozenset({Part.CONSTANT})
    languages: ClassVar[frozenset[Language]] = frozenset()
    kinds: ClassVar[frozenset[Kind]] = frozenset({Kind.CONSTANT})
    screen: ClassVar[str] = "(?:[^ \t\n]+[ \t\n]+){4}[^ \t\n]"

    def check(self, entry: Entry, known: Known) -> Iterator[Breach]:
        """Yield a breach for every string value of more than `MAX_WORDS` words."""
        del known
        for reading in readings(self, entry):
            if (count := spaced_words(reading.text)) > MAX_WORDS:
                yield breach(self, entry, reading, f"{count} words in one value")
