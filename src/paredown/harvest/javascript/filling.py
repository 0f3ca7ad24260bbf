"""A call that fills an object -> the properties it sets: of the language, of libraries, of compilers and bundlers.

A function is known by the last part of its name, since each compiler brings its own under the same name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from paredown.harvest.javascript.evaluate import evaluate, put, put_computed
from paredown.harvest.javascript.getters import described, got_by
from paredown.harvest.javascript.syntax import plain_expression, property_name
from paredown.harvest.javascript.values import Form, Member, Scope, Value

if TYPE_CHECKING:
    from tree_sitter import Node

    from paredown.harvest.javascript.reader import Reader

SAME = frozenset(
    {
        "_interopRequireDefault",
        "_interopRequireWildcard",
        "_interop_require_default",
        "_interop_require_wildcard",
        "interopRequireDefault",
        "interopRequireWildcard",
        "_interopDefaultLegacy",
        "_interopNamespace",
        "_interopNamespaceDefault",
        "__importDefault",
        "__importStar",
        "__toESM",
        "__toCommonJS",
        "freeze",
        "seal",
        "preventExtensions",
    }
)
"""Functions that give back what they are given, as far as names go."""
STARS = frozenset({"__exportStar", "_export_star", "__reExport", "_exportStar"})
"""`star(from, to)`: export all of another module."""
GETTERS = frozenset({"__export", "_export"})
"""`export(to, {name: () => value})`."""
EXTENDS = frozenset({"assign", "extend", "_extend", "objectAssign", "mixin", "merge", "defaults", "assignIn"})
"""`extend(to, from, …)`: take over the properties of others."""
OF_OBJECT = frozenset({"defineProperty", "defineProperties", "create", "setPrototypeOf"})
FILLING = SAME | STARS | GETTERS | EXTENDS | OF_OBJECT


def fill_by(reader: Reader, name: str, owner: str, arguments: list[Node], scope: Scope) -> Value | None:
    """Return what `owner.name(…)` gives, None when it is another function of that name."""
    if not arguments:
        return None
    if name in SAME:
        return evaluate(reader, arguments[0], scope)
    if name in STARS or (name in GETTERS and len(arguments) == 1):
        _star(reader, name, arguments, scope)
    elif name in GETTERS:
        _getters(reader, arguments, scope)
    elif name in EXTENDS and len(arguments) > 1:
        return _extend(reader, arguments, scope)
    elif owner in ("Object", "Reflect") and name in OF_OBJECT:
        return _of_object(reader, name, arguments, scope)
    else:
        return None
    return Value(Form.ABSENT, reader.module)


def _star(reader: Reader, name: str, arguments: list[Node], scope: Scope) -> None:
    to, source = reader.module.exports, arguments[0]
    if len(arguments) > 1:
        first, second = arguments[:2]
        if name == "__reExport":
            first, second = second, first
        to, source = evaluate(reader, second, scope), first
    to.mix(evaluate(reader, source, scope))


def _getters(reader: Reader, arguments: list[Node], scope: Scope) -> None:
    to, listed = evaluate(reader, arguments[0], scope), plain_expression(arguments[1])
    if listed.type != "object":
        to.mix(evaluate(reader, listed, scope))
        return
    for pair in listed.named_children:
        key = pair.child_by_field_name("key") or pair.child_by_field_name("name")
        name = property_name(key, reader.source) if key is not None else None
        value = pair if pair.type == "method_definition" else pair.child_by_field_name("value")
        if name is not None and value is not None:
            put(to, name, Member(got_by(reader, value, scope), reader.written(pair)))


def _extend(reader: Reader, arguments: list[Node], scope: Scope) -> Value:
    to = evaluate(reader, arguments[0], scope)
    for argument in arguments[1:]:
        if argument.type == "spread_element":
            to.computed += 1
        elif argument.type not in ("true", "false"):
            to.mix(evaluate(reader, argument, scope))
    return to


def _of_object(reader: Reader, name: str, arguments: list[Node], scope: Scope) -> Value | None:
    """Read `Object.<name>(…)`."""
    of = evaluate(reader, arguments[0], scope)
    if name == "defineProperty" and len(arguments) > 2:
        member = described(reader, plain_expression(arguments[2]), scope)
        put_computed(reader, of, arguments[1], member, scope)
        return of
    if name == "setPrototypeOf":
        return of
    target = of
    if name == "create":
        target = Value(Form.OBJECT, reader.module)
        if of.form is Form.OBJECT and of.start >= 0:
            target.mix(of)
    listed = plain_expression(arguments[1]) if len(arguments) > 1 else None
    for pair in listed.named_children if listed is not None and listed.type == "object" else ():
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        known = property_name(key, reader.source) if key is not None else None
        if known is not None and value is not None:
            put(target, known, described(reader, value, scope))
    return target
