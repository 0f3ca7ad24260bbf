"""The grammar's names of nodes -> the numbers that a walk compares; a source file -> its syntax tree."""

from __future__ import annotations

from typing import Final

import tree_sitter_java_orchard
from tree_sitter import Language, Node, Parser

from paredown.harvest.timed_parse import timed_parse

LANGUAGE: Final = Language(tree_sitter_java_orchard.language())
LARGE: Final = 8 * 1024
"""Bytes from which on a file is watched while it is parsed."""
PARSE_SECONDS: Final = 3.0
"""Processor time for one file: libraries need a fifth of that for the largest that is read, nonsense takes hours."""


def _named(*kinds: str) -> tuple[int, ...]:
    numbers = [LANGUAGE.id_for_node_kind(kind, True) for kind in kinds]
    if None in numbers:
        raise LookupError(f"the grammar has no {kinds[numbers.index(None)]}")
    return tuple(number or 0 for number in numbers)


def _field(name: str) -> int:
    number = LANGUAGE.field_id_for_name(name)
    if number is None:
        raise LookupError(f"the grammar has no field {name}")
    return number


(PACKAGE, MODIFIERS, VISIBILITY, MODIFIER, ANNOTATION, MARKER_ANNOTATION) = _named(
    "package_declaration", "modifiers", "visibility", "modifier", "annotation", "marker_annotation"
)
(CLASS, INTERFACE, ENUM, ANNOTATION_TYPE, RECORD) = _named(
    "class_declaration",
    "interface_declaration",
    "enum_declaration",
    "annotation_type_declaration",
    "record_declaration",
)
(METHOD, CONSTRUCTOR, COMPACT, ELEMENT, FIELD, CONSTANT, ENUM_CONSTANT, ENUM_REST) = _named(
    "method_declaration",
    "constructor_declaration",
    "compact_constructor_declaration",
    "annotation_type_element_declaration",
    "field_declaration",
    "constant_declaration",
    "enum_constant",
    "enum_body_declarations",
)
(PARAMETER, SPREAD, DECLARATOR, THROWS, PERMITS, EXTENDS, STRING) = _named(
    "formal_parameter",
    "spread_parameter",
    "variable_declarator",
    "throws",
    "permits",
    "extends_interfaces",
    "string_literal",
)
(BLOCK, CONSTRUCTOR_BODY, BLOCK_COMMENT, LINE_COMMENT, TYPE_LIST) = _named(
    "block", "constructor_body", "block_comment", "line_comment", "type_list"
)
CLASSES: Final = frozenset({CLASS, INTERFACE, ENUM, ANNOTATION_TYPE, RECORD})
BODIES: Final = frozenset({BLOCK, CONSTRUCTOR_BODY})
UNTOLD: Final = frozenset({ANNOTATION, MARKER_ANNOTATION, BLOCK_COMMENT, LINE_COMMENT})
"""Nodes that are no part of a type."""
NAME, BODY, TYPE, TYPE_PARAMETERS, PARAMETERS, DIMENSIONS, SUPERCLASS, INTERFACES, VALUE = map(
    _field,
    (
        "name",
        "body",
        "type",
        "type_parameters",
        "parameters",
        "dimensions",
        "superclass",
        "interfaces",
        "value",
    ),
)


def parse(source: bytes, parser: Parser) -> Node | None:
    """Return the root of the syntax tree of `source`; None when it takes more than `PARSE_SECONDS`."""
    return timed_parse(source, parser, seconds=PARSE_SECONDS, large=LARGE)


def errors_in(root: Node) -> int:
    """Count what the grammar could not read outside of the bodies of methods."""
    if not root.has_error:
        return 0
    count = 0
    stack = [root]
    while stack:
        node = stack.pop()
        if node.is_error or node.is_missing:
            count += 1
        else:
            stack.extend(child for child in node.children if child.has_error and child.kind_id not in BODIES)
    return count
