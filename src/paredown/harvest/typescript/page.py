"""Spans of a file -> the text of signatures, names and doc comments."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import NamedTuple

from tree_sitter import Node

from paredown.harvest.jsdoc import is_doc, read_doc
from paredown.harvest.text import MARKS, MAX_SIGNATURE, Signed, Span, bounded, decode, one_line, sign, spans_of
from paredown.harvest.typescript.grammar import LITERALS
from paredown.harvest.typescript.parse import Parsed
from paredown.model import ELIDED

ODD = re.compile(rb"[^ -~]|[\"'`/#]|  |[(\[{] | [)\],;]|, ?[)\]]")
"""What keeps a slice from being its own signature text: literals, comments, line breaks, loose blanks."""
PLAIN = re.compile(r"[\w$.:/@-]+")
"""A quoted name that may be shown without its quotes."""
SHOWN_KINDS = LITERALS | {"comment"}


class Named(NamedTuple):
    """A declared name, what stands for it in a signature (empty: itself), and where it ends."""

    name: str
    shown: str
    end: int


class Page:
    """A parsed file's bytes, with the literals that its tree does not know."""

    __slots__ = ("hidden", "source")

    def __init__(self, parsed: Parsed) -> None:
        self.source = parsed.source
        self.hidden = parsed.hidden

    def cut(self, node: Node, start: int, end: int) -> Signed:
        """Return `start:end`, which lies in `node`, as it may stand in a signature."""
        piece = self.source[start:end]
        if len(piece) <= MAX_SIGNATURE and not ODD.search(piece):
            return Signed(piece.decode(), ())
        if not MARKS.search(piece):
            return Signed(bounded(one_line(decode(piece))), ())
        literals: list[Span] = []
        comments: list[Span] = []
        for span in spans_of(node, start, end, SHOWN_KINDS):
            (comments if self.source.startswith((b"/*", b"//"), span.start) else literals).append(span)
        first = bisect_left(self.hidden, (start, 0))
        for span in self.hidden[first:]:
            if span.end > end:
                break
            literals.append(span)
        return sign(self.source, start, end, literals, comments)

    def doc(self, comment: Node | None) -> bytes:
        """Return the raw doc comment, empty when `comment` is none."""
        if comment is None:
            return b""
        raw = self.source[comment.start_byte : comment.end_byte]
        return raw if is_doc(raw) else b""

    def text(self, node: Node) -> str:
        """Return the text of a name."""
        return decode(self.source[node.start_byte : node.end_byte])

    def named(self, node: Node) -> Named:
        """Return the name that a name node declares: a word, a literal without its quotes, or `[computed]`."""
        start, end = node.start_byte, node.end_byte
        kind = node.type
        if kind == "computed_property_name":
            inner = self.source[start + 1 : end - 1].strip()
            if inner[:1] not in b"\"'`" or not inner:
                return Named(self.cut(node, start, end).text, "", end)
            return Named(*_quoted(inner), end)
        if kind in ("string", "template_string"):
            return Named(*_quoted(self.source[start:end]), end)
        return Named(decode(self.source[start:end]), "", end)

    def specifier(self, string: Node) -> str:
        """Return the content of the string that names a module."""
        return decode(self.source[string.start_byte + 1 : string.end_byte - 1])


class _Quoted(NamedTuple):
    name: str
    shown: str


def _quoted(literal: bytes) -> _Quoted:
    name = decode(literal[1:-1])
    if not name:
        return _Quoted('""', ELIDED)
    return _Quoted(name, "" if PLAIN.fullmatch(name) else ELIDED)


def is_internal(doc: bytes) -> bool:
    """Whether a doc comment takes its declaration back."""
    return b"@internal" in doc and read_doc(doc).internal
