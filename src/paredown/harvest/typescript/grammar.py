"""The grammar's names of nodes -> the numbers that a walk compares."""

from __future__ import annotations

import tree_sitter_typescript
from tree_sitter import Language, Parser

LANGUAGE = Language(tree_sitter_typescript.language_typescript())
TSX = Language(tree_sitter_typescript.language_tsx())


def parser(*, tsx: bool = False) -> Parser:
    """Return a new parser; one is kept for each harvest."""
    return Parser(TSX if tsx else LANGUAGE)


LITERALS = frozenset({"string", "template_string", "template_literal_type", "regex"})
"""Nodes that hold text: never part of a signature."""
COMMENTS = frozenset({"comment", "html_comment"})
BODIES = frozenset({"statement_block"})
FUNCTIONS = frozenset(
    {
        "function_declaration",
        "generator_function_declaration",
        "method_definition",
        "arrow_function",
        "function_expression",
        "generator_function",
        "class_static_block",
    }
)
"""Nodes whose `statement_block` is code, never declarations."""
