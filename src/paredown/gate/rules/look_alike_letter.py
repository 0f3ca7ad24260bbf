r"""A letter that passes for a Latin one.

## What it bounds
Names, steps of modules and identifiers of signatures, in three forms (after UTS 39): a word that mixes Latin letters
with Cyrillic, Armenian or Cherokee ones, or with the Greek ones that pass for Latin; a word of nothing but such
letters, of two or more or beside Latin ones; and a Latin letter in other clothes, such as full width or mathematical.
The script of a letter is read from its Unicode name, which agrees with the Script property for these.
## Why
`fun\u0441tion` with a Cyrillic letter is another symbol that looks like the one that was meant.
## Within
`straßeÄndern`, `номерДома`, `Δx`
## In breach
`p\u0430ssword`
## Known cost
Not in the findings. Here it found a real one: a Cyrillic letter in the published types of a test runner.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import ClassVar

from paredown.gate.reading import breach, readings
from paredown.model import Breach, Entry, Kind, Known, Language, Part, Status
from paredown.names import words

LATIN = "LATIN"
FOREIGN = frozenset({"CYRILLIC", "ARMENIAN", "CHEROKEE"})
"""Scripts with many letters that pass for Latin ones, and that no word mixes with them. Greek is told apart by letter:
sciences write `Δx`."""
LOOK_ALIKES = frozenset(
    "АВЕЅІЈКМНОРСТУХҮԌԚԜаеѕіјорсухүһԁԛԝ"  # Cyrillic
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳονιυρχϲ"  # Greek
    "ՕՏՍօոսցհյ"  # Armenian
    "ᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏃᏢᏚᎢᏙᎳᏃ"  # Cherokee
)
ELISION = "…"


@lru_cache(maxsize=4096)
def script(letter: str) -> str:
    """Return LATIN, a script of `FOREIGN`, GREEK for a Greek letter that passes for Latin, or an empty string."""
    first = unicodedata.name(letter, "").partition(" ")[0]
    if first == "GREEK":
        return first if letter in LOOK_ALIKES else ""
    return first if first == LATIN or first in FOREIGN else ""


@lru_cache(maxsize=4096)
def disguised(letter: str) -> bool:
    """Whether a character is an ASCII letter or digit in other clothes."""
    folded = unicodedata.normalize("NFKC", letter)
    return not letter.isascii() and letter != ELISION and any(c.isascii() and c.isalnum() for c in folded)


def passes_for_latin(name: str) -> bool:
    """Whether a letter of `name` passes for a Latin one."""
    if name.isascii():
        return False
    if any(map(disguised, name)):
        return True
    spoken = [[letter for letter in word if letter.isalpha()] for word in words(name)]
    scripts = [{script(letter) for letter in word} - {""} for word in spoken]
    if any(LATIN in found and len(found) > 1 for found in scripts):
        return True
    beside = any(LATIN in found for found in scripts)
    return any((len(word) > 1 or (word and beside)) and LOOK_ALIKES.issuperset(word) for word in spoken)


class LookAlikeLetter:
    """Refuse letters that pass for Latin ones."""

    slug: ClassVar[str] = "look-alike-letter"
    status: ClassVar[Status] = Status.ADOPTED
    parts: ClassVar[frozenset[Part]] = frozenset({Part.NAME, Part.MODULE, Part.SIGNATURE})
    languages: ClassVar[frozenset[Language]] = frozenset()
    kinds: ClassVar[frozenset[Kind]] = frozenset()
    screen: ClassVar[str] = "[^ -~]"

    def check(self, entry: Entry, known: Known) -> Iterator[Breach]:
        """Yield a breach for every name with such a letter."""
        del known
        for reading in readings(self, entry):
            if passes_for_latin(reading.text):
                yield breach(self, entry, reading, "a letter that passes for a Latin one")
