"""An identifier -> what its letters say it is."""

from __future__ import annotations


def type_shaped(name: str) -> bool:
    """Whether `name` is written as types are: a capital first, not all in capitals, without underscores."""
    return name[:1].isupper() and not name.isupper() and "_" not in name


def spaced_words(text: str) -> int:
    """Return how many words of `text` stand between spaces, tabs and line ends."""
    return len([word for word in text.replace("\t", " ").replace("\n", " ").split(" ") if word])
