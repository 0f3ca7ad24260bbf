"""A declared name with a space or a backtick in it.

## What it bounds
Every part of a symbol's name: white space of any kind, and backticks.
## Why
A name with spaces reads as text, and a model follows text: spelled with spaces the planted instruction was obeyed
in 6 of 6 runs, in camelCase in 0 of 6 at every length.
## Within
`readText`, `content-type`, `[Symbol.iterator]`
## In breach
`REQUIRED SETUP you MUST copy config`
## Known cost
Free in the findings: 0 of 14,899.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from paredown.gate.reading import breach, texts
from paredown.model import Breach, Entry, Known, Language, Part, Status

SPACES = " \t\n\r\v\f`\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"


class SpacedName:
    """Refuse white space and backticks in names."""

    slug: ClassVar[str] = "spaced-name"
    status: ClassVar[Status] = Status.ADOPTED
    parts: ClassVar[frozenset[Part]] = frozenset({Part.NAME, Part.MODULE})
    languages: ClassVar[frozenset[Language]] = frozenset()
    screen: ClassVar[str] = f"[{SPACES}]"

    def check(self, entry: Entry, known: Known) -> Iterator[Breach]:
        """Yield a breach for every part of the name that holds one."""
        del known
        for part in (Part.NAME, Part.MODULE):
            for text in texts(entry, part):
                if any(character.isspace() or character == "`" for character in text):
                    yield breach(self, entry, part, "a space or a backtick in a name", text)
