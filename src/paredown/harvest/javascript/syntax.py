"""Bytes of JavaScript -> a syntax tree, and the few questions that every reader asks its nodes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from time import process_time
from typing import NamedTuple

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser

from paredown.names import plain

FUNCTIONS = frozenset(
    {
        "function_declaration",
        "generator_function_declaration",
        "function_expression",
        "generator_function",
        "arrow_function",
        "method_definition",
    }
)
CLASSES = frozenset({"class_declaration", "class"})
LITERALS = frozenset({"string", "template_string", "regex", "jsx_element", "jsx_self_closing_element", "jsx_fragment"})
"""Nodes that may hold prose; a signature shows `"…"` for each."""
COMMENTS = frozenset({"comment", "html_comment"})
PATIENCE = 10.0
"""Seconds of processor time for one file; the largest real ones take two."""
PIECE = 64 * 1024
MAX_NAME = 200
"""Characters of a property name; a longer one is no name that code uses."""
NAME = re.compile(r"[^\W\d][\w$]*|\$[\w$]*")
ESCAPE = re.compile(r"\\(?:u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|\r?\n|(.))", re.DOTALL)
SHORT_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}

UNKNOWN_WORDS = (
    re.compile(rb"\bimport\s+(defer|source)\s+[\w*{$]"),
    re.compile(rb"\bimport\s*(\.\s*(?:defer|source))\s*\("),
    re.compile(rb"""["']\s*((?:with|assert)\s*\{[^{}]*\})"""),
    re.compile(rb"(?:^|[;{}\n]|\*/|\bstatic)[ \t]*(accessor)\s+[\w#$\[\"']"),
)
"""Words that change nothing of what is exported: the first group becomes blanks."""
_LANGUAGE = Language(tree_sitter_javascript.language())
_PARSER = Parser(_LANGUAGE)


class Local(NamedTuple):
    """A name that a pattern binds, and the property it is taken from where the pattern is that simple."""

    name: str
    node: Node
    taken: str | None


def parse(source: bytes) -> Node | None:
    """Return the root of the syntax tree of `source`, in which errors are nodes; None when it took `PATIENCE`.

    The published grammar does not know some current words. Where it fails, they are blanked and it tries again:
    spans stay those of `source`.
    """
    root = _parse(source)
    if root is not None and root.has_error:
        repaired = source
        for words in UNKNOWN_WORDS:
            repaired = words.sub(_blanked, repaired)
        if repaired != source:
            return _parse(repaired)
    return root


def _parse(source: bytes) -> Node | None:
    """Parse piece by piece: an error can make the parser scan the rest of the file once for each byte of it."""
    last = process_time() + PATIENCE
    late = False

    def piece(offset: int, _point: object) -> bytes:
        nonlocal late
        late = late or process_time() > last
        return b"" if late else source[offset : offset + PIECE]

    root = _PARSER.parse(piece).root_node
    return None if late else root


def _blanked(found: re.Match[bytes]) -> bytes:
    before, after = found.start(1) - found.start(), found.end(1) - found.start()
    return found[0][:before] + b" " * (after - before) + found[0][after:]


def first_named(node: Node) -> Node | None:
    """Return the first child of `node` that is no comment and no punctuation."""
    return next((child for child in node.named_children if child.type not in COMMENTS), None)


def first_word(node: Node) -> str:
    """Return the type of the first token of `node`: `async`, `const`, a bracket."""
    first = node.child(0) if node.child_count else None
    return first.type if first is not None else ""


def text(node: Node, source: bytes) -> str:
    """Return the source of a short node: a name, a keyword."""
    return str(source[node.start_byte : node.end_byte], "utf-8", "replace")


def is_name(name: str) -> bool:
    """Whether `name` is an identifier that is all visible: the only kind of name that becomes a symbol."""
    return len(name) <= MAX_NAME and NAME.fullmatch(name) is not None and plain(name) == name


def string(node: Node | None, source: bytes) -> str | None:
    """Return the text of a string or of a template without substitutions, None for any other node."""
    if node is None or node.type not in ("string", "template_string"):
        return None
    if node.type == "template_string" and any(c.type == "template_substitution" for c in node.named_children):
        return None
    raw = text(node, source)[1:-1]
    return ESCAPE.sub(_unescaped, raw) if "\\" in raw else raw


def _unescaped(found: re.Match[str]) -> str:
    digits = found[1] or found[2] or found[3]
    if digits:
        code = int(digits, 16)
        return chr(code) if code <= 0x10FFFF else "\ufffd"
    single = found[4] or ""
    return SHORT_ESCAPES.get(single, single)


def property_name(node: Node, source: bytes) -> str | None:
    """Return the name that a property key spells; None for one that is computed or private."""
    kind = node.type
    if kind in ("property_identifier", "identifier", "shorthand_property_identifier", "number", "default"):
        return text(node, source)
    if kind == "string":
        return string(node, source)
    if kind == "computed_property_name":
        return string(first_named(node), source)
    return None


def plain_expression(node: Node) -> Node:
    """Return what parentheses and `await` stand around."""
    while True:
        kind = node.type
        if kind in ("parenthesized_expression", "await_expression"):
            inner = first_named(node)
        else:
            return node
        if inner is None:
            return node
        node = inner


def locals_of(pattern: Node, source: bytes) -> Iterator[Local]:
    """Yield the names that a binding pattern declares, in order."""
    if pattern.type == "identifier":
        yield Local(text(pattern, source), pattern, None)
        return
    stack = [(pattern, False)]
    while stack:
        node, nested = stack.pop()
        kind = node.type
        if kind == "identifier":
            yield Local(text(node, source), node, None)
        elif kind == "shorthand_property_identifier_pattern":
            yield Local(text(node, source), node, None if nested else text(node, source))
        elif kind == "pair_pattern":
            key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
            if key is None or value is None:
                continue
            inner = value.child_by_field_name("left") if value.type == "assignment_pattern" else value
            if inner is not None and inner.type == "identifier":
                yield Local(text(inner, source), inner, None if nested else property_name(key, source))
            else:
                stack.append((value, True))
        elif kind in ("assignment_pattern", "object_assignment_pattern"):
            left = node.child_by_field_name("left")
            if left is not None:
                stack.append((left, nested))
        elif kind in ("object_pattern", "array_pattern", "rest_pattern"):
            inside = nested or node is not pattern or kind != "object_pattern"
            stack.extend((child, inside) for child in reversed(node.named_children))


def parameters(function: Node) -> list[Node]:
    """Return the parameter nodes of a function, without comments."""
    listed = function.child_by_field_name("parameters")
    if listed is not None:
        return [child for child in listed.named_children if child.type != "comment"]
    single = function.child_by_field_name("parameter")
    return [single] if single is not None else []


def count_errors(root: Node, entered: Collection[int]) -> int:
    """Return how many ERROR and MISSING nodes lie outside function bodies that nobody reads.

    `entered` are the ids of the bodies that were read. What went wrong inside any other body hides nothing.
    """
    if not root.has_error:
        return 0
    count = 0
    stack = [(root, False)]
    while stack:
        node, is_body = stack.pop()
        if node.is_error or node.is_missing:
            count += node.type != ";"
        elif node.has_error and not (is_body and node.id not in entered):
            function = node.type in FUNCTIONS
            stack.extend((child, function and child.type == "statement_block") for child in node.children)
    return count
