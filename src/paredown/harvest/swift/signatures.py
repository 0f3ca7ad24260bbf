"""A declaration's node -> the one line that a signature may hold."""

from __future__ import annotations

import re
from typing import NamedTuple

from tree_sitter import Node

from paredown.harvest.swift.grammar import (
    CLOSURES,
    COMMENTS,
    COMPUTED,
    GETTER_SPECIFIER,
    LITERALS,
    MODIFY,
    REQUIREMENTS,
    SETTER,
)
from paredown.harvest.text import Signed, Span, bounded, decode, one_line, sign, spans_of

MARKS = re.compile(rb"[\"/{#`]")
"""A slice without one of these bytes holds no literal, comment, closure or quoted name."""
UNTIDY = re.compile(r"[^\S ]|[\x00-\x1f\x7f-\x9f]|  |[(\[{] | [)\]},;]|, ?[)\]]|\A | \Z")
"""What a line may not hold to be shown as it is."""
QUOTED = re.compile(rb"`([A-Za-z_][A-Za-z0-9_]*)`")
"""A keyword used as a name: nothing but the name is inside."""


class Tail(NamedTuple):
    """A range of source that follows a name, and the node to look for literals in."""

    node: Node
    start: int
    end: int


def signature(lead: str, name: str, source: bytes, tail: Tail, after: str = "") -> Signed:
    """Return `lead`, `name`, the source of `tail` and `after` on one line, with its literals taken out."""
    if MARKS.search(source, tail.start, tail.end) is None:
        rest = Signed(decode(source[tail.start : tail.end]), ())
    else:
        rest = _signed(source, tail)
    text = f"{lead}{_plain(name)}{_gap(rest.text)}{after}"
    return Signed(bounded(text if UNTIDY.search(text) is None else one_line(text)), rest.constants)


def accessors(children: list[Node], source: bytes, *, sealed: bool) -> str:
    """Return ` { get }` or ` { get set }` for a variable or subscript, empty for one that is stored and open."""
    for child in children:
        if child.kind_id == REQUIREMENTS:
            return " " + one_line(decode(source[child.start_byte : child.end_byte]))
        if child.kind_id == COMPUTED:
            return _computed(child, source, sealed)
    return " { get }" if sealed else ""


def _computed(node: Node, source: bytes, sealed: bool) -> str:
    effects, setter = "", False
    for child in node.children:
        if child.kind_id in (SETTER, MODIFY):
            setter = True
        for inner in child.children:
            if inner.kind_id == GETTER_SPECIFIER:
                words = [decode(source[word.start_byte : word.end_byte]) for word in inner.children]
                effects = "".join(f" {one_line(word)}" for word in words if word != "get" and len(word) < 80)
    return f" {{ get{effects} set }}" if setter and not sealed else f" {{ get{effects} }}"


def _signed(source: bytes, tail: Tail) -> Signed:
    start, end = tail.start, tail.end
    literals = spans_of(tail.node, start, end, LITERALS)
    comments = spans_of(tail.node, start, end, COMMENTS)
    # What a closure does is code; the braces say that there is one.
    comments += [Span(s.start + 1, s.end - 1) for s in spans_of(tail.node, start, end, CLOSURES)]
    if source.find(b"`", start, end) < 0:
        return sign(source, start, end, literals, comments)
    # Of a keyword used as a name only the name is shown; any other quote cuts the signature off.
    piece = QUOTED.sub(b"\xff\\1\xff", source[start:end])
    moved = [[Span(s.start - start, s.end - start) for s in spans] for spans in (literals, comments)]
    signed = sign(piece, 0, end - start, *moved)
    return Signed(signed.text.replace("\ufffd", ""), signed.constants)


def _plain(name: str) -> str:
    return name.replace("`", "")


def _gap(rest: str) -> str:
    """Return `rest` after a name: a clause keeps its blank, a bracket stands at the name."""
    stripped = rest.lstrip()
    if not stripped:
        return ""
    return stripped if stripped[0] in "(<?!:," else f" {stripped}"
