"""What a loop at module level runs through -> the names of properties that its variable holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paredown.harvest.javascript.evaluate import evaluate
from paredown.harvest.javascript.syntax import first_named, plain_expression, string, text
from paredown.harvest.javascript.values import Form, Member, Scope, Value, promise

if TYPE_CHECKING:
    from tree_sitter import Node

    from paredown.harvest.javascript.reader import Reader

LOOPS = frozenset({"forEach", "each", "map"})
KEYS = frozenset({"keys", "getOwnPropertyNames"})


def keys_of(reader: Reader, node: Node, scope: Scope, *, own: bool) -> list[Value]:
    """Return what the variables of a loop over `node` hold, as far as that is written: names of properties.

    `own` says that the loop runs through the properties of `node` itself, not through a list of names.
    """
    node = plain_expression(node)
    if node.type == "call_expression":
        function, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        key = function.child_by_field_name("property") if function is not None else None
        word = text(key, reader.source) if key is not None else ""
        subject = first_named(given) if given is not None else None
        if subject is None or (word not in KEYS and word != "entries"):
            return []
        of = evaluate(reader, subject, scope)
        return [_keys(of), _keys(of, "value")] if word == "entries" else [_keys(of)]
    value = evaluate(reader, node, scope)
    listed = value.node if value.form is Form.LITERAL else None
    if listed is not None and listed.type == "array":
        return _listed(value, listed)
    return [_keys(value), _keys(value, "value")] if own else []


def _listed(value: Value, array: Node) -> list[Value]:
    """Return a list of names that is written out."""
    keys = Value(Form.KEYS, value.module, array)
    for child in array.named_children:
        name = string(child, value.module.source)
        if name is not None:
            keys.set(name, Member(keys))
        elif child.type != "comment":
            return []
    return [keys]


def _keys(of: Value, name: str = "") -> Value:
    """Return the name of any property of `of`, or its value."""
    return promise(Form.KEYS, of, name=name)
