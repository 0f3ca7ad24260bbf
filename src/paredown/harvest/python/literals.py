"""The header of a declaration -> where its string literals lie, and which of them are types in quotes.

A string annotation that is nothing but a type loses its quotes; every other literal is elided. Whatever the walk
does not know counts as a literal.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from tree_sitter import Node

from paredown.harvest.python import grammar as g
from paredown.harvest.python.expressions import is_reference
from paredown.harvest.python.facts import Mark, Marks

MARKED = re.compile(rb"[\"'`#\\]")
"""A header without one of these holds neither a literal nor a comment; to the grammar a backtick opens a string."""
PLAIN_QUOTES = frozenset({b'"', b"'", b'"""', b"'''"})
LAST_NAME = re.compile(rb"([^\W\d]\w*)\s*$")
TYPES_INSIDE = frozenset({g.TYPE, g.TYPE_PARAMETER, g.UNION_TYPE, g.TUPLE, g.LIST, g.PARENTHESIZED, g.CONSTRAINED})
PARAMETERS = frozenset({g.TYPED, g.TYPED_DEFAULT})


class Verbatim(NamedTuple):
    """What `Literal` and `Annotated` are called in one module: their arguments are data, not types."""

    literal: set[bytes]
    annotated: set[bytes]

    @staticmethod
    def usual() -> Verbatim:
        """Return the names before a module renames them."""
        return Verbatim({b"Literal"}, {b"Annotated"})


def marks(nodes: Sequence[Node], source: bytes, verbatim: Verbatim) -> Marks | None:
    """Return the marks of the header that `nodes` are the parts of, or None when it has none."""
    if not nodes:
        return None
    # Only what holds a quote, a hash or a backslash is walked: most parameters of a long header do not.
    places = [match.start() for match in MARKED.finditer(source, nodes[0].start_byte, nodes[-1].end_byte)]
    found: list[Mark] = []
    stack = [(node, node.kind_id in (g.TYPE, g.TYPE_PARAMETER)) for node in nodes]
    while stack:
        node, typed = stack.pop()
        start, end = node.start_byte, node.end_byte
        at = bisect_left(places, start)
        if at == len(places) or places[at] >= end:
            continue
        kind = node.kind_id
        if kind in g.STRINGS:
            if typed and kind == g.STRING and (quotes := quotes_of_reference(node, source)):
                found += quotes
            else:
                found.append(Mark(start, end, True))
        elif kind in g.COMMENTS:
            found.append(Mark(start, end, False))
        elif typed and kind in (g.GENERIC_TYPE, g.SUBSCRIPT):
            stack += _arguments(node, source, verbatim)
        elif typed and (kind in TYPES_INSIDE or (kind == g.BINARY and node.children[1].type == "|")):
            stack += [(child, True) for child in node.children]
        elif kind in PARAMETERS:
            stack += [(child, child.kind_id == g.TYPE) for child in node.children]
        else:
            stack += [(child, False) for child in node.children]
    return tuple(sorted(found)) if found else None


def _arguments(node: Node, source: bytes, verbatim: Verbatim) -> list[tuple[Node, bool]]:
    """Return the parts of `head[…]`, each with whether it is a type."""
    head, *rest = node.children
    found = LAST_NAME.search(source, head.start_byte, head.end_byte)
    name = found[1] if found else b""
    if node.kind_id == g.GENERIC_TYPE and rest:
        rest = [child for parameters in rest for child in parameters.children]
    if name in verbatim.literal:
        return [(child, False) for child in (head, *rest)]
    if name in verbatim.annotated:
        first = next((child.id for child in rest if child.is_named), 0)
        return [(head, False), *((child, child.id == first) for child in rest)]
    return [(head, False), *((child, True) for child in rest)]


def quotes_of_reference(node: Node, source: bytes) -> list[Mark]:
    """Return the two quotes around a string that is a type, or nothing."""
    parts = node.children
    if len(parts) != 3 or parts[1].kind_id != g.STRING_CONTENT or parts[1].child_count:
        return []
    opened, content, closed = parts
    if source[opened.start_byte : opened.end_byte] not in PLAIN_QUOTES:
        return []
    try:
        text = source[content.start_byte : content.end_byte].decode()
    except UnicodeDecodeError:
        return []
    if not is_reference(text):
        return []
    return [Mark(opened.start_byte, opened.end_byte, False), Mark(closed.start_byte, closed.end_byte, False)]


def literal_text(node: Node, source: bytes) -> str | None:
    """Return what a plain string literal says, or None for bytes, f-strings and escapes."""
    if node.kind_id == g.CONCATENATED:
        parts = [literal_text(child, source) if child.kind_id == g.STRING else None for child in node.named_children]
        return None if None in parts else "".join(part for part in parts if part)
    inner = node.named_children
    if not inner or source[inner[0].start_byte : inner[0].end_byte].strip(b"\"'") not in (b"", b"u", b"r", b"U", b"R"):
        return None
    if len(inner) == 2:
        return ""
    if len(inner) != 3 or inner[1].child_count:
        return None
    return source[inner[1].start_byte : inner[1].end_byte].decode("utf-8", "replace")
