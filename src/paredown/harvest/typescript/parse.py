"""Bytes of a declaration file -> a syntax tree whose offsets are those of the bytes."""

from __future__ import annotations

import re
from typing import NamedTuple

from tree_sitter import Node, Parser

from paredown.harvest.text import Span
from paredown.harvest.typescript.grammar import FUNCTIONS
from paredown.harvest.typescript.repair import repair, rewrite

TOKENS = re.compile(
    rb"""(?P<comment>/\*.*?\*/|//[^\n]*)|(?P<open>/\*)"""
    rb"""|(?P<literal>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\\.)"""
    rb"""|(?P<statement>^(?:export|declare|import|interface|type|namespace|module|class|abstract|function|const|enum)\b)""",
    re.DOTALL | re.MULTILINE,
)


class Parsed(NamedTuple):
    """A file's original bytes, the root of its tree, and the literals the tree does not know.

    `errors` counts what the grammar could not read outside the bodies of functions.
    """

    source: bytes
    root: Node
    hidden: tuple[Span, ...] = ()
    errors: int = 0


def pieces(source: bytes, parser: Parser) -> list[Parsed]:
    """Return `source` parsed: as one, or statement by statement where an error might swallow the others."""
    whole = parse(source, parser)
    if not whole.errors:
        return [whole]
    starts = _statements(source)
    parts = [parse(source[start:end], parser) for start, end in zip(starts, [*starts[1:], len(source)], strict=True)]
    return parts if len(parts) > 1 else [whole]


def _statements(source: bytes) -> list[int]:
    """Return where the statements at the left margin begin, each with the comments before it."""
    starts = [0]
    begins = -1
    last = 0
    for token in TOKENS.finditer(source):
        kind = token.lastgroup
        if kind == "open":
            break  # a comment that never ends: what follows is no code
        blank = source[last : token.start()].isspace()
        if kind == "comment":
            begins = begins if blank and begins >= 0 else token.start()
        elif kind == "statement":
            start = begins if blank and begins >= 0 else token.start()
            if start > starts[-1]:
                starts.append(start)
            begins = -1
        else:
            begins = -1
        last = token.end()
    return starts


def parse(source: bytes, parser: Parser) -> Parsed:
    """Return `source` parsed; repairs of rare syntax are tried only when the first attempt has errors."""
    text, hidden = rewrite(source)
    root = parser.parse(text).root_node
    if root.has_error:
        repaired = repair(text)
        if repaired != text:
            root = parser.parse(repaired).root_node
    return Parsed(source, root, hidden, errors_in(root) if root.has_error else 0)


def errors_in(root: Node) -> int:
    """Count the ERROR and missing nodes outside the bodies of functions."""
    count = 0
    stack = [root]
    while stack:
        node = stack.pop()
        if node.is_error or node.is_missing:
            count += 1
            continue
        in_function = node.type in FUNCTIONS
        stack.extend(c for c in node.children if c.has_error and not (in_function and c.type == "statement_block"))
    return count
