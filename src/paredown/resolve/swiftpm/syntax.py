"""The bytes of a Package.swift -> its syntax tree, with every branch of its conditional compilation open."""

from __future__ import annotations

import re
from time import process_time

import tree_sitter_swift
from tree_sitter import Language, Node, Parser

MAX_MANIFEST = 1024 * 1024
"""Bytes of a Package.swift; the largest ones are a tenth of it."""
SECONDS = 5.0
"""Processor time for one manifest; real ones need a hundredth."""
DIRECTIVE = re.compile(rb"^[ \t]*#(?:if|elseif|else|endif)\b[^\n]*", re.MULTILINE)
LANGUAGE = Language(tree_sitter_swift.language())


def parse(source: bytes) -> Node | None:
    """Return the root of `source`, or None when it takes longer than a manifest may.

    A directive stands in an array literal as well, where the grammar has no place for it: its line becomes blanks.
    """
    text = DIRECTIVE.sub(lambda found: b" " * len(found[0]), source)
    end = process_time() + SECONDS
    try:
        tree = Parser(LANGUAGE).parse(
            lambda offset, _point: text[offset:] if offset < len(text) else None,
            progress_callback=lambda _offset, _has_error: process_time() > end,
        )
    except ValueError:  # how the binding says that the callback ended it
        return None
    return tree.root_node


def line_of(node: Node) -> int:
    """Return the line that `node` starts on, counted from 1."""
    return node.start_point[0] + 1


def text_of(node: Node) -> str:
    """Return the text of `node`."""
    return (node.text or b"").decode("utf-8", "replace")


def field(node: Node, name: str) -> Node | None:
    """Return the child of `node` in the field `name`."""
    return node.child_by_field_name(name)
