"""One word of a name written in letters of two scripts.

## What it bounds
A word that mixes Latin, Greek, Cyrillic, Armenian or Cherokee letters: the scripts with look-alikes of each other.
The script of a letter is read from its Unicode name, which agrees with the Script property for these.
## Why
`pаypal` with a Cyrillic letter is another symbol that looks like the one that was meant (UTS 39, mixed-script
confusables).
## Within
`straßeÄndern`, `日本語Name`, `Δx`
## In breach
`p\u0430ssword`
## Known cost
Not in the findings.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import ClassVar

from paredown.gate.reading import breach, texts
from paredown.model import Breach, Entry, Known, Language, Part, Status
from paredown.names import words

SCRIPTS = frozenset({"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE"})


@lru_cache(maxsize=4096)
def script(letter: str) -> str:
    """Return the confusable script that `letter` belongs to, or an empty string."""
    first = unicodedata.name(letter, "").partition(" ")[0]
    return first if first in SCRIPTS else ""


class MixedScript:
    """Refuse a word of two scripts that look alike."""

    slug: ClassVar[str] = "mixed-script"
    status: ClassVar[Status] = Status.ADOPTED
    parts: ClassVar[frozenset[Part]] = frozenset({Part.NAME, Part.MODULE, Part.SIGNATURE})
    languages: ClassVar[frozenset[Language]] = frozenset()
    screen: ClassVar[str] = "[^ -~]"

    def check(self, entry: Entry, known: Known) -> Iterator[Breach]:
        """Yield a breach for every name with such a word."""
        del known
        for part in (Part.NAME, Part.MODULE, Part.SIGNATURE):
            for text in texts(entry, part):
                if not text.isascii() and any(mixed(word) for word in words(text)):
                    yield breach(self, entry, part, "a word of two scripts that look alike", text)


def mixed(word: str) -> bool:
    """Whether the letters of `word` come from more than one of the confusable scripts."""
    # One Greek letter before a Latin word (`Δx`, `μm`) is how sciences write; look-alikes sit inside a word.
    found = {script(letter) for letter in word} - {""}
    return len(found) > 1 and not (len(word) == 2 and found == {"GREEK", "LATIN"})
