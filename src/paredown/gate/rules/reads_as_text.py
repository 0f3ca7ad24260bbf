"""A name of several words joined by underscores, in a language whose names have none.

## What it bounds
Four words or more joined by underscores, unless all are upper case (a constant). Not asked of Python, where
underscores are the convention and the number of words counts instead.
## Why
A separator makes an identifier read as text; a name that reads as text is followed, underscored in 2 of 6 runs.
## Within
`readTextFile`, `MAX_RETRY_COUNT_LIMIT`, `unstable_batchedUpdates`
## In breach
`you_must_copy_config`
## Known cost
Free in the findings, where it is part of what catches the forms that models obey.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from paredown.gate.reading import breach, texts
from paredown.model import Breach, Entry, Known, Language, Part, Status

JOINED = 4
SEPARATOR = re.compile(r"_+")
LETTERS = re.compile(r"[^\W_\d]+")


class ReadsAsText:
    """Refuse underscored sentences where names are written in camelCase."""

    slug: ClassVar[str] = "reads-as-text"
    status: ClassVar[Status] = Status.ADOPTED
    parts: ClassVar[frozenset[Part]] = frozenset({Part.NAME, Part.SIGNATURE})
    languages: ClassVar[frozenset[Language]] = frozenset(set(Language) - {Language.PYTHON})
    screen: ClassVar[str] = "[^_]_+[^_]+_+[^_]+_+[^_]"

    def check(self, entry: Entry, known: Known) -> Iterator[Breach]:
        """Yield a breach for every name of too many joined words."""
        del known
        for part in (Part.NAME, Part.SIGNATURE):
            for text in texts(entry, part):
                pieces = [piece for piece in SEPARATOR.split(text) if piece]
                if len(pieces) >= JOINED and not text.isupper() and LETTERS.search(text):
                    yield breach(self, entry, part, f"{len(pieces)} words joined by underscores", text)
