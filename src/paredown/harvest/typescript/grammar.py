"""The grammar's names of nodes -> the numbers that a walk compares."""

from __future__ import annotations

import tree_sitter_typescript
from tree_sitter import Language, Parser

LANGUAGE = Language(tree_sitter_typescript.language_typescript())


def parser() -> Parser:
    """Return a new parser; one serves a whole harvest."""
    return Parser(LANGUAGE)


def named(*kinds: str) -> tuple[int, ...]:
    """Return the numbers of nodes with a name."""
    return tuple(_number(kind, is_named=True) for kind in kinds)


def token(kind: str) -> int:
    """Return the number of a keyword or a punctuation mark."""
    return _number(kind, is_named=False)


def _number(kind: str, *, is_named: bool) -> int:
    number = LANGUAGE.id_for_node_kind(kind, is_named)
    if number is None:
        raise LookupError(f"the grammar has no {kind}")
    return number


(COMMENT, STRING, IDENTIFIER, MEMBER_EXPRESSION) = named("comment", "string", "identifier", "member_expression")
ERROR = 65535
"""What the grammar could not read: a number of tree-sitter itself."""
LITERALS = frozenset({"string", "template_string", "template_literal_type", "regex"})
"""Nodes that hold text: never part of a signature."""
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
