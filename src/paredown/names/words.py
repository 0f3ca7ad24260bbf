"""An identifier -> the words a person reads in it."""

from __future__ import annotations

import re

ASCII = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
SHAPE = re.compile(r"U+(?=Ul)|U?l+|U+|d+|o+")
"""The same over a name's shape: U an upper-case letter, l a lower-case one, d a digit, o a letter without case."""


def words(name: str) -> tuple[str, ...]:
    """Return the words of `name` in order, as spelled: `parseHTTPServer2` -> `parse`, `HTTP`, `Server`, `2`."""
    if name.isascii():
        return tuple(ASCII.findall(name))
    shape = "".join(map(_shape, name))
    return tuple(name[found.start() : found.end()] for found in SHAPE.finditer(shape))


def word_count(name: str) -> int:
    """Return how many words a reader hears in `name`; a number belongs to the word before it (`OAuth2` has two)."""
    return sum(not word.isdecimal() for word in words(name))


def _shape(character: str) -> str:
    if character.isupper() or character.istitle():
        return "U"
    if character.islower():
        return "l"
    if character.isdecimal():
        return "d"
    # A combining mark belongs to the letter before it; both kinds of case end up in one word with it.
    return "o" if character.isalpha() else "l" if not character.isascii() and character.isidentifier() else "-"
