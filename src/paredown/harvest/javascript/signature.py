"""A declaration's node -> its head, and a head with a doc comment -> the one line that may be said of it.

A head holds all that a signature needs, so that the syntax tree can go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from paredown.harvest.javascript.docs import Comment
from paredown.harvest.javascript.syntax import (
    CLASSES,
    COMMENTS,
    FUNCTIONS,
    LITERALS,
    first_named,
    parameters,
    text,
)
from paredown.harvest.text import MARKS, Signed, bounded, decode, one_line, sign, spans_of

if TYPE_CHECKING:
    from tree_sitter import Node

    from paredown.model import Prose

MAX_CONSTANT = 16_384
"""Bytes of a constant that are searched for string literals."""
MAX_PARAMETERS = 100


class Parameter(NamedTuple):
    """A parameter as it is shown; `name` is empty for a pattern, which no doc comment gives a type."""

    shown: str
    name: str
    is_rest: bool = False
    has_default: bool = False


class Head(NamedTuple):
    """What a signature needs of a node: the node's kind, `async`, parameters or what a class extends, literals."""

    kind: str
    is_async: bool = False
    parameters: tuple[Parameter, ...] = ()
    heritage: str = ""
    constants: tuple[Prose, ...] = ()

    @property
    def is_method(self) -> bool:
        """Whether it is written as a method of a class or an object."""
        return self.kind == "method_definition"


def head_of(source: bytes, node: Node) -> Head:
    """Return the head of the declaration or value `node`."""
    kind = node.type
    if kind in FUNCTIONS:
        is_async = _is_async(source, node, kind)
        constants: list[Prose] = []
        listed = parameters(node)[:MAX_PARAMETERS]
        return Head(kind, is_async, tuple(_parameter(source, each, constants) for each in listed), "", tuple(constants))
    if kind in CLASSES:
        heritage = next((child for child in node.named_children if child.type == "class_heritage"), None)
        if heritage is None:
            return Head(kind)
        signed = _slice(source, heritage, heritage.start_byte, heritage.end_byte)
        return Head(kind, heritage=" " + signed.text, constants=signed.constants)
    if kind in ("string", "template_string", "array"):
        end = min(node.end_byte, node.start_byte + MAX_CONSTANT)
        return Head(kind, constants=_slice(source, node, node.start_byte, end).constants)
    return Head(kind)


def of_function(head: Head, name: str, comment: Comment, keyword: str = "") -> Signed:
    """Return `async name(a: A, b = {}): R`: names from the code, types from the comment where they are safe."""
    words = (
        f"{keyword} async " if keyword and head.is_async else "async " if head.is_async else keyword and keyword + " "
    )
    if comment.parameters:
        shown = ", ".join(_typed(parameter, comment) for parameter in head.parameters)
    else:
        shown = ", ".join(parameter.shown for parameter in head.parameters)
    returns = f": {comment.returns}" if comment.returns else ""
    return Signed(bounded(f"{words}{name}({shown}){returns}"), head.constants)


def of_class(head: Head, name: str) -> Signed:
    """Return `class Name extends Base`."""
    return Signed(bounded(f"class {name}{head.heritage}"), head.constants)


def of_value(head: Head | None, name: str, comment: Comment, keyword: str = "") -> Signed:
    """Return `const name: T`, with the string literals of its value."""
    shown = f"{keyword} {name}".lstrip() + (f": {comment.type}" if comment.type else "")
    return Signed(bounded(shown), head.constants if head is not None else ())


def _is_async(source: bytes, node: Node, kind: str) -> bool:
    start = node.start_byte
    if kind != "method_definition":
        return source.startswith(b"async", start)
    name = node.child_by_field_name("name")
    return name is not None and b"async" in source[start : name.start_byte].split()


def _parameter(source: bytes, node: Node, constants: list[Prose]) -> Parameter:
    kind = node.type
    if kind == "identifier":
        name = text(node, source)
        return Parameter(name, name)
    signed = _slice(source, node, node.start_byte, node.end_byte)
    constants += signed.constants
    is_rest, has_default = kind == "rest_pattern", kind == "assignment_pattern"
    inner = first_named(node) if is_rest or has_default else None
    named = inner is not None and inner.type == "identifier"
    return Parameter(signed.text, text(inner, source) if inner is not None and named else "", is_rest, has_default)


def _typed(parameter: Parameter, comment: Comment) -> str:
    """Return a parameter with the type that the comment gives to its name."""
    shown, name, is_rest, has_default = parameter
    typed = comment.parameters.get(name) if name else None
    if typed is None:
        return shown
    kind = typed.text
    if kind and is_rest:
        kind = f"({kind})[]" if " " in kind else f"{kind}[]"
    mark = "?" if typed.optional and not is_rest and not has_default else ""
    at = shown.find(name) + len(name)
    return shown[:at] + mark + (f": {kind}" if kind else "") + shown[at:]


def _slice(source: bytes, node: Node, start: int, end: int) -> Signed:
    """Return `source[start:end]` on one line, with literals elided and comments gone."""
    if not MARKS.search(source, start, end):
        return Signed(bounded(one_line(decode(source[start:end]))), ())
    return sign(source, start, end, spans_of(node, start, end, LITERALS), spans_of(node, start, end, COMMENTS))
