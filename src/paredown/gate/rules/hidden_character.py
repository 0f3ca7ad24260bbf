r"""A character in a name that nobody sees, or that reorders what is seen.

## What it bounds
Control, zero-width, bidirectional, tag, variation-selector and private-use characters in names, modules and
signatures, and the escapes that stand for a character in their source.
## Why
A model reads them, a reviewer does not: tag characters spell whole sentences in nothing.
## Within
`naïveBayes`, `π`
## In breach
`get` + U+200B + `Value`, a name that U+202E turns around, `read\u00a0config`
## Known cost
Not in the findings.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from paredown.gate.reading import Reading, breach, screened
from paredown.model import Breach, Entry, Kind, Known, Language, Part, Status
from paredown.names import plain

ESCAPE = "\\"
AROUND = 10
"""Characters before and after the first one that are evidence."""


class HiddenCharacter:
    """Refuse what is invisible or drives a display."""

    slug: ClassVar[str] = "hidden-character"
    status: ClassVar[Status] = Status.ADOPTED
    parts: ClassVar[frozenset[Part]] = frozenset({Part.NAME, Part.MODULE, Part.SIGNATURE})
    languages: ClassVar[frozenset[Language]] = frozenset()
    kinds: ClassVar[frozenset[Kind]] = frozenset()
    screen: ClassVar[str] = "[^ -~]|\\\\"

    def check(self, entry: Entry, known: Known) -> Iterator[Breach]:
        """Yield a breach for every part that holds one: parts are read whole, since it may stand between two names."""
        del known
        for part in (Part.NAME, Part.MODULE, Part.SIGNATURE):
            for text in screened(entry, part):
                hidden = [i for i, (a, b) in enumerate(zip(text, plain(text), strict=True)) if a != b or a == ESCAPE]
                if hidden:
                    around = Reading(part, text[max(0, hidden[0] - AROUND) : hidden[0] + AROUND])
                    yield breach(self, entry, around, "a character that is not seen")
