"""The comments before a declaration -> its doc comment, as prose."""

from __future__ import annotations

import re

from paredown.harvest.text import Span, decode
from paredown.model import NO_PROSE, Prose

LINE = re.compile(rb"^[ \t]*///[ \t]?", re.MULTILINE)
STAR = re.compile(rb"^[ \t]*\*(?!/)[ \t]?", re.MULTILINE)
NO_COMMENT = Span(0, 0)


class Comments:
    """The doc comment that stands right before what comes next in a scope."""

    __slots__ = ("_end", "_source", "_start")

    def __init__(self, source: bytes) -> None:
        self._source = source
        self._start = self._end = 0

    def add(self, start: int, end: int) -> None:
        """Take in the comment at `start:end`: a line goes on from the line before it."""
        source = self._source
        if source.startswith(b"///", start):
            if not (self._end and source.startswith(b"///", self._start)):
                self._start = start
            self._end = end
        elif source.startswith(b"/**", start) and not source.startswith(b"/**/", start):
            self._start, self._end = start, end

    def take(self) -> Span:
        """Return where the comment lies, empty for none, and forget it."""
        if not self._end:
            return NO_COMMENT
        found = Span(self._start, self._end)
        self._start = self._end = 0
        return found


def prose_of(source: bytes, doc: Span) -> Prose:
    """Return the text of the doc comment at `doc`."""
    if doc.end <= doc.start:
        return NO_PROSE
    raw = source[doc.start : doc.end]
    is_block = raw.startswith(b"/**")
    text = STAR.sub(b"", raw.removeprefix(b"/**").removesuffix(b"*/")) if is_block else LINE.sub(b"", raw)
    return Prose(decode(text).strip())
