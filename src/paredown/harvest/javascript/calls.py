"""A call -> what it gives and what it changes, for the calls by which modules export.

A function of the module that is called as a statement is read where it can reach the exports; one whose result is
wanted is a promise until `settle` asks. The functions by which compilers export are in `filling`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from paredown.harvest.javascript.evaluate import evaluate, put_computed
from paredown.harvest.javascript.filling import FILLING, fill_by
from paredown.harvest.javascript.getters import got_by
from paredown.harvest.javascript.locate import lies_here
from paredown.harvest.javascript.loops import LOOPS, keys_of
from paredown.harvest.javascript.syntax import FUNCTIONS, parameters, plain_expression, string, text
from paredown.harvest.javascript.values import Form, How, Member, Scope, Value, promise

if TYPE_CHECKING:
    from tree_sitter import Node

    from paredown.harvest.javascript.reader import Reader

EXPORTS = ("exports", "module", "module.exports")
OWNERS = frozenset({"identifier", "this", "member_expression"})
AMD = ("require", "exports", "module")
TRACKED = frozenset({Form.OBJECT, Form.FUNCTION, Form.CLASS, Form.CALL, Form.INSTANCE})
"""What a function that is handed it may add members to."""


class Call(NamedTuple):
    """A call expression taken apart; `is_statement` says that nobody wants its result."""

    reader: Reader
    node: Node
    arguments: list[Node]
    scope: Scope
    is_statement: bool

    def values(self, start: int = 0) -> list[Value]:
        """Return the values of the arguments from `start` on."""
        return [evaluate(self.reader, argument, self.scope) for argument in self.arguments[start:]]

    @property
    def unknown(self) -> Value:
        """A result that only exists at run time."""
        return Value(Form.UNKNOWN, self.reader.module, self.node)


def call(reader: Reader, node: Node, scope: Scope, *, is_statement: bool = False) -> Value:
    """Return what the call `node` gives."""
    function, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or given is None or given.type != "arguments":
        return Value(Form.UNKNOWN, reader.module, node)
    callee = _callee(function)
    arguments = [child for child in given.named_children if child.type != "comment"]
    this = Call(reader, node, arguments, scope, is_statement)
    kind = callee.type
    result: Value | None = None
    if kind == "identifier":
        result = _by_name(this, text(callee, reader.source))
    elif kind in FUNCTIONS:
        return reader.enter(evaluate(reader, callee, scope), this.values())
    elif kind == "member_expression" or (
        kind == "subscript_expression" and string(callee.child_by_field_name("index"), reader.source)
    ):
        result = _of_member(this, callee)
    elif kind == "call_expression":
        result = _run(this, evaluate(reader, callee, scope), this.values())
    if result is not None:
        return result
    if any(_is_exports(argument, reader.source) for argument in arguments):
        reader.module.computed += 1
    return this.unknown


def _is_exports(node: Node, source: bytes) -> bool:
    """Whether an argument hands over the exports themselves."""
    return node.type in ("identifier", "member_expression") and text(node, source) in EXPORTS


def _callee(node: Node) -> Node:
    """Return what is called: `(0, x.y)` is `x.y`."""
    while True:
        node = plain_expression(node)
        if node.type != "sequence_expression":
            return node
        node = node.named_children[-1]


def _by_name(call: Call, name: str) -> Value | None:
    reader, arguments = call.reader, call.arguments
    if name == "require":
        specifier = string(arguments[0], reader.source) if arguments else None
        module = required(reader, specifier, How.REQUIRE) if specifier else None
        if module is not None and call.is_statement:
            reader.effects.append(module)
        return module
    if name == "eval":
        reader.module.computed += 1
        return None
    filled = fill_by(reader, name, "", arguments, call.scope) if name in FILLING else None
    if filled is not None:
        return filled
    if name == "define" and arguments:
        _define(call)
        return call.unknown
    function = call.scope.find(name)
    if function is None or function.form in (Form.UNKNOWN, Form.ABSENT):
        return None
    return _run(call, function, call.values())


def _of_member(call: Call, callee: Node) -> Value | None:
    reader, arguments, scope = call.reader, call.arguments, call.scope
    owner = callee.child_by_field_name("object")
    key = callee.child_by_field_name("property")
    name = text(key, reader.source) if key is not None else string(callee.child_by_field_name("index"), reader.source)
    if owner is None or name is None:
        return None
    if name in ("call", "apply"):
        return _with_this(call, plain_expression(owner), name)
    if name in LOOPS and _loop(call, owner):
        return call.unknown
    if name in ("__defineGetter__", "__defineSetter__") and len(arguments) == 2:
        member = Member(got_by(reader, arguments[1], scope), reader.written(call.node), "get")
        put_computed(reader, evaluate(reader, owner, scope), arguments[0], member, scope)
        return call.unknown
    if name in FILLING:
        of = text(owner, reader.source) if owner.type == "identifier" else ""
        filled = fill_by(reader, name, of, arguments, scope)
        if filled is not None:
            return filled
    if call.is_statement and owner.type not in OWNERS and not _is_require(owner, reader.source):
        return None
    this = evaluate(reader, owner, scope)
    if this.form not in TRACKED and this.form not in (Form.MODULE, Form.MEMBER):
        return None
    function = this.member(name)
    values = call.values()
    if call.is_statement and function.form is Form.MEMBER and this.form in TRACKED:
        # `app.use(require("./plugin"))`: a plugin may add to what it is given.
        this.computed += any(value.form is Form.MODULE and not value.name.endswith(".json") for value in values)
    return _run(call, function, values, this)


def _with_this(call: Call, function: Node, name: str) -> Value | None:
    """Read `f.call(this, …)` and `f.apply(this, […])`."""
    reader, arguments, scope = call.reader, call.arguments, call.scope
    this = evaluate(reader, arguments[0], scope) if arguments else None
    if name == "call":
        values = call.values(1)
    else:
        listed = arguments[1] if len(arguments) > 1 else None
        inner = listed.named_children if listed is not None and listed.type == "array" else []
        values = [evaluate(reader, each, scope) for each in inner]
    if function.type in FUNCTIONS:
        return reader.enter(evaluate(reader, function, scope), values, this)
    if function.type not in ("identifier", "member_expression"):
        return None
    return _run(call, evaluate(reader, function, scope), values, this)


def _run(call: Call, function: Value, values: list[Value], this: Value | None = None) -> Value:
    """Call a value: read it now where it may reach the exports, else promise its result."""
    reader, module = call.reader, call.reader.module
    handed = [value for value in (*values, this) if value is not None and value.form in TRACKED]
    if function.form is Form.FUNCTION and function.module is module:
        own = module.own in handed or module.box in handed
        if own or (call.is_statement and (handed or reader.mentions_exports(function))):
            return reader.enter(function, values, this, again=call.is_statement)
    result = promise(Form.CALL, function, node=call.node)
    result.arguments, result.receiver = tuple(values), this
    if handed and lies_here(function):
        for value in handed:
            value.hand(result)
        if call.is_statement and function.form is not Form.FUNCTION:
            reader.effects.append(result)
    return result


def _is_require(node: Node, source: bytes) -> bool:
    function = node.child_by_field_name("function") if node.type == "call_expression" else None
    return function is not None and function.type == "identifier" and text(function, source) == "require"


def _define(call: Call) -> None:
    """Read `define(function (require, exports, module) {…})`, CommonJS in an AMD coat."""
    reader = call.reader
    factory = plain_expression(call.arguments[-1])
    if factory.type not in FUNCTIONS:
        return
    names = tuple(text(parameter, reader.source) for parameter in parameters(factory))
    if names and names == AMD[: len(names)]:
        module = reader.module
        given = [Value(Form.UNKNOWN, module), module.own, module.box]
        returned = reader.enter(Value(Form.FUNCTION, module, factory, call.scope), given)
        if not returned.blank:
            module.box.put("exports", Member(returned))


def _loop(call: Call, owner: Node) -> bool:
    """Read `names.forEach(name => …)` and `each(names, name => …)` as statements of the module."""
    reader, arguments, scope = call.reader, call.arguments, call.scope
    if len(arguments) > 1 and plain_expression(arguments[1]).type in FUNCTIONS:
        keys = keys_of(reader, arguments[0], scope, own=True)
        callback = plain_expression(arguments[1])
        keys.reverse()
    elif arguments and plain_expression(arguments[0]).type in FUNCTIONS:
        keys = keys_of(reader, owner, scope, own=False)
        callback = plain_expression(arguments[0])
    else:
        return False
    reader.enter(evaluate(reader, callback, scope), keys)
    return True


def required(reader: Reader, specifier: str, how: How) -> Value:
    """Return the module that `specifier` means here, the same value each time."""
    value = reader.modules.get((specifier, how))
    if value is None:
        value = reader.modules[specifier, how] = Value(Form.MODULE, reader.module, name=specifier)
        value.how = how
    return value
