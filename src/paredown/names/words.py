"""An identifier -> the words a person reads in it."""

from __future__ import annotations

import re
import unicodedata

ASCII = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
SHAPE = re.compile(r"(?:Um*)+(?=Um*l)|(?:Um*)?(?:lm*)+|(?:Um*)+|(?:dm*)+|(?:om*)+")
"""The same over a name's shape: U an upper-case letter, l a lower-case one, d a digit, o a letter without case, m a
mark that belongs to the character before it."""
UNSPACED = re.compile(
    "[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Tibetan, Myanmar, Khmer
    "\u3040-\u30ff\u31f0-\u31ff\uac00-\ud7af\uff66-\uff9d"  # kana, Hangul
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"  # Han
)
"""Characters of scripts that set no spaces between words, or few."""


def words(name: str) -> tuple[str, ...]:
    """Return the words of `name` in order, as spelled: `parseHTTPServer2` -> `parse`, `HTTP`, `Server`, `2`."""
    if name.isascii():
        return tuple(ASCII.findall(name))
    shape = "".join(map(_shape, name))
    return tuple(name[found.start() : found.end()] for found in SHAPE.finditer(shape))


def word_count(name: str) -> int:
    """Return how many words a reader hears in `name`; a number belongs to the word before it (`OAuth2` has two).

    A script that is written without spaces hides a sentence in what looks like one word: two of its characters count
    as one.
    """
    if name.isascii():
        return sum(not word.isdecimal() for word in ASCII.findall(name))
    return sum(max(1, (len(UNSPACED.findall(word)) + 1) // 2) for word in words(name) if not word.isdecimal())


def _shape(character: str) -> str:
    if character.isupper() or character.istitle():
        return "U"
    if character.islower():
        return "l"
    if character.isdecimal():
        return "d"
    if character.isalpha():
        return "o"
    if character.isascii():
        return "-"
    if unicodedata.category(character).startswith("M"):
        return "m"
    return "l" if character.isidentifier() else "-"
