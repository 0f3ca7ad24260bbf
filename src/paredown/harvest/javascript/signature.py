"""A declaration's node and its doc comment -> the one line that may be said of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paredown.harvest.javascript.docs import Comment
from paredown.harvest.javascript.syntax import COMMENTS, LITERALS, first_named, parameters, text
from paredown.harvest.text import MARKS, Signed, bounded, decode, one_line, sign, spans_of

if TYPE_CHECKING:
    from tree_sitter import Node

    from paredown.model import Prose

MAX_CONSTANT = 16_384
"""Bytes of a constant that are searched for string literals."""


def of_function(source: bytes, node: Node, name: str, comment: Comment, keyword: str = "") -> Signed:
    """Return `async name(a: A, b = {}): R`: names from the code, types from the comment where they are safe."""
    words = keyword
    if any(child.type == "async" for child in node.children[:3]):
        words = f"{words} async".strip()
    listed = _parameters(source, node, comment)
    returns = f": {comment.returns}" if comment.returns else ""
    return Signed(bounded(f"{words} {name}({listed.text}){returns}".lstrip()), listed.constants)


def of_class(source: bytes, node: Node, name: str) -> Signed:
    """Return `class Name extends Base`."""
    heritage = next((child for child in node.named_children if child.type == "class_heritage"), None)
    if heritage is None:
        return Signed(f"class {name}", ())
    slice_ = _slice(source, heritage, heritage.start_byte, heritage.end_byte)
    return Signed(bounded(f"class {name} {slice_.text}"), slice_.constants)


def of_value(source: bytes, node: Node | None, name: str, comment: Comment, keyword: str = "") -> Signed:
    """Return `const name: T`, with the string literals of its value."""
    shown = f"{keyword} {name}".lstrip() + (f": {comment.type}" if comment.type else "")
    constants: tuple[Prose, ...] = ()
    if node is not None and node.type in ("string", "template_string", "array"):
        end = min(node.end_byte, node.start_byte + MAX_CONSTANT)
        constants = _slice(source, node, node.start_byte, end).constants
    return Signed(bounded(shown), constants)


def _parameters(source: bytes, node: Node, comment: Comment) -> Signed:
    listed = parameters(node)
    if not listed:
        return Signed("", ())
    if not comment.parameters:
        return _slice(source, node, listed[0].start_byte, listed[-1].end_byte)
    pieces: list[str] = []
    constants: list[Prose] = []
    for parameter in listed:
        signed = _slice(source, parameter, parameter.start_byte, parameter.end_byte)
        constants += signed.constants
        pieces.append(_typed(parameter, signed.text, comment))
    return Signed(", ".join(pieces), tuple(constants))


def _typed(parameter: Node, shown: str, comment: Comment) -> str:
    """Return a parameter with the type that the comment gives to its name."""
    default = parameter.child_by_field_name("left") if parameter.type == "assignment_pattern" else None
    inner = default or (first_named(parameter) if parameter.type == "rest_pattern" else parameter)
    if inner is None or inner.type != "identifier":
        return shown
    name = text(inner)
    typed = comment.parameters.get(name)
    if typed is None:
        return shown
    at = shown.find(name) + len(name)
    mark = "?" if typed.optional and parameter.type == "identifier" else ""
    kind = typed.text
    if kind and parameter.type == "rest_pattern":
        kind = f"({kind})[]" if " " in kind else f"{kind}[]"
    return shown[:at] + mark + (f": {kind}" if kind else "") + shown[at:]


def _slice(source: bytes, node: Node, start: int, end: int) -> Signed:
    """Return `source[start:end]` on one line, with literals elided and comments gone."""
    if not MARKS.search(source, start, end):
        return Signed(bounded(one_line(decode(source[start:end]))), ())
    return sign(source, start, end, spans_of(node, start, end, LITERALS), spans_of(node, start, end, COMMENTS))
