"""The body of an object literal or a class -> the members of its value, when they are first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paredown.harvest.javascript.getters import got
from paredown.harvest.javascript.syntax import first_named, property_name, string, text
from paredown.harvest.javascript.values import Form, Member, Value, Written
from paredown.harvest.text import Span

if TYPE_CHECKING:
    from tree_sitter import Node

    from paredown.harvest.javascript.module import Module
    from paredown.harvest.javascript.reader import Reader

ACCESSORS = (b"get", b"set")


def unfold(value: Value, reader: Reader) -> None:
    """Give `value` the members that its source lists; what statements said of it before stays."""
    if value.unfolded:
        return
    value.unfolded = True
    node = value.node
    if node is None:
        return
    if value.form is Form.OBJECT and node.type == "object":
        _object(value, node, reader)
    elif value.form is Form.CLASS:
        body = node.child_by_field_name("body")
        if body is not None:
            _class(value, body, reader)


def _object(value: Value, node: Node, reader: Reader) -> None:
    module = value.module
    scope = value.scope
    doc: Span | None = None
    spread: list[Value] = []
    assert scope is not None
    for child in node.named_children:
        kind = child.type
        if kind == "comment":
            doc = _doc(child, module) or doc
            continue
        if kind == "pair":
            key, written = child.child_by_field_name("key"), child.child_by_field_name("value")
            if key is not None and written is not None:
                _put(value, property_name(key, value.module.source), reader.evaluate(written, scope), child, doc)
        elif kind == "shorthand_property_identifier":
            name = text(child, value.module.source)
            _put(value, name, scope.find(name) or Value(Form.UNKNOWN, module, child), child, doc)
        elif kind == "method_definition":
            _method(value, child, doc)
        elif kind == "spread_element":
            inner = first_named(child)
            if inner is not None:
                spread.append(reader.evaluate(inner, scope))
        doc = None
    if spread:
        value.mixed = [*spread, *value.mixed]


def _put(value: Value, name: str | None, given: Value, node: Node, doc: Span | None, keyword: str = "") -> None:
    if name is None:
        value.computed += 1
    else:
        value.set(name, Member(given, Written(value.module, node.start_byte, doc), keyword), first=True)


def _method(value: Value, node: Node, doc: Span | None) -> None:
    key = node.child_by_field_name("name")
    if key is None:
        return
    words = _words(value.module, node, key)
    keyword = next((word.decode() for word in words if word in ACCESSORS), "")
    given = Value(Form.FUNCTION, value.module, node, value.scope)
    if keyword:
        expression = got(node) if keyword == "get" else None
        form = Form.UNKNOWN if expression is None else Form.LATER
        given = Value(form, value.module, expression or node, value.scope)
    _put(value, property_name(key, value.module.source), given, node, doc, keyword)


def _class(value: Value, body: Node, reader: Reader) -> None:
    module = value.module
    doc: Span | None = None
    for child in body.named_children:
        kind = child.type
        if kind == "comment":
            doc = _doc(child, module) or doc
            continue
        key = child.child_by_field_name("name" if kind == "method_definition" else "property")
        if kind in ("method_definition", "field_definition") and key is not None:
            _class_member(value, child, key, doc)
        doc = None


def _class_member(value: Value, node: Node, key: Node, doc: Span | None) -> None:
    name = property_name(key, value.module.source)
    if name is None:
        if key.type == "computed_property_name" and not text(key, value.module.source).startswith("[Symbol."):
            value.computed += 1
        return
    words = _words(value.module, node, key)
    target = value if b"static" in words else value.prototype
    keyword = next((word.decode() for word in words if word in ACCESSORS), "")
    if node.type == "method_definition" and not keyword:
        given = Value(Form.FUNCTION, value.module, node, value.scope)
    else:
        written = node.child_by_field_name("value")
        form = Form.UNKNOWN if written is None or string(written, value.module.source) is None else Form.LITERAL
        given = Value(form, value.module, written or node, value.scope)
    keyword = f"static {keyword}".strip() if target is value else keyword
    before = target.members.get(name)
    both = before is not None and before.keyword.endswith("set") and keyword.endswith("get")
    target.set(name, Member(given, Written(value.module, node.start_byte, doc), keyword), first=not both)


def _words(module: Module, node: Node, key: Node) -> list[bytes]:
    """Return the words before the name of a member."""
    start, end = node.start_byte, key.start_byte
    return module.source[start:end].split() if start != end else []


def _doc(node: Node, module: Module) -> Span | None:
    start = node.start_byte
    return Span(start, node.end_byte) if module.source.startswith(b"/**", start) else None
