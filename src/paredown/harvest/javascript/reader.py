"""The statements of one module, and of the functions that wrap it, -> the values of its names and exports.

Nothing is run: a statement only says which value has which name. A function body is entered in two cases, where it
stands for the module itself (a wrapper called on the spot, a loop over names) and where its result is what is
exported; each body at most once, so the work grows with the source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from paredown.harvest.javascript.calls import call
from paredown.harvest.javascript.evaluate import evaluate, hint
from paredown.harvest.javascript.loops import keys_of
from paredown.harvest.javascript.modules import read_export, read_import
from paredown.harvest.javascript.syntax import (
    CLASSES,
    Local,
    count_errors,
    first_word,
    locals_of,
    parameters,
    parse,
    text,
)
from paredown.harvest.javascript.values import Form, How, Scope, Value, Written, choice
from paredown.harvest.text import Span

if TYPE_CHECKING:
    from tree_sitter import Node

    from paredown.harvest.javascript.module import Module

SET_MEMBER = re.compile(rb"(?<![\w$])([A-Za-z_$][\w$]*)(?:\.[\w$]+|\[[^\]\n]*\])\s*=(?!=)")
MAX_NESTED = 16
"""Wrappers within wrappers; bundlers make three."""
MAX_SMALL = 4_096
"""Bytes of a function that is read again for each call."""
MAX_REPEATED = 500
"""Calls of one module that are read again."""
DECLARATIONS = frozenset({"lexical_declaration", "variable_declaration", "using_declaration"})
BLOCKS = frozenset({"statement_block", "try_statement", "finally_clause", "labeled_statement", "ERROR"})
BRANCHES = frozenset(
    {"if_statement", "else_clause", "catch_clause", "switch_statement", "switch_body", "switch_case", "switch_default"}
)
LOOPS = frozenset({"for_statement", "while_statement", "do_statement"})
EITHER = frozenset({"&&", "||", "??"})
HOISTED = frozenset({"function_declaration", "generator_function_declaration", "class_declaration"})


class _Frame(NamedTuple):
    """Statements still to be read with their kinds, and whether they may be skipped at run time."""

    nodes: Iterator[tuple[Node, str]]
    perhaps: bool


class Reader:
    """Reads one module. `perhaps` and `doc` describe the statement that is being read."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.source = module.source
        self.perhaps = False
        self.doc: Span | None = None
        self.modules: dict[tuple[str, How], Value] = {}
        self._entered: set[int] = set()
        self.effects: list[Value] = []
        """Modules that are only brought in for what they do, and calls of functions of other files."""
        self.nested = 0
        """How deep the expression being read lies in others."""
        self._reading = False
        self._open: list[Value] = []
        self._repeated = 0
        self._reaching: dict[int, bool] = {}
        self._names_types = b"@typedef" in module.source or b"@callback" in module.source

    def read(self) -> bool:
        """Read the whole module; False when it takes longer than a file may."""
        root = self.module.root = parse(self.source)
        if root is None:
            return False
        self._reading = True
        self._run(root.named_children, self.module.scope)
        self.module.close()
        self.module.errors = count_errors(root, self._entered)
        self._reading = False
        return True

    @property
    def is_active(self) -> bool:
        """Whether it is in the middle of its module."""
        return self._reading or bool(self._open)

    def written(self, node: Node) -> Written:
        """Return where something is set: at `node`, under the doc comment of this statement."""
        return Written(self.module, node.start_byte, self.doc)

    def evaluate(self, node: Node, scope: Scope) -> Value:
        """Return the value of an expression."""
        return evaluate(self, node, scope)

    def call(self, node: Node, scope: Scope, *, is_statement: bool = False) -> Value:
        """Return what a call gives; as a statement, a call of a wrapper is read as well."""
        return call(self, node, scope, is_statement=is_statement)

    def mentions_exports(self, function: Value) -> bool:
        """Whether the body of `function` holds the word `exports`, or sets a member of another name for them."""
        node = function.node
        if node is None:
            return False
        if self.source.find(b"exports", node.start_byte, node.end_byte) >= 0:
            return True
        if node.start_byte not in self._reaching:
            self._reaching[node.start_byte] = self._sets_exports(function, node)
        return self._reaching[node.start_byte]

    def _sets_exports(self, function: Value, node: Node) -> bool:
        scope = function.scope
        for match in SET_MEMBER.finditer(self.source, node.start_byte, node.end_byte):
            known = scope.find(match[1].decode("utf-8", "replace")) if scope is not None else None
            if known is not None and (known is self.module.own or known is self.module.exports):
                return True
        return False

    def enter(
        self, function: Value, arguments: Sequence[Value], this: Value | None = None, *, again: bool = False
    ) -> Value:
        """Read the body of `function` and return what it returns; once, or with `again` while it is small."""
        if function.result is not None and not (again and self._may_repeat(function)):
            return function.result
        before_result = function.result
        function.result = Value(Form.UNKNOWN, self.module)
        node = function.node
        body = node.child_by_field_name("body") if node is not None else None
        if node is None or body is None:
            return function.result
        if len(self._open) >= MAX_NESTED:
            self.module.computed += 1
            return function.result
        scope = self._inner_scope(node, function, arguments, this)
        before, self.perhaps, self.doc = (self.perhaps, self.doc), False, None
        self._open.append(function)
        if body.type == "statement_block":
            self._entered.add(body.id)
            returned = self._run(body.named_children, scope)
        else:
            returned = [evaluate(self, body, scope)]
        self._open.pop()
        self.perhaps, self.doc = before
        if returned and first_word(node) != "async":
            result = returned[0]
            for other in returned[1:]:
                result = choice(self.module, result, other)
            function.result = result
        if before_result is not None:
            function.result = before_result
        return function.result

    def look_up(self, value: Value) -> Value:
        """Return what a value that was left for later is, now that the whole module has been read."""
        if value.result is None:
            node, scope = value.node, value.scope
            value.result = Value(Form.UNKNOWN, self.module)
            if node is not None and scope is not None:
                value.result = evaluate(self, node, scope)
        return value.result

    def construct(self, function: Value) -> None:
        """Read `this.x = …` in the body of a constructor, for an instance that is exported itself."""
        if function.form is Form.FUNCTION:
            self.enter(function, (), function.prototype)
            return
        made = function.prototype.members.get("constructor")
        if made is not None and made.value.form is Form.FUNCTION:
            self.enter(made.value, (), function.prototype)

    def _may_repeat(self, function: Value) -> bool:
        """Whether a body may be read once more, for a call with other arguments; one that may not is counted."""
        node = function.node
        if node is None or function in self._open:
            return False
        self._repeated += 1
        if self._repeated <= MAX_REPEATED and node.end_byte - node.start_byte <= MAX_SMALL:
            return True
        self.module.computed += 1
        return False

    def effect(self, node: Node, scope: Scope, perhaps: bool) -> None:
        """Read an expression for what it changes."""
        stack = [(node, perhaps)]
        while stack:
            top, maybe = stack.pop()
            kind = top.type
            self.perhaps = maybe
            if kind in ("assignment_expression", "augmented_assignment_expression"):
                evaluate(self, top, scope)
            elif kind == "call_expression":
                call(self, top, scope, is_statement=True)
            elif kind in ("sequence_expression", "parenthesized_expression"):
                stack.extend((child, maybe) for child in reversed(top.named_children))
            elif kind in ("unary_expression", "await_expression"):
                stack.extend((child, maybe) for child in top.named_children)
            elif kind == "ternary_expression":
                stack.extend((child, True) for child in reversed(top.named_children[1:]))
            elif kind == "binary_expression":
                left, right = top.child_by_field_name("left"), top.child_by_field_name("right")
                operator = top.child_by_field_name("operator")
                if left is None or right is None or operator is None or operator.type not in EITHER:
                    continue
                if left.type == "number" and operator.type == "&&" and text(left, self.source) == "0":
                    hint(self, right, scope)
                else:
                    stack += [(right, True), (left, maybe)]

    def _inner_scope(self, node: Node, function: Value, arguments: Sequence[Value], this: Value | None) -> Scope:
        scope = Scope(function.scope)
        if node.type != "arrow_function":
            scope.names["this"] = this or Value(Form.UNKNOWN, self.module)
            named = node.child_by_field_name("name")
            if named is not None and node.type != "method_definition":
                scope.names.setdefault(text(named, self.source), function)
        for index, parameter in enumerate(parameters(node)):
            given = arguments[index] if index < len(arguments) else None
            if parameter.type == "assignment_pattern":
                default = parameter.child_by_field_name("right")
                if given is None and default is not None:
                    given = evaluate(self, default, scope)
            for local in locals_of(parameter, self.source):
                scope.names[local.name] = given or Value(Form.UNKNOWN, self.module)
                if given is not None and local.taken is not None:
                    scope.names[local.name] = given.member(local.taken)
        return scope

    def _run(self, nodes: list[Node], scope: Scope) -> list[Value]:
        """Read statements in order, blocks and branches within them too; return what they return."""
        returned: list[Value] = []
        stack = [self._frame(nodes, scope, False)]
        while stack:
            frame = stack[-1]
            following = next(frame.nodes, None)
            if following is None:
                stack.pop()
                continue
            node, kind = following
            if kind == "comment":
                self._comment(node)
                continue
            self.perhaps = frame.perhaps
            if kind == "expression_statement":
                for expression in node.named_children:
                    self.effect(expression, scope, frame.perhaps)
            elif kind in DECLARATIONS:
                self.declare(node, scope)
            elif kind in HOISTED:
                self._document(node, scope)
            elif kind in BLOCKS or kind in BRANCHES:
                stack.append(self._frame(node.named_children, scope, frame.perhaps or kind in BRANCHES))
            elif kind == "export_statement":
                read_export(self, node, scope)
            elif kind == "import_statement":
                read_import(self, node, scope)
            elif kind == "return_statement":
                value = next((c for c in node.named_children if c.type != "comment"), None)
                if value is not None:
                    returned.append(evaluate(self, value, scope))
            elif kind == "for_in_statement" or kind in LOOPS:
                stack.append(self._frame(self._loop(node, scope), scope, True))
            self.doc = None
        return returned

    def _frame(self, nodes: list[Node], scope: Scope, perhaps: bool) -> _Frame:
        """Return a frame for `nodes`, after giving the functions and classes among them their names."""
        kinds = [(node, node.type) for node in nodes]
        for node, kind in kinds:
            if kind in HOISTED:
                self.hoist(node, scope)
            elif kind == "export_statement":
                declared = node.child_by_field_name("declaration")
                if declared is not None and declared.type in HOISTED:
                    self.hoist(declared, scope)
        return _Frame(iter(kinds), perhaps)

    def hoist(self, node: Node, scope: Scope) -> None:
        """Give a declared function or class its name, before the statements around it."""
        name = node.child_by_field_name("name")
        if name is not None:
            form = Form.CLASS if node.type in CLASSES else Form.FUNCTION
            scope.names[text(name, self.source)] = Value(form, self.module, node, scope)

    def declare(self, node: Node, scope: Scope) -> list[Local]:
        """Read a `const`, `let` or `var` statement and return the names that it declares."""
        keyword = first_word(node)
        names: list[Local] = []
        for declarator in node.named_children:
            pattern = declarator.child_by_field_name("name")
            if declarator.type != "variable_declarator" or pattern is None:
                continue
            written = declarator.child_by_field_name("value")
            given = evaluate(self, written, scope) if written is not None else Value(Form.ABSENT, self.module)
            fresh = written is None or written.type not in ("identifier", "member_expression", "assignment_expression")
            for local in locals_of(pattern, self.source):
                names.append(local)
                if pattern.type == "identifier":
                    value = given
                    if fresh and value.form not in (Form.MODULE, Form.MEMBER) and value.module is self.module:
                        value.keyword = value.keyword or keyword
                        value.doc = value.doc or self.doc
                elif local.taken is not None:
                    value = given.member(local.taken)
                else:
                    value = Value(Form.UNKNOWN, self.module)
                if written is not None or local.name not in scope.names:
                    self._bind(local.name, value, scope)
        return names

    def _bind(self, name: str, value: Value, scope: Scope) -> None:
        old = scope.names.get(name) if self.perhaps else None
        scope.names[name] = value if old is None or old.empty else choice(self.module, old, value)

    def _document(self, node: Node, scope: Scope) -> None:
        name = node.child_by_field_name("name")
        if self.doc is not None and name is not None:
            value = scope.names.get(text(name, self.source))
            if value is not None and value.start == node.start_byte:
                value.doc = self.doc

    def _comment(self, node: Node) -> None:
        start = node.start_byte
        if self.source.startswith(b"/**", start):
            self.doc = Span(start, node.end_byte)
            if self._names_types and not self._open:
                comment = self.source[start : node.end_byte]
                if b"@typedef" in comment or b"@callback" in comment:
                    self.module.typedefs.append(self.doc)

    def _loop(self, node: Node, scope: Scope) -> list[Node]:
        """Return the statements of a loop's body, after giving its variable the names it runs through."""
        body = node.child_by_field_name("body")
        subject = node.child_by_field_name("right")
        variable = node.child_by_field_name("left")
        if node.type == "for_in_statement" and subject is not None and variable is not None:
            over_values = any(child.type == "of" for child in node.children)
            keys = keys_of(self, subject, scope, own=not over_values)
            for index, local in enumerate(locals_of(variable, self.source)):
                value = keys[index] if index < len(keys) else None
                scope.names[local.name] = value or Value(Form.UNKNOWN, self.module)
        if body is None:
            return []
        return body.named_children if body.type == "statement_block" else [body]
