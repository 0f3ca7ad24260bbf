"""What every kind of configuration file offers: text with ours in it, and text without."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol


class Span(NamedTuple):
    """Characters `start` to `end` of a text."""

    start: int
    end: int


class Added(NamedTuple):
    """A text after an addition; without the `spans` it is what it was before, byte for byte."""

    text: str
    spans: tuple[Span, ...]


class Place(Protocol):
    """One file, and what of ours belongs in it.

    `add` and `remove` raise `ValueError`, whose text is a sentence of ours, for a text that they must not change.
    """

    @property
    def path(self) -> str:
        """The file, relative to the project."""

    def holds(self, text: str) -> bool:
        """Whether all of ours is in `text`."""

    def finds(self, text: str) -> bool:
        """Whether all of ours is in `text`, whichever program it starts."""

    def add(self, text: str) -> Added:
        """Return `text` with all of ours in it; what is there already is not added again."""

    def remove(self, text: str) -> str:
        """Return `text` without ours; an empty text when nothing else is in it."""


def insert(text: str, insertions: Iterable[tuple[int, str]]) -> Added:
    """Return `text` with each piece inserted before the character at its place."""
    parts: list[str] = []
    spans: list[Span] = []
    done = length = 0
    for at, piece in sorted(insertions, key=lambda insertion: insertion[0]):
        parts += (text[done:at], piece)
        length += at - done
        spans.append(Span(length, length + len(piece)))
        length += len(piece)
        done = at
    return Added("".join((*parts, text[done:])), tuple(spans))


def cut(text: str, spans: Iterable[Span]) -> str:
    """Return `text` without the characters of `spans`, which do not overlap."""
    for span in sorted(spans, reverse=True):
        text = text[: span.start] + text[span.end :]
    return text


def moved(spans: Iterable[Span], later: tuple[Span, ...]) -> tuple[Span, ...]:
    """Return `spans` where they are after `later` were inserted, one span for each piece that stayed whole."""
    result: list[Span] = []
    for span in spans:
        start, end = span
        for added in later:  # in ascending order, in terms of the newer text
            size = added.end - added.start
            if added.start <= start:
                start, end = start + size, end + size
            elif added.start < end:
                end += size  # inside: the newer piece goes with the older one
        result.append(Span(start, end))
    kept = [span for span in later if not any(one.start <= span.start < one.end for one in result)]
    return tuple(sorted((*result, *kept)))
