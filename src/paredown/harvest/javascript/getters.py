"""A getter -> the value that it promises, where giving it back is all that it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paredown.harvest.javascript.evaluate import evaluate
from paredown.harvest.javascript.syntax import FUNCTIONS, first_named, plain_expression, property_name
from paredown.harvest.javascript.values import Form, Member, Scope, Value

if TYPE_CHECKING:
    from tree_sitter import Node

    from paredown.harvest.javascript.reader import Reader


def got(getter: Node) -> Node | None:
    """Return the one expression that a getter gives back, None when it does more than that."""
    body = getter.child_by_field_name("body") if getter.type in FUNCTIONS else None
    if body is None or body.type != "statement_block":
        return body
    statements = [child for child in body.named_children if child.type != "comment"]
    if len(statements) != 1 or statements[0].type != "return_statement":
        return None
    return first_named(statements[0])


def got_by(reader: Reader, getter: Node, scope: Scope) -> Value:
    """Return what a getter gives: looked up last, for compilers write getters before what they get."""
    expression = got(plain_expression(getter))
    if expression is None:
        return Value(Form.UNKNOWN, reader.module, getter)
    if expression.type == "subscript_expression":
        return evaluate(reader, expression, scope)
    return Value(Form.LATER, reader.module, expression, scope)


def described(reader: Reader, descriptor: Node, scope: Scope) -> Member:
    """Return the member that a property descriptor makes."""
    written = reader.written(descriptor)
    for pair in descriptor.named_children if descriptor.type == "object" else ():
        key = pair.child_by_field_name("key") or pair.child_by_field_name("name")
        name = property_name(key, reader.source) if key is not None else None
        value = pair if pair.type == "method_definition" else pair.child_by_field_name("value")
        if value is not None and name == "get":
            return Member(got_by(reader, value, scope), written, "get")
        if value is not None and name == "value":
            return Member(evaluate(reader, value, scope), written)
    return Member(Value(Form.UNKNOWN, reader.module, descriptor), written)
