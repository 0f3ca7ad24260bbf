"""An expression -> its value: which function, class, object, module or member it is, as far as that is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paredown.harvest.javascript.syntax import CLASSES, FUNCTIONS, plain_expression, string, text
from paredown.harvest.javascript.values import Form, Member, Scope, Value, choice, promise

if TYPE_CHECKING:
    from tree_sitter import Node

    from paredown.harvest.javascript.reader import Reader

MAX_NESTED = 80
"""Expressions within expressions; what lies deeper is unknown."""
ASSIGNMENTS = frozenset({"assignment_expression", "augmented_assignment_expression"})
CONSTANTS = frozenset({"string", "number", "true", "false", "regex", "template_string", "array"})
PERHAPS = frozenset({"||=", "&&=", "??="})
NEVER_PUT = frozenset({"__proto__", "__esModule"})


def evaluate(reader: Reader, node: Node, scope: Scope) -> Value:
    """Return the value of the expression `node`; assignments within it take effect."""
    if reader.nested >= MAX_NESTED:
        return Value(Form.UNKNOWN, reader.module)
    reader.nested += 1
    value = _value(reader, plain_expression(node), scope)
    reader.nested -= 1
    return value


def _value(reader: Reader, node: Node, scope: Scope) -> Value:
    kind = node.type
    module = reader.module
    if kind in ("identifier", "this"):
        return _named(reader, node, scope)
    if kind == "member_expression":
        return _member(reader, node, scope)
    if kind in FUNCTIONS:
        return Value(Form.FUNCTION, module, node, scope)
    if kind == "object":
        return Value(Form.OBJECT, module, node, scope)
    if kind in ASSIGNMENTS:
        return assign(reader, node, scope)
    if kind == "call_expression":
        return reader.call(node, scope)
    if kind in CONSTANTS:
        return Value(Form.LITERAL, module, node, scope)
    if kind in CLASSES:
        return Value(Form.CLASS, module, node, scope)
    return _composed(reader, node, scope)


def _composed(reader: Reader, node: Node, scope: Scope) -> Value:
    kind = node.type
    module = reader.module
    if kind == "new_expression":
        constructor = node.child_by_field_name("constructor")
        if constructor is not None:
            return promise(Form.INSTANCE, evaluate(reader, constructor, scope), node=node)
    elif kind == "sequence_expression":
        parts = node.named_children
        before = reader.perhaps
        for part in parts[:-1]:
            reader.effect(part, scope, before)
        reader.perhaps = before
        return evaluate(reader, parts[-1], scope)
    elif kind == "ternary_expression":
        first, second = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
        if first is not None and second is not None:
            one = evaluate(reader, first, scope)
            return choice(module, one, evaluate(reader, second, scope))
    elif kind == "binary_expression":
        return _binary(reader, node, scope)
    elif kind == "subscript_expression":
        return _subscript(reader, node, scope)
    elif kind in ("null", "undefined") or (kind == "unary_expression" and text(node, reader.source).startswith("void")):
        return Value(Form.ABSENT, module, node)
    elif kind == "unary_expression":
        return Value(Form.LITERAL, module, node)
    return Value(Form.UNKNOWN, module, node)


def _named(reader: Reader, node: Node, scope: Scope) -> Value:
    name = text(node, reader.source)
    found = scope.find(name)
    if found is not None:
        return found
    if name == "undefined":
        return Value(Form.ABSENT, reader.module, node)
    # A global: kept, so that what is assigned to its members is found again.
    value = reader.module.scope.names[name] = Value(Form.UNKNOWN, reader.module, node, name=name)
    return value


def _member(reader: Reader, node: Node, scope: Scope) -> Value:
    owner, key = node.child_by_field_name("object"), node.child_by_field_name("property")
    if owner is None or key is None or key.type != "property_identifier":
        return Value(Form.UNKNOWN, reader.module, node)
    return evaluate(reader, owner, scope).member(text(key, reader.source))


def _binary(reader: Reader, node: Node, scope: Scope) -> Value:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if left is None or right is None or operator is None:
        return Value(Form.UNKNOWN, reader.module, node)
    if operator.type == "&&":
        return evaluate(reader, right, scope)
    if operator.type not in ("||", "??"):
        return Value(Form.LITERAL, reader.module, node)
    first = evaluate(reader, left, scope)
    if first.form is Form.MEMBER and first.of is not None and first.of.form is not Form.MODULE:
        # `Foo.x || (Foo.x = {})`: a member that nothing has set yet gives way.
        return evaluate(reader, right, scope)
    second = evaluate(reader, right, scope)
    return choice(reader.module, first, second)


def _subscript(reader: Reader, node: Node, scope: Scope) -> Value:
    owner, index = node.child_by_field_name("object"), node.child_by_field_name("index")
    if owner is None or index is None:
        return Value(Form.UNKNOWN, reader.module, node)
    of = evaluate(reader, owner, scope)
    name = string(index, reader.source)
    if name is not None:
        return of.member(name)
    key = evaluate(reader, index, scope)
    if key.form is Form.KEYS and key.of is of:
        return promise(Form.KEYS, of, node=node, name="value")
    return Value(Form.UNKNOWN, reader.module, node)


def assign(reader: Reader, node: Node, scope: Scope) -> Value:
    """Read `a = b = … = value`, innermost first, and return the value."""
    targets: list[tuple[Node, bool]] = []
    while node.type in ASSIGNMENTS:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = node.child_by_field_name("operator")
        if left is None or right is None:
            return Value(Form.UNKNOWN, reader.module, node)
        word = operator.type if operator is not None else "="
        if word != "=" and word not in PERHAPS:
            return Value(Form.LITERAL, reader.module, node)
        targets.append((left, word in PERHAPS))
        node = plain_expression(right)
    perhaps, doc = reader.perhaps, reader.doc
    value = evaluate(reader, node, scope)
    if value.form in (Form.FUNCTION, Form.CLASS) and value.module is reader.module and value.start == node.start_byte:
        value.doc = value.doc or doc
    for target, maybe in reversed(targets):
        reader.perhaps, reader.doc = perhaps or maybe, doc
        store(reader, plain_expression(target), value, scope)
    reader.perhaps = perhaps
    return value


def store(reader: Reader, target: Node, value: Value, scope: Scope) -> None:
    """Give the place that `target` names its value."""
    kind = target.type
    perhaps = reader.perhaps
    if kind == "identifier":
        name = text(target, reader.source)
        old = scope.find(name)
        if (
            old is not None
            and old.form is Form.ABSENT
            and value.form in (Form.LITERAL, Form.OBJECT)
            and not value.keyword
        ):
            # `let a; a = {}`: declared first, given a value later.
            value.keyword, value.doc = old.keyword, value.doc or old.doc
        scope.assign(name, value, perhaps=perhaps)
        return
    owner = target.child_by_field_name("object")
    if owner is None:
        return
    member = Member(value, reader.written(target))
    if kind == "member_expression":
        key = target.child_by_field_name("property")
        if key is not None and key.type == "property_identifier":
            put(evaluate(reader, owner, scope), text(key, reader.source), member, perhaps)
    elif kind == "subscript_expression":
        index = target.child_by_field_name("index")
        of = evaluate(reader, owner, scope)
        if index is not None:
            put_computed(reader, of, index, member, scope)


def put(of: Value, name: str, member: Member, perhaps: bool = False) -> None:
    """Set a property, as a statement of the module does it; of either value where there is a choice."""
    for each in of.choices or (of,):
        if name == "prototype":
            each.prototype = member.value
        elif name not in NEVER_PUT:
            each.put(name, member, perhaps=perhaps)


def put_computed(reader: Reader, of: Value, index: Node, member: Member, scope: Scope) -> None:
    """Set a property whose name is an expression: a literal, the keys of something known, or known at run time."""
    name = string(index, reader.source)
    if name is not None:
        put(of, name, member, reader.perhaps)
        return
    index = plain_expression(index)
    key = evaluate(reader, index, scope)
    written = string(key.node, key.module.source) if key.form is Form.LITERAL and key.scope is not None else None
    if written is not None:
        put(of, written, member, reader.perhaps)
    elif key.form is Form.KEYS and key.members:
        for known in key.members:
            put(of, known, member, reader.perhaps)
    elif key.form is Form.KEYS and key.of is not None and member.value.form is Form.KEYS and member.value.of is key.of:
        of.mix(key.of)
    elif index.type not in ASSIGNMENTS:  # `Enum[Enum.A = 0] = "A"` only names the way back
        of.computed += 1


def hint(reader: Reader, node: Node, scope: Scope) -> None:
    """Read `0 && (module.exports = {…})`, which never runs: a compiler lists the names there for static readers."""
    node = plain_expression(node)
    if node.type == "call_expression":
        reader.call(node, scope, is_statement=True)
    right = node.child_by_field_name("right") if node.type == "assignment_expression" else None
    if right is None or right.type != "object":
        return
    listed = Value(Form.OBJECT, reader.module, right, scope)
    reader.module.exports.mix(listed)
