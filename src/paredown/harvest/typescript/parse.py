"""Bytes of a declaration file -> a syntax tree whose offsets are those of the bytes."""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node, Parser

from paredown.harvest.text import Span
from paredown.harvest.typescript.grammar import FUNCTIONS
from paredown.harvest.typescript.repair import repair, rewrite


class Parsed(NamedTuple):
    """A file's original bytes, the root of its tree, and the literals the tree does not know.

    `errors` counts what the grammar could not read outside the bodies of functions.
    """

    source: bytes
    root: Node
    hidden: tuple[Span, ...] = ()
    errors: int = 0


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
