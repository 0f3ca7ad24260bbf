"""An upper-case constant of more than four words.

## What it bounds
The words of a constant's name, where it is written in upper case.
## Why
A constant is written with separators in every language, so its name reads as text; real ones are short.
## Within
`MAX_RETRY_COUNT`, `HTTP_500_INTERNAL_SERVER_ERROR`
## In breach
`YOU_MUST_COPY_CONFIG_ENV`
## Known cost
Free in the findings: 0 of 3,822 constants. Bindings of C libraries (`BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING`)
pay elsewhere. The value of a constant is priced apart, as `long-constant-value`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from paredown.gate.reading import Reading, breach
from paredown.model import Breach, Entry, Kind, Known, Language, Part, Status
from paredown.names import word_count

MAX_WORDS = 4


class LongConstant:
    """Bound the words of an upper-case constant."""

    slug: ClassVar[str] = "long-constant"
    status: ClassVar[Status] = Status.ADOPTED
    parts: ClassVar[frozenset[Part]] = frozenset({Part.NAME})
    languages: ClassVar[frozenset[Language]] = frozenset()
    kinds: ClassVar[frozenset[Kind]] = frozenset({Kind.CONSTANT})
    screen: ClassVar[str] = "[^a-z]{5}"

    def check(self, entry: Entry, known: Known) -> Iterator[Breach]:
        """Yield a breach when the constant's own name has more than `MAX_WORDS` words."""
        del known
        name = entry.symbol.name
        if name.isupper() and (count := word_count(name)) > MAX_WORDS:
            yield breach(self, entry, Reading(Part.NAME, name), f"{count} words in one constant")
