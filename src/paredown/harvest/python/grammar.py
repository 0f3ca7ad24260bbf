"""The bytes of a module -> a syntax tree, with the newest syntax made readable for an older grammar.

Repairs keep every byte offset, so that slices are still taken from what the author wrote.
"""

from __future__ import annotations

import re
from functools import cache
from time import thread_time
from typing import NamedTuple

import tree_sitter_python
from tree_sitter import Language, Node, Parser

GRAMMAR = Language(tree_sitter_python.language())


def _kind(name: str, named: bool = True) -> int:
    return GRAMMAR.id_for_node_kind(name, named) or -1


ALIASED_IMPORT = _kind("aliased_import")
ARGUMENTS = _kind("argument_list")
ASSIGNMENT = _kind("assignment")
ASYNC = _kind("async", named=False)
ATTRIBUTE = _kind("attribute")
AUGMENTED = _kind("augmented_assignment")
BINARY = _kind("binary_operator")
BLOCK = _kind("block")
CALL = _kind("call")
CLASS = _kind("class_definition")
COLON = _kind(":", named=False)
COMMENT = _kind("comment")
CONCATENATED = _kind("concatenated_string")
CONTINUATION = _kind("line_continuation")
CONSTRAINED = _kind("constrained_type")
DECORATED = _kind("decorated_definition")
DECORATOR = _kind("decorator")
DEFAULT = _kind("default_parameter")
DELETE = _kind("delete_statement")
DICTIONARY = _kind("dictionary")
DOTTED_NAME = _kind("dotted_name")
ELIF = _kind("elif_clause")
ELLIPSIS = _kind("ellipsis")
ELSE = _kind("else_clause")
EQUALS = _kind("=", named=False)
ERROR = 65535
EXCEPT = _kind("except_clause")
EXPRESSION = _kind("expression_statement")
EXPRESSION_LIST = _kind("expression_list")
FALSE = _kind("false")
FINALLY = _kind("finally_clause")
FLOAT = _kind("float")
FUNCTION = _kind("function_definition")
FUTURE_IMPORT = _kind("future_import_statement")
GENERIC_TYPE = _kind("generic_type")
IDENTIFIER = _kind("identifier")
IF = _kind("if_statement")
IMPORT = _kind("import_statement")
IMPORT_FROM = _kind("import_from_statement")
INTEGER = _kind("integer")
KEYWORD_ARGUMENT = _kind("keyword_argument")
LIST = _kind("list")
LIST_PATTERN = _kind("list_pattern")
NONE = _kind("none")
PAIR = _kind("pair")
PARAMETERS = _kind("parameters")
PARENTHESIZED = _kind("parenthesized_expression")
PATTERN_LIST = _kind("pattern_list")
POSITIONAL_ONLY = _kind("positional_separator")
SET = _kind("set")
SPLAT = _kind("list_splat")
STRING = _kind("string")
STRING_CONTENT = _kind("string_content")
STRING_END = _kind("string_end")
STRING_START = _kind("string_start")
SUBSCRIPT = _kind("subscript")
TRUE = _kind("true")
TRY = _kind("try_statement")
TUPLE = _kind("tuple")
TUPLE_PATTERN = _kind("tuple_pattern")
TYPE = _kind("type")
TYPE_ALIAS = _kind("type_alias_statement")
TYPE_PARAMETER = _kind("type_parameter")
TYPED_DEFAULT = _kind("typed_default_parameter")
TYPED = _kind("typed_parameter")
UNARY = _kind("unary_operator")
UNION_TYPE = _kind("union_type")
WILDCARD = _kind("wildcard_import")
WITH = _kind("with_statement")

STRINGS = frozenset({STRING, CONCATENATED})
COMMENTS = frozenset({COMMENT, CONTINUATION})
SEQUENCES = frozenset({LIST, TUPLE, SET, EXPRESSION_LIST})

LAZY_IMPORT = re.compile(rb"^([ \t]*)lazy (?=(?:import|from)\b)", re.MULTILINE)
GENERIC = re.compile(rb"\b(?:def|class|type)[ \t]+\w+[ \t]*\[")
CHUNK = 1 << 16
PATIENCE = 2.0
PATIENCE_A_MEGABYTE = 4.0
"""Seconds for one file: forty times what a real one takes."""
STEPS = 16
"""Steps of the parser between two looks at the clock; it reports about five for each kilobyte."""
MAX_PARAMETERS = 2_000
"""Bytes of a list of type parameters that is looked through for defaults."""


class Parsed(NamedTuple):
    """A tree over `source`, and how many places outside function bodies did not parse."""

    root: Node
    errors: int


@cache
def parser() -> Parser:
    """Return this process's parser."""
    return Parser(GRAMMAR)


def tree_of(source: bytes) -> Node | None:
    """Return the root of the tree of `source`, or None when a parser gets lost in it.

    Recovering from errors can take time that grows with the square of the size. The seconds are those of this
    thread, so a busy machine loses no file.
    """
    step = 0
    deadline = thread_time() + PATIENCE + len(source) * PATIENCE_A_MEGABYTE / 1e6

    def lost(_offset: int, _error: bool) -> bool:
        nonlocal step
        step += 1
        return step % STEPS == 0 and thread_time() > deadline

    try:
        return parser().parse(lambda offset, _: source[offset : offset + CHUNK], progress_callback=lost).root_node
    except ValueError:
        parser().reset()
        return None


def parse(source: bytes) -> Parsed | None:
    """Return the tree of `source`, or None; what does not parse is tried once more with the newest syntax rewritten."""
    root = tree_of(source)
    if root is None or not root.has_error:
        return Parsed(root, 0) if root is not None else None
    repaired = without_type_defaults(LAZY_IMPORT.sub(rb"\1pass;", source))
    if repaired != source:
        root = tree_of(repaired) or root
    return Parsed(root, errors_outside_bodies(root) if root.has_error else 0)


def without_type_defaults(source: bytes) -> bytes:
    """Blank the defaults of type parameters (PEP 696), which the grammar does not know."""
    out: bytearray | None = None
    at = 0
    for match in GENERIC.finditer(source):
        if match.start() < at:
            continue
        depth = 1
        blank = -1
        for at in range(match.end(), min(match.end() + MAX_PARAMETERS, len(source))):
            char = source[at]
            if depth == 1 and char in b",]" and blank >= 0:
                out = out or bytearray(source)
                out[blank:at] = re.sub(rb"[^\r\n]", b" ", source[blank:at])
                blank = -1
            if char in b"[({":
                depth += 1
            elif char in b"])}":
                depth -= 1
                if depth == 0:
                    break
            elif char == 0x3D and depth == 1 and blank < 0:
                blank = at
    return bytes(out) if out else source


def errors_outside_bodies(root: Node) -> int:
    """Count the nodes that did not parse, without looking into the bodies of functions."""
    count = 0
    stack = [root]
    while stack:
        node = stack.pop()
        if node.is_error or node.is_missing:
            count += 1
            continue
        function = node.kind_id == FUNCTION
        stack.extend(child for child in node.children if child.has_error and not (function and child.kind_id == BLOCK))
    return count
