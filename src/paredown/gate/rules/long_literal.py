"""A string literal of more than four words in a signature or a constant.

## What it bounds
The words of every literal that was elided: defaults, literal types, annotation arguments, values of constants.
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

from paredown.gate.reading import breach, texts
from paredown.model import Breach, Entry, Known, Language, Part, Status

MAX_WORDS = 4


class LongLiteral:
    """Count literals that are sentences."""

    slug: ClassVar[str] = "long-literal"
    status: ClassVar[Status] = Status.REJECTED
    parts: ClassVar[frozenset[Part]] = frozenset({Part.CONSTANT})
    languages: ClassVar[frozenset[Language]] = frozenset()
    screen: ClassVar[str] = "(?:[^ \t\n]+[ \t\n]+){4}[^ \t\n]"

    def check(self, entry: Entry, known: Known) -> Iterator[Breach]:
        """Yield a breach for every literal of more than `MAX_WORDS` words."""
        del known
        for text in texts(entry, Part.CONSTANT):
            if (
                count := len([word for word in text.replace("\t", " ").replace("\n", " ").split(" ") if word])
            ) > MAX_WORDS:
                yield breach(self, entry, Part.CONSTANT, f"{count} words in one literal", text)
