"""Source bytes -> the one line a signature may hold, with its literals taken out."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from paredown.model import ELIDED, Prose

if TYPE_CHECKING:
    from tree_sitter import Node

MAX_SIGNATURE = 1_000
"""Characters of a signature; the rest is cut and marked with an ellipsis."""
MARKS = re.compile(rb"[\"'`/#]")
"""A slice without one of these bytes holds neither a string nor a comment in any language read here."""
BLANK = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u2028\u2029]+")
TIGHT = re.compile(r"(?<=[(\[{]) (?=\S)|(?<=\S) (?=[)\]},;])|,(?= ?[)\]])")


class Span(NamedTuple):
    """A range of bytes."""

    start: int
    end: int


class Signed(NamedTuple):
    """A signature's text and the literals that were taken out of it."""

    text: str
    constants: tuple[Prose, ...]


def decode(source: bytes) -> str:
    """Return `source` as text; what is not UTF-8 becomes U+FFFD."""
    return source.decode("utf-8", "replace")


def one_line(text: str) -> str:
    """Return `text` with runs of white space and control characters as one space, and no space inside brackets."""
    return TIGHT.sub("", BLANK.sub(" ", text).strip())


def sign(source: bytes, start: int, end: int, literals: Sequence[Span], comments: Iterable[Span] = ()) -> Signed:
    """Return `source[start:end]` on one line: literals as `"…"`, comments gone, at most `MAX_SIGNATURE` long.

    Spans may lie outside the range, across its ends or inside each other; the outermost wins. Fails closed: what
    any span covers is never shown, and if a quote is left that no literal accounts for (a file that did not
    parse), everything from there on is dropped.
    """
    pieces: list[str] = []
    constants: list[Prose] = []
    at = start
    marked = [(*s, True) for s in literals] + [(*s, False) for s in comments]
    for opened, closed, is_literal in sorted(marked, key=lambda span: (span[0], -span[1])):
        first, last = max(opened, at), min(closed, end)
        if first >= last:
            continue
        pieces.append(decode(source[at:first]))
        if is_literal:
            pieces.append(ELIDED)
            constants.append(Prose(decode(source[first:last])))
        else:
            pieces.append(" ")
        at = last
    pieces.append(decode(source[at:end]))
    return Signed(bounded(one_line("".join(pieces))), tuple(constants))


def bounded(text: str) -> str:
    """Return `text` cut to `MAX_SIGNATURE` and, fail closed, at the first quote that is not an elided literal."""
    shadow = text.replace(ELIDED, "\0\0\0")
    for quote in "\"'`":
        found = shadow.find(quote)
        if found >= 0:
            shadow = shadow[:found]
            text = text[:found].rstrip() + "…"
    if len(text) > MAX_SIGNATURE:
        cut = text[:MAX_SIGNATURE]
        # A literal that the cut would halve goes whole: outside of literals there is no quote to miscount.
        if cut.count('"') % 2:
            cut = cut[: cut.rindex('"')]
        text = cut + "…"
    return text


def spans_of(node: Node, start: int, end: int, kinds: Collection[str]) -> list[Span]:
    """Return the spans of the outermost nodes of `kinds` below `node` that touch `start:end`, in order."""
    found: list[Span] = []
    stack = [node]
    while stack:
        top = stack.pop()
        if top.end_byte <= start or top.start_byte >= end:
            continue
        if top.is_named and top.type in kinds:  # the keyword `string` is a node of type `string` too
            found.append(Span(top.start_byte, top.end_byte))
        else:
            stack.extend(reversed(top.children))
    return found
