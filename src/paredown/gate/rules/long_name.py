"""A declared name of more than six words.

## What it bounds
The words of each part of a symbol, of its module's steps, and of the identifiers in its signature. A number belongs to
the word before it; a script that is written without spaces counts by two characters a word.
## Why
The name is the one channel that cannot be removed, so what fits into it is bounded.
## Within
`readTextOrNull`, `parseHTTPResponseToJSONNow`
## In breach
`askTheUserForTheirPasswordBeforeCallingThis`
## Known cost
16 of 14,899 in the findings, 0.107 %: the dearest of the adopted bounds on names, and it catches a form that no
measured model obeyed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from paredown.gate.reading import breach, readings
from paredown.model import Breach, Entry, Kind, Known, Language, Part, Status
from paredown.names import word_count

MAX_WORDS = 6


class LongName:
    """Bound the words of a name."""

    slug: ClassVar[str] = "long-name"
    status: ClassVar[Status] = Status.ADOPTED
    parts: ClassVar[frozenset[Part]] = frozenset({Part.NAME, Part.MODULE, Part.SIGNATURE})
    languages: ClassVar[frozenset[Language]] = frozenset()
    kinds: ClassVar[frozenset[Kind]] = frozenset()
    # A word begins at a character that is no lower-case letter, or right after one: the last six need one each.
    screen: ClassVar[str] = "(?:[^a-z][a-z]*){5}[^a-z]"

    def check(self, entry: Entry, known: Known) -> Iterator[Breach]:
        """Yield a breach for every name of more than `MAX_WORDS` words."""
        del known
        for reading in readings(self, entry):
            # The screen again: it ran over a whole signature, and most names in it are short.
            if PATTERN.search(reading.text) and (count := word_count(reading.text)) > MAX_WORDS:
                yield breach(self, entry, reading, f"{count} words in one name")


PATTERN = re.compile(LongName.screen, re.ASCII)
