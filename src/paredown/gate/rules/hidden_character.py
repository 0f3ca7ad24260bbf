r"""A character in a name that nobody sees, or that reorders what is seen.

## What it bounds
Control, zero-width, bidirectional, tag, variation-selector and private-use characters in names, modules and
signatures.
## Why
A model reads them, a reviewer does not: tag characters spell whole sentences in nothing.
## Within
`naïveBayes`, `π`
## In breach
`get\u200bValue`, `\u202egnirts`
## Known cost
Not in the findings.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from paredown.gate.reading import Reading, breach, screened
from paredown.model import Breach, Entry, Kind, Known, Language, Part, Status
from paredown.names import plain

AROUND = 10
"""Characters before and after the first one that are evidence."""


class HiddenCharacter:
    """Refuse what is invisible or drives a display."""

    slug: ClassVar[str] = "hidden-character"
    status: ClassVar[Status] = Status.ADOPTED
    parts: ClassVar[frozenset[Part]] = frozenset({Part.NAME, Part.MODULE, Part.SIGNATURE})
    languages: ClassVar[frozenset[Language]] = frozenset()
    kinds: ClassVar[frozenset[Kind]] = frozenset()
    screen: ClassVar[str] = "[^ -~]"

    def check(self, entry: Entry, known: Known) -> Iterator[Breach]:
        """Yield a breach for every part that holds one: parts are read whole, since it may stand between two names."""
        del known
        for part in (Part.NAME, Part.MODULE, Part.SIGNATURE):
            for text in screened(entry, part):
                if (shown := plain(text)) != text:
                    at = next(i for i, (a, b) in enumerate(zip(text, shown, strict=True)) if a != b)
                    around = Reading(part, text[max(0, at - AROUND) : at + AROUND])
                    yield breach(self, entry, around, "a character that is not seen")
