"""Bytes and a grammar's parser -> the root of a syntax tree, or nothing once it takes too long.

A grammar can need minutes for a file made for that. Asking for the time costs more than small files do, so that these
are parsed without.
"""

from __future__ import annotations

from time import process_time

from tree_sitter import Node, Parser


def timed_parse(source: bytes, parser: Parser, *, seconds: float, large: int) -> Node | None:
    """Return the root of the tree; None when a `source` of `large` bytes or more takes over `seconds` of processor."""
    if len(source) < large:
        return parser.parse(source).root_node
    end = process_time() + seconds
    try:
        tree = parser.parse(
            lambda offset, _point: source[offset:] if offset < len(source) else None,
            progress_callback=lambda _offset, _has_error: process_time() > end,
        )
    except ValueError:  # how the binding says that the callback ended it
        parser.reset()
        return None
    return tree.root_node
