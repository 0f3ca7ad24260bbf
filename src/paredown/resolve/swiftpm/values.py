"""An expression of a Package.swift -> the value that it can be seen to have, without running anything.

What depends on a condition has every value of its branches; what cannot be told is a `Gap` with its line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Union

from tree_sitter import Node

from paredown.resolve.swiftpm import syntax
from paredown.resolve.swiftpm.syntax import line_of, text_of

DEPTH = 48
"""How deep expressions, variables and functions may lead into each other."""
STEPS = 60_000
"""Expressions that are looked at in one manifest."""


@dataclass(frozen=True, slots=True)
class Gap:
    """What only running the manifest could tell."""

    line: int


class Argument(NamedTuple):
    """One argument of a call; `label` is empty where it has none."""

    label: str
    value: Value


@dataclass(frozen=True, slots=True)
class Call:
    """A call, or a case with nothing in brackets: `.product(name: "A", package: "b")`, `.linux`."""

    name: str
    arguments: tuple[Argument, ...]
    line: int

    def get(self, label: str) -> Value:
        """Return the argument named `label`, or None."""
        return next((argument.value for argument in self.arguments if argument.label == label), None)

    def first(self) -> Value:
        """Return the first argument without a label, or None."""
        return next((argument.value for argument in self.arguments if not argument.label), None)


@dataclass(frozen=True, slots=True)
class Either:
    """The values of the branches of a condition."""

    values: tuple[Value, ...]
    line: int


Value = Union[str, None, Gap, Call, Either, "tuple[Value, ...]"]


@dataclass(slots=True)
class Names:
    """What the manifest gives names to.

    `values` are the expressions that make up a variable, in order; `statics` those of `static let` in an extension;
    `functions` the functions, by name.
    """

    values: dict[str, list[Node]] = field(default_factory=dict)
    statics: dict[str, Node] = field(default_factory=dict)
    functions: dict[str, Node] = field(default_factory=dict)


KEEPS = frozenset({"filter", "sorted", "reversed", "shuffled", "compactMap"})
MAPS = frozenset({"map", "flatMap", "compactMap"})
BUILT_IN = frozenset({"Target", "Product", "Package", "Target.Dependency", "Package.Dependency"})
"""The types of the manifest's own calls, which no function of the manifest hides."""
WRAPPERS = frozenset({"tuple_expression", "try_expression", "as_expression", "postfix_expression", "await_expression"})


class Evaluator:
    """Evaluates expressions of one manifest."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._left = STEPS

    def value(self, node: Node, local: Mapping[str, Value] | None = None, depth: int = 0) -> Value:
        """Return the value of `node`; `local` are the parameters of the function around it."""
        self._left -= 1
        if depth > DEPTH or self._left < 0:
            return Gap(line_of(node))
        local, deeper, kind = local or {}, depth + 1, node.type
        if kind in ("line_string_literal", "multi_line_string_literal", "raw_string_literal"):
            return self._string(node, local, deeper)
        if kind == "array_literal":
            return tuple(self.value(n, local, deeper) for n in node.named_children if n.type != "comment")
        if kind == "nil_literal":
            return None
        if kind == "simple_identifier":
            return self._named(node, local, deeper)
        if kind in ("prefix_expression", "navigation_expression"):
            return self._member(node, local, deeper)
        if kind == "call_expression":
            return self._call(node, node.named_children[0], local, deeper)
        if kind == "additive_expression":
            return self._sum(node, local, deeper)
        if kind in ("ternary_expression", "nil_coalescing_expression"):
            names = ("if_true", "if_false") if kind.startswith("ternary") else ("value", "if_nil")
            branches = [branch for name in names if (branch := syntax.field(node, name)) is not None]
            return Either(tuple(self.value(branch, local, deeper) for branch in branches), line_of(node))
        if kind == "if_statement":
            return Either(tuple(self._results(node, local, deeper)), line_of(node))
        if kind in WRAPPERS and node.named_children:
            return self.value(node.named_children[0], local, deeper)
        return Gap(line_of(node))

    def _string(self, node: Node, local: Mapping[str, Value], depth: int) -> Value:
        pieces: list[str] = []
        for child in node.named_children:
            if child.type == "interpolated_expression":
                inner = self.value(child.named_children[0], local, depth) if child.named_children else None
                if not isinstance(inner, str):
                    return Gap(line_of(node))
                pieces.append(inner)
            else:
                pieces.append(text_of(child))
        return "".join(pieces)

    def _named(self, node: Node, local: Mapping[str, Value], depth: int) -> Value:
        name = text_of(node)
        if name in local:
            return local[name]
        nodes = self._names.values.get(name)
        if nodes is None:
            return Gap(line_of(node))
        found = [self.value(one, None, depth) for one in nodes]
        return found[0] if len(found) == 1 else tuple(found)

    def _member(self, node: Node, local: Mapping[str, Value], depth: int) -> Value:
        name = last_name(node)
        if name in self._names.statics:
            return self.value(self._names.statics[name], None, depth)
        if node.type == "prefix_expression":
            return Call(name, (), line_of(node))
        target = syntax.field(node, "target")
        if target is not None and name in KEEPS | {"rawValue", "description"}:
            return self.value(target, local, depth)
        if target is None or is_type(target):
            return Call(name, (), line_of(node))
        of = self.value(target, local, depth)
        found = of.get(name) if isinstance(of, Call) else None
        return Gap(line_of(node)) if found is None else found

    def _call(self, node: Node, callee: Node, local: Mapping[str, Value], depth: int) -> Value:
        left, right = syntax.field(callee, "lhs"), syntax.field(callee, "rhs")
        if callee.type == "additive_expression" and left is not None and right is not None:
            # The grammar reads `[a] + f()` as a call of `[a] + f`.
            return (self.value(left, local, depth), self._call(node, right, local, depth + 1))
        suffix = node.named_children[-1]
        name, line = last_name(callee), line_of(node)
        body = next((child for child in suffix.named_children if child.type == "lambda_literal"), None)
        target = syntax.field(callee, "target") if callee.type == "navigation_expression" else None
        if callee.type == "lambda_literal":
            return Either(tuple(self._results(callee, local, depth)), line)
        if body is not None and target is not None and name in MAPS | KEEPS:
            return self._mapped(target, body if name in MAPS else None, local, depth)
        if target is not None and name in KEEPS:
            return self.value(target, local, depth)
        given = next((child for child in suffix.named_children if child.type == "value_arguments"), None)
        arguments = tuple(self._arguments(given, local, depth)) if given is not None else ()
        if name in self._names.functions and not (target is not None and text_of(target) in BUILT_IN):
            return self._applied(self._names.functions[name], arguments, self._self(target, local, depth), depth)
        if name in ("Array", "Set") and arguments:
            return arguments[0].value
        return Call(name, arguments, line) if name else Gap(line)

    def _arguments(self, given: Node, local: Mapping[str, Value], depth: int) -> list[Argument]:
        found = []
        for argument in given.named_children:
            value = syntax.field(argument, "value")
            label = syntax.field(argument, "name")
            if argument.type == "value_argument" and value is not None:
                found.append(Argument(text_of(label) if label is not None else "", self.value(value, local, depth)))
        return found

    def _self(self, target: Node | None, local: Mapping[str, Value], depth: int) -> Mapping[str, Value]:
        """Return the properties of the value that a method is called on: the arguments that it was made with."""
        if target is None or is_type(target):
            return {}
        of = self.value(target, local, depth)
        made = {argument.label: argument.value for argument in of.arguments} if isinstance(of, Call) else {}
        return {**made, "self": of}

    def _applied(
        self, function: Node, arguments: tuple[Argument, ...], properties: Mapping[str, Value], depth: int
    ) -> Value:
        parameters = [child for child in function.named_children if child.type == "parameter"]
        given = {argument.label: argument.value for argument in arguments if argument.label}
        unnamed = iter([argument.value for argument in arguments if not argument.label])
        local: dict[str, Value] = dict(properties)
        for parameter in parameters:
            inner = syntax.field(parameter, "name")
            outer = syntax.field(parameter, "external_name") or inner
            if inner is not None and outer is not None:
                label = text_of(outer)
                local[text_of(inner)] = next(unnamed, None) if label == "_" else given.get(label)
        results = self._results(function, local, depth)
        return results[0] if len(results) == 1 else Either(tuple(results), line_of(function))

    def _mapped(self, target: Node, body: Node | None, local: Mapping[str, Value], depth: int) -> Value:
        over = self.value(target, local, depth)
        if body is None or not isinstance(over, tuple):
            return over
        names = [text_of(n) for n in _below(body, "lambda_parameter") for n in n.named_children[:1]] or ["$0"]
        found: list[Value] = []
        for one in flat(over):
            found.extend(self._results(body, {**local, names[0]: one}, depth))
        return tuple(found)

    def _sum(self, node: Node, local: Mapping[str, Value], depth: int) -> Value:
        left, right = syntax.field(node, "lhs"), syntax.field(node, "rhs")
        if left is None or right is None:
            return Gap(line_of(node))
        one, other = self.value(left, local, depth), self.value(right, local, depth)
        return one + other if isinstance(one, str) and isinstance(other, str) else (one, other)

    def _results(self, body: Node, local: Mapping[str, Value], depth: int) -> list[Value]:
        """Return what a body may give: each `return`, and the last expression of each block."""
        found: list[Value] = []
        names = dict(local)
        stack = [body]
        while stack:
            node = stack.pop()
            if node.type == "statements":
                kept = [child for child in node.named_children if child.type != "comment"]
                self._bind(kept, names, depth)
                stack.extend(child for child in kept[:-1] if child.type in BRANCHES)
                if kept and kept[-1].type in BRANCHES:
                    stack.append(kept[-1])
                elif kept:
                    found.append(self.value(kept[-1], names, depth))
            elif node.type == "control_transfer_statement":
                found.extend(self.value(child, names, depth) for child in node.named_children[-1:])
            else:
                stack.extend(c for c in reversed(node.named_children) if c.type in HOLDERS | BRANCHES)
        return found

    def _bind(self, statements: list[Node], names: dict[str, Value], depth: int) -> None:
        """Add the variables that a body declares to `names`."""
        for node in statements:
            pattern, value = syntax.field(node, "name"), syntax.field(node, "value")
            if node.type == "property_declaration" and pattern is not None and value is not None:
                names.setdefault(text_of(pattern), self.value(value, names, depth))


BRANCHES = frozenset({"if_statement", "switch_statement", "control_transfer_statement", "guard_statement"})
HOLDERS = frozenset({"statements", "function_body", "switch_entry", "else"})


def flat(values: tuple[Value, ...]) -> tuple[Value, ...]:
    """Return `values` with the lists and branches among them opened; what a branch holds keeps its `Either`'s gap."""
    found: list[Value] = []
    stack = list(reversed(values))
    while stack:
        value = stack.pop()
        if isinstance(value, Either):
            stack.extend(reversed(value.values))
        elif isinstance(value, tuple):
            stack.extend(reversed(value))
        elif value is not None:
            found.append(value)
    return tuple(found)


def last_name(node: Node) -> str:
    """Return the last name of a path of members (`product` of `Target.Dependency.product`)."""
    while node.type in ("navigation_expression", "prefix_expression", "navigation_suffix"):
        inner = syntax.field(node, "suffix") or syntax.field(node, "target")
        if inner is None:
            return ""
        node = inner
    return text_of(node) if node.type in ("simple_identifier", "type_identifier") else ""


def is_type(node: Node) -> bool:
    """Whether a path starts with a capital, as a type does."""
    return text_of(node)[:1].isupper()


def _below(node: Node, kind: str) -> list[Node]:
    found, stack = [], [node]
    while stack:
        top = stack.pop()
        if top.type == kind:
            found.append(top)
        elif top.type != "statements":
            stack.extend(reversed(top.named_children))
    return found
