"""The statements of a Package.swift -> what it names, and every expression that fills the package's lists."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from tree_sitter import Node

from paredown.resolve.swiftpm import syntax
from paredown.resolve.swiftpm.syntax import line_of, text_of
from paredown.resolve.swiftpm.values import Names, last_name

LISTS = frozenset({"dependencies", "targets", "products"})
BLOCKS = frozenset(
    {"source_file", "statements", "if_statement", "else", "do_statement", "guard_statement", "switch_statement"}
    | {"switch_entry", "for_statement", "while_statement", "ERROR"}
)
DECIDING = frozenset({"if_statement", "guard_statement", "switch_statement"})
LOOPS = frozenset({"for_statement", "while_statement"})


class Filled(NamedTuple):
    """An expression whose values belong in a list of the package, and whether a condition decides that."""

    node: Node
    conditional: bool


@dataclass(slots=True)
class Scanned:
    """A manifest's names, what fills each list, the call that makes the package, and the lines that cannot be read."""

    names: Names = field(default_factory=Names)
    filled: dict[str, list[Filled]] = field(default_factory=lambda: {name: [] for name in LISTS})
    package: Node | None = None
    gaps: list[int] = field(default_factory=list)


class _Block(NamedTuple):
    node: Node
    conditional: bool
    loop: bool


def scan(root: Node) -> Scanned:
    """Return what the statements of a manifest say; every branch of a condition is read."""
    found = Scanned()
    stack = [_Block(root, False, False)]
    while stack:
        block = stack.pop()
        conditional = block.conditional or block.node.type in DECIDING
        loop = block.loop or block.node.type in LOOPS
        inner = []
        for child in block.node.named_children:
            if child.type in BLOCKS:
                inner.append(_Block(child, conditional, loop))
            else:
                _statement(child, found, conditional, loop)
        stack.extend(reversed(inner))
    return found


def _statement(node: Node, found: Scanned, conditional: bool, loop: bool) -> None:
    if node.type == "property_declaration":
        _bind(node, found)
    elif node.type == "function_declaration":
        _function(node, found)
    elif node.type in ("class_declaration", "protocol_declaration"):
        _members(node, found)
    elif node.type == "assignment":
        target, result = syntax.field(node, "target"), syntax.field(node, "result")
        if target is not None and result is not None and target.named_children:
            _fill(target.named_children[0], result, found, conditional, loop)
    elif node.type == "call_expression":
        _appended(node, found, conditional, loop)


def _bind(node: Node, found: Scanned) -> None:
    pattern, value = syntax.field(node, "name"), _value_of(node)
    if pattern is None or value is None:
        return
    name = text_of(pattern)
    annotation = next((text_of(child) for child in node.named_children if child.type == "type_annotation"), "")
    if value.type == "call_expression" and value.named_children:
        called = last_name(value.named_children[0])
        if called == "Package" or (called == "init" and annotation.strip(": ") == "Package"):
            found.package = value
    found.names.values.setdefault(name, []).append(value)


def _value_of(node: Node) -> Node | None:
    value = syntax.field(node, "value")
    if value is not None:
        return value
    computed = syntax.field(node, "computed_value")
    block = computed.named_children[0] if computed is not None and computed.named_children else None
    if block is not None and block.type == "computed_getter" and block.named_children:
        block = block.named_children[-1]
    if block is None or block.type != "statements" or not block.named_children:
        return None
    last = block.named_children[-1]
    return last.named_children[-1] if last.type == "control_transfer_statement" and last.named_children else last


def _function(node: Node, found: Scanned) -> None:
    name = syntax.field(node, "name")
    if name is not None:
        found.names.functions.setdefault(text_of(name), node)


def _members(node: Node, found: Scanned) -> None:
    body = syntax.field(node, "body")
    for child in body.named_children if body is not None else ():
        if child.type == "function_declaration":
            _function(child, found)
        elif child.type == "property_declaration":
            pattern, value = syntax.field(child, "name"), _value_of(child)
            if pattern is not None and value is not None:
                found.names.statics.setdefault(text_of(pattern), value)


def _appended(node: Node, found: Scanned, conditional: bool, loop: bool) -> None:
    """Read `list.append(x)`, `list.append(contentsOf: [x])` and `list.insert(x, at: 0)`."""
    callee = node.named_children[0]
    target = syntax.field(callee, "target") if callee.type == "navigation_expression" else None
    if target is None:
        return
    called = last_name(callee)
    if called == "forEach":
        body = text_of(node)
        if "dependencies" in body:
            found.gaps.append(line_of(node))
    if called not in ("append", "insert"):
        return
    arguments = [n for child in node.named_children[-1].named_children for n in child.named_children]
    value = next((v for n in arguments if n.type == "value_argument" and (v := syntax.field(n, "value"))), None)
    if value is not None:
        _fill(target, value, found, conditional, loop)


def _fill(target: Node, value: Node, found: Scanned, conditional: bool, loop: bool) -> None:
    if target.type == "simple_identifier":
        found.names.values.setdefault(text_of(target), []).append(value)
        return
    name, owner = last_name(target), syntax.field(target, "target")
    if name not in LISTS or owner is None:
        return
    if owner.type == "simple_identifier" and not loop:
        found.filled[name].append(Filled(value, conditional))
    else:
        # Which target this adds to is only known when the manifest runs.
        found.gaps.append(line_of(target))
