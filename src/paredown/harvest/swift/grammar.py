"""The grammar's names of nodes -> the numbers that a walk compares."""

from __future__ import annotations

import tree_sitter_swift
from tree_sitter import Language, Parser

LANGUAGE = Language(tree_sitter_swift.language())


def parser() -> Parser:
    """Return a new parser; one serves a whole harvest."""
    return Parser(LANGUAGE)


def named(*kinds: str) -> tuple[int, ...]:
    """Return the numbers of nodes with a name."""
    return tuple(_number(kind, is_named=True) for kind in kinds)


def token(*kinds: str) -> tuple[int, ...]:
    """Return the numbers of keywords and punctuation marks."""
    return tuple(_number(kind, is_named=False) for kind in kinds)


def _number(kind: str, *, is_named: bool) -> int:
    number = LANGUAGE.id_for_node_kind(kind, is_named)
    if number is None:
        raise LookupError(f"the grammar has no {kind}")
    return number


ERROR = 65535
"""What the grammar could not read: a number of tree-sitter itself."""
(COMMENT, BLOCK_COMMENT, MODIFIERS, ATTRIBUTE, VISIBILITY, IMPORT) = named(
    "comment", "multiline_comment", "modifiers", "attribute", "visibility_modifier", "import_declaration"
)
(TYPE, PROTOCOL, FUNCTION, REQUIREMENT, PROPERTY, REQUIRED_PROPERTY, INIT, SUBSCRIPT, CASE) = named(
    "class_declaration",
    "protocol_declaration",
    "function_declaration",
    "protocol_function_declaration",
    "property_declaration",
    "protocol_property_declaration",
    "init_declaration",
    "subscript_declaration",
    "enum_entry",
)
(TYPEALIAS, ASSOCIATED, MACRO, MACRO_DEFINITION) = named(
    "typealias_declaration", "associatedtype_declaration", "macro_declaration", "macro_definition"
)
(FUNCTION_BODY, COMPUTED, REQUIREMENTS, OBSERVERS, CONSTRAINTS, ANNOTATION, PATTERN, BINDING) = named(
    "function_body",
    "computed_property",
    "protocol_property_requirements",
    "willset_didset_block",
    "type_constraints",
    "type_annotation",
    "pattern",
    "value_binding_pattern",
)
(SETTER, MODIFY, GETTER_SPECIFIER, IDENTIFIER, TYPE_IDENTIFIER, PAYLOAD) = named(
    "computed_setter",
    "computed_modify",
    "getter_specifier",
    "simple_identifier",
    "type_identifier",
    "enum_type_parameters",
)
(EQUALS, SEMICOLON, BRACE, SUBSCRIPT_WORD, INIT_WORD, INDIRECT) = token("=", ";", "{", "subscript", "init", "indirect")
DECLARATIONS = frozenset(
    {TYPE, PROTOCOL, FUNCTION, REQUIREMENT, PROPERTY, REQUIRED_PROPERTY, INIT, SUBSCRIPT, CASE}
    | {TYPEALIAS, ASSOCIATED, MACRO}
)
LITERALS = frozenset(
    {"line_string_literal", "multi_line_string_literal", "raw_string_literal", "regex_literal", "raw_str_part"}
)
"""Nodes that hold text: never part of a signature."""
CLOSURES = frozenset({"lambda_literal"})
COMMENTS = frozenset({"comment", "multiline_comment"})
PLAIN = frozenset(named("integer_literal", "real_literal", "boolean_literal", "nil_literal", "prefix_expression"))
TEXTS = frozenset(named("line_string_literal", "multi_line_string_literal", "raw_string_literal"))
