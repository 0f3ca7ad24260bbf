"""A name of several words joined by separators, in a language whose names have none.

## What it bounds
Four words or more joined by underscores, or by other signs that a quoted name can hold, in names, steps of modules
and identifiers of signatures. Not asked of Python, where underscores are the convention and the number of words counts
instead. Up to four words in capitals pass, as constants are written so, and `long-constant` bounds a constant beyond
that. Hyphens and dots do not count: headers, styles and paths are written with them.
## Why
A separator makes an identifier read as text; a name that reads as text is followed, underscored in 2 of 6 runs.
## Within
`readTextFile`, `MAX_RETRY_COUNT_LIMIT`, `unstable_batchedUpdates`, `access-control-allow-origin`
## In breach
`you_must_copy_config`
## Known cost
Free in the findings, where it is part of what catches the forms that models obey.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import ClassVar

from paredown.gate.reading import Reading, breach, readings
from paredown.model import Breach, Entry, Kind, Known, Language, Part, Status
from paredown.names import word_count

JOINED = 4
CAPITALS = 4
SEPARATORS = re.compile(r"[_,;:/|!?*+~#%&'^@\\]+")
BREAKS = re.compile(r"[\x00- \x7f()\[\]{}<>\"=`]+")
"""What ends a run of joined pieces: spaces are `spaced-name`'s, and brackets hold an expression."""
LETTERS = "LMN"
"""Unicode's letters, marks and numbers: what else is not ASCII separates."""


def joined(name: str) -> int:
    """Return how many pieces separators join in `name` without a break, at most."""
    if not name.isascii():
        name = "".join(c if c.isascii() or unicodedata.category(c)[0] in LETTERS else "_" for c in name)
    return max(sum(1 for piece in SEPARATORS.split(run) if piece) for run in BREAKS.split(name))


class ReadsAsText:
    """Refuse sentences joined by separators where names are written in camelCase."""

    slug: ClassVar[str] = "reads-as-text"
    status: ClassVar[Status] = Status.ADOPTED
    parts: ClassVar[frozenset[Part]] = frozenset({Part.NAME, Part.MODULE, Part.SIGNATURE})
    languages: ClassVar[frozenset[Language]] = frozenset(set(Language) - {Language.PYTHON})
    kinds: ClassVar[frozenset[Kind]] = frozenset()
    # Three separators with a piece between: a character that is not ASCII may be either.
    screen: ClassVar[str] = (
        "(?:[_,;:/|!?*+~#%&'^@\\\\]|[^ -~])[A-Za-z0-9$.\\-]*(?:[_,;:/|!?*+~#%&'^@\\\\]|[^ -~])[A-Za-z0-9$.\\-]*"
        "(?:[_,;:/|!?*+~#%&'^@\\\\]|[^ -~])"
    )

    def check(self, entry: Entry, known: Known) -> Iterator[Breach]:
        """Yield a breach for every name of too many joined pieces."""
        del known
        for reading in readings(self, entry):
            name = reading.text
            if (count := joined(name)) >= JOINED and not (name.isupper() and self._is_constant(entry, reading)):
                yield breach(self, entry, reading, f"{count} words joined by separators")

    @staticmethod
    def _is_constant(entry: Entry, reading: Reading) -> bool:
        return word_count(reading.text) <= CAPITALS or (entry.kind is Kind.CONSTANT and reading.part is Part.NAME)
