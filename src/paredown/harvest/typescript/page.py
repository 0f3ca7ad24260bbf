"""Spans of a file -> the text of signatures, names and doc comments."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import pairwise
from typing import NamedTuple

from tree_sitter import Node

from paredown.harvest.jsdoc import OPENING, is_doc, read_doc
from paredown.harvest.text import MAX_SIGNATURE, Signed, Span, bounded, decode, sign, spans_of
from paredown.harvest.typescript.escapes import unescaped
from paredown.harvest.typescript.grammar import COMMENT, LITERALS, named
from paredown.harvest.typescript.parse import Parsed
from paredown.model import ELIDED, Prose

MARKED = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\xff`\\/\"']")
"""What keeps a slice from being its own signature: literals, comments, other scripts. One set, so it is fast."""
HARD = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\xff`\\]|/[/*]")
"""What keeps a slice from being read by its bytes alone, when it holds strings."""
UNPARTED = re.compile(rb"[\w$\])}>\"'`][ \t]*(?:/[/*][^\n]*)?\r?\n\s*+[\w$\[\"'`(<+/-]")
"""A line that ends and another that begins as members of an object type do."""
SIMPLE_STRING = re.compile(r""""[^"\n]*"|'[^'\n]*'""")
TIGHT = (
    ("{ ", "{"),
    ("( ", "("),
    ("[ ", "["),
    (" )", ")"),
    (" ]", "]"),
    (" }", "}"),
    (",)", ")"),
    (",]", "]"),
    (" ,", ","),
    (" ;", ";"),
)
ANGLES = (("< ", "<"), (" >", ">"), (",>", ">"))
"""In a list of type parameters over several lines; on one line these may be comparisons."""
PLAIN = re.compile(r"[\w$.:/@-]+")
"""A quoted name that may be shown without its quotes."""
(OBJECT_TYPE,) = named("object_type")
SHOWN_KINDS = LITERALS | {"comment"}


class Named(NamedTuple):
    """A declared name, what stands for it in a signature (empty: itself), and where it ends."""

    name: str
    shown: str
    end: int


class Page:
    """A parsed file's bytes, with the literals that its tree does not know. `broken` when it did not parse."""

    __slots__ = ("broken", "hidden", "source")

    def __init__(self, parsed: Parsed) -> None:
        self.source = parsed.source
        self.hidden = parsed.hidden
        self.broken = parsed.errors > 0

    def cut(self, node: Node, start: int, end: int) -> Signed:
        """Return `start:end`, which lies in `node`, as it may stand in a signature: up to what did not parse."""
        if self.broken and node.has_error:
            fault = _fault(node, start, end)
            if fault < end:
                text, constants = self._cut(node, start, fault)
                return Signed(f"{text}…", constants)
        return self._cut(node, start, end)

    def _cut(self, node: Node, start: int, end: int) -> Signed:
        source, piece = self.source, self.source[start:end]
        if b"\n" in piece and b"{" in piece and UNPARTED.search(piece):
            piece = separated(node, start, piece)
            source = b"".join((source[:start], piece, source[end:])) if piece != source[start:end] else source
        if len(piece) <= MAX_SIGNATURE:
            if not MARKED.search(piece):
                return Signed(tight(piece.decode()), ())
            elided = None if HARD.search(piece) else self._elided(piece.decode())
            if elided is not None:
                return elided
        literals: list[Span] = []
        comments: list[Span] = []
        for span in spans_of(node, start, end, SHOWN_KINDS):
            (comments if source.startswith((b"/*", b"//"), span.start) else literals).append(span)
        first = bisect_left(self.hidden, (start, 0))
        for span in self.hidden[first:]:
            if span.end > end:
                break
            literals.append(span)
        text, constants = sign(source, start, end, literals, comments)
        return Signed(_closed(text) if b"\n" in piece else text, constants)

    @staticmethod
    def _elided(text: str) -> Signed | None:
        """Return `text` without its strings; None when their ends are in doubt."""
        constants = tuple(map(Prose, SIMPLE_STRING.findall(text)))
        left = SIMPLE_STRING.sub("\0", text)
        if '"' in left or "'" in left:
            return None
        return Signed(bounded(tight(left).replace("\0", ELIDED)), constants)

    def doc(self, comment: Node) -> bytes:
        """Return a doc comment as it stands, empty for a comment of any other kind."""
        start = comment.start_byte
        if not self.source.startswith(OPENING, start):
            return b""
        raw = self.source[start : comment.end_byte]
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


def tight(text: str) -> str:
    """Return `text`, which holds neither literals nor comments, on one line and without blanks inside brackets."""
    lines = "\n" in text
    if lines or "  " in text or text[-1:] == " ":
        text = " ".join(text.split())
    if "(" in text or "{" in text or "[" in text:
        for loose, close in TIGHT:
            text = text.replace(loose, close)
    return _closed(text) if lines and "<" in text else text


def _closed(text: str) -> str:
    """Return `text`, which stood on several lines, without blanks inside angle brackets."""
    for loose, close in ANGLES:
        text = text.replace(loose, close)
    return text


def shown_as(name: str) -> str:
    """Return what stands in a signature for a name that may be any text."""
    return name if PLAIN.fullmatch(name) else ELIDED


def _fault(node: Node, start: int, end: int) -> int:
    """Return where the first thing in `start:end` begins that did not parse, `end` where all did."""
    first = end
    stack = [node]
    while stack:
        top = stack.pop()
        if top.end_byte < start or top.start_byte >= first:
            continue
        if top.is_error or top.is_missing:
            first = max(start, top.start_byte)
        else:
            stack.extend(child for child in top.children if child.has_error)
    return first


def separated(node: Node, start: int, piece: bytes) -> bytes:
    """Return `piece`, which begins at `start` in `node`, with a semicolon where only a line's end parts two members."""
    ends: list[int] = []
    stack = [node]
    while stack:
        top = stack.pop()
        if top.end_byte <= start or top.start_byte >= start + len(piece):
            continue
        children = top.children
        if top.kind_id == OBJECT_TYPE:
            ends.extend(
                member.end_byte - start
                for member, after in pairwise(c for c in children if c.kind_id != COMMENT)
                if member.is_named and after.is_named
            )
        stack.extend(children)
    changed = bytearray(piece)
    for end in ends:
        if 0 <= end < len(piece) and piece[end] in b" \t\r\n":
            changed[end] = ord(";")
    return bytes(changed)


class _Quoted(NamedTuple):
    name: str
    shown: str


def _quoted(literal: bytes) -> _Quoted:
    name = unescaped(decode(literal[1:-1]))
    if not name:
        return _Quoted('""', ELIDED)
    shown = shown_as(name)
    return _Quoted(name, "" if shown == name else shown)


def is_internal(doc: bytes) -> bool:
    """Whether a doc comment takes its declaration back."""
    return b"@internal" in doc and read_doc(doc).internal
