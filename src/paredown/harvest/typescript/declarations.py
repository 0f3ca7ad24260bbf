"""One declaration statement -> its drafts; a variable statement may declare several names."""

from __future__ import annotations

import re

from tree_sitter import Node

from paredown.harvest.text import Signed
from paredown.harvest.typescript.draft import DEFAULT, Draft
from paredown.harvest.typescript.grammar import named
from paredown.harvest.typescript.members import before_value, enum_members, members, spaced
from paredown.harvest.typescript.page import Named, Page
from paredown.harvest.typescript.repair import UNNAMED
from paredown.model import Kind

(CLASS, ABSTRACT_CLASS, CLASS_VALUE, INTERFACE, ENUM, TYPE) = named(
    "class_declaration",
    "abstract_class_declaration",
    "class",
    "interface_declaration",
    "enum_declaration",
    "type_alias_declaration",
)
(SIGNATURE, FUNCTION, GENERATOR, FUNCTION_VALUE, GENERATOR_VALUE, ARROW) = named(
    "function_signature",
    "function_declaration",
    "generator_function_declaration",
    "function_expression",
    "generator_function",
    "arrow_function",
)
(LEXICAL, VARIABLE, DECLARATOR) = named("lexical_declaration", "variable_declaration", "variable_declarator")
(OBJECT_TYPE, INTERSECTION, PARENTHESIZED) = named("object_type", "intersection_type", "parenthesized_type")
CLASSES = frozenset({CLASS, ABSTRACT_CLASS, CLASS_VALUE})
BODIED = frozenset({FUNCTION, GENERATOR, FUNCTION_VALUE, GENERATOR_VALUE})
FUNCTIONS = BODIED | {SIGNATURE}
VARIABLES = frozenset({LEXICAL, VARIABLE})
NAMESPACES = frozenset(named("internal_module", "module"))
DECLARATIONS = CLASSES | FUNCTIONS | VARIABLES | {INTERFACE, ENUM, TYPE}
ABSTRACTED = re.compile(rb"\babstract\s+$")
PATTERNS = frozenset({"identifier", "shorthand_property_identifier_pattern"})
DOTTED = re.compile(r": ?((?:typeof )?[\w$]+(?:\.[\w$]+)*)$")
"""A type that is only a name."""


def drafts(page: Page, node: Node, doc: bytes) -> list[Draft]:
    """Return what the declaration at `node` declares; nothing when it has lost its name."""
    number = node.kind_id
    if number in VARIABLES:
        return _variables(page, node, doc)
    name = node.child_by_field_name("name")
    if name is None:
        named_at = Named(DEFAULT, "", _after_keywords(page, node))
    elif name.end_byte - name.start_byte == len(UNNAMED) and _is_unnamed(page, node):
        named_at = Named(DEFAULT, "", name.end_byte)
    else:
        named_at = page.named(name)
    if number in FUNCTIONS:
        return [_function(page, node, named_at, doc)]
    if number == TYPE:
        return [_type(page, node, named_at, doc)]
    return [_container(page, node, named_at, doc)]


def value_draft(page: Page, node: Node, name: str, doc: bytes) -> Draft:
    """Return an exported expression as the constant `name`."""
    if node.kind_id in BODIED or node.kind_id in CLASSES:
        return drafts(page, node, doc)[0]._replace(name=name)
    rest, constants = _value(page, node)
    return Draft(name, Kind.CONSTANT, "const ", rest, constants, doc)


def _after_keywords(page: Page, node: Node) -> int:
    """Return where the keywords of an unnamed class or function end."""
    end = node.start_byte
    for child in node.children:
        if child.is_named and child.type not in ("decorator", "comment"):
            break
        if child.type in ("(", "{", "<"):
            break
        end = child.end_byte
    return end


def _is_unnamed(page: Page, node: Node) -> bool:
    return page.source.startswith(b"default", node.start_byte)


def _function(page: Page, node: Node, name: Named, doc: bytes) -> Draft:
    body = node.child_by_field_name("body") if node.kind_id != SIGNATURE else None
    rest, constants = page.cut(node, name.end, body.start_byte if body else _end(page, node))
    head = page.source[node.start_byte : name.end]
    lead = "async " if b"async" in head.split() else ""
    return Draft(name.name, Kind.FUNCTION, lead, rest.lstrip(), constants, doc)


def _type(page: Page, node: Node, name: Named, doc: bytes) -> Draft:
    rest, constants = page.cut(node, name.end, _end(page, node))
    value = node.child_by_field_name("value")
    found: tuple[Draft, ...] = ()
    if value is not None:
        if value.kind_id == OBJECT_TYPE:
            found = members(page, value)
        elif value.kind_id in (INTERSECTION, PARENTHESIZED):
            found = _intersected(page, value)
    return Draft(name.name, Kind.TYPE, "type ", spaced(rest), constants, doc, found)


def _intersected(page: Page, node: Node) -> tuple[Draft, ...]:
    """Return the members of the object types among those that `&` joins."""
    found: list[tuple[Draft, ...]] = []
    stack = [node]
    while stack:
        top = stack.pop()
        if top.kind_id in (INTERSECTION, PARENTHESIZED):
            stack.extend(reversed(top.named_children))
        elif top.kind_id == OBJECT_TYPE:
            found.append(members(page, top))
    return tuple(draft for group in found for draft in group)


def _container(page: Page, node: Node, name: Named, doc: bytes) -> Draft:
    number = node.kind_id
    body = node.child_by_field_name("body")
    rest, constants = page.cut(node, name.end, body.start_byte if body else node.end_byte)
    rest = spaced(rest)
    if number == INTERFACE:
        return Draft(name.name, Kind.INTERFACE, "interface ", rest, constants, doc, members(page, body) if body else ())
    if number == ENUM:
        lead = "const enum " if page.source.startswith(b"const", node.start_byte) else "enum "
        return Draft(name.name, Kind.ENUM, lead, "", (), doc, enum_members(page, body) if body else ())
    before = page.source[max(0, node.start_byte - 24) : node.start_byte]
    abstract = number == ABSTRACT_CLASS or ABSTRACTED.search(before) is not None
    lead = "abstract class " if abstract else "class "
    found = members(page, body, in_class=True) if body else ()
    return Draft(name.name, Kind.CLASS, lead, rest, constants, doc, found)


def _variables(page: Page, node: Node, doc: bytes) -> list[Draft]:
    keyword = next((k for k in (b"const", b"let", b"var") if page.source.startswith(k, node.start_byte)), b"let")
    lead = keyword.decode() + " "
    kind = Kind.CONSTANT if keyword == b"const" else Kind.VARIABLE
    found: list[Draft] = []
    for declarator in node.named_children:
        if declarator.kind_id != DECLARATOR:
            continue
        name = declarator.child_by_field_name("name")
        if name is None:
            continue
        if name.type != "identifier":
            found.extend(Draft(bound, kind, lead, "", (), doc) for bound in _bound(page, name))
            continue
        end = before_value(declarator, declarator.end_byte)
        rest, constants = page.cut(declarator, name.end_byte, end)
        if end != declarator.end_byte and not rest:
            value = declarator.child_by_field_name("value")
            assert value is not None
            rest, constants = _value(page, value)
        found.append(Draft(page.text(name), kind, lead, spaced(rest.removeprefix("!")), constants, doc))
    return found


def _value(page: Page, value: Node) -> Signed:
    """Return the type that a value shows: that of an arrow function, nothing for other code."""
    body = value.child_by_field_name("body")
    if value.kind_id not in (ARROW, FUNCTION_VALUE) or body is None:
        return Signed("", ())
    parameters = value.child_by_field_name("parameters") or value.child_by_field_name("parameter")
    returned = value.child_by_field_name("return_type")
    generic = value.child_by_field_name("type_parameters")
    first = generic or parameters
    if first is None or parameters is None:
        return Signed("", ())
    rest, constants = page.cut(value, first.start_byte, parameters.end_byte)
    rest = rest.replace(",>", ">") if rest.startswith(("(", "<")) else f"({rest})"
    if returned is None:
        return Signed(f": {rest} => unknown", constants)
    type_, more = page.cut(returned, returned.start_byte + 1, returned.end_byte)
    return Signed(f": {rest} => {type_.lstrip()}", (*constants, *more))


def _bound(page: Page, pattern: Node) -> list[str]:
    """Return the names that a destructuring pattern binds."""
    names: list[str] = []
    stack = [pattern]
    while stack:
        node = stack.pop()
        if node.type in PATTERNS:
            names.append(page.text(node))
        elif node.type == "pair_pattern":
            value = node.child_by_field_name("value")
            stack.extend([value] if value else [])
        elif node.type in ("object_assignment_pattern", "assignment_pattern"):
            left = node.child_by_field_name("left")
            stack.extend([left] if left else [])
        else:
            stack.extend(reversed(node.named_children))
    return names


def _end(page: Page, node: Node) -> int:
    """Return where a statement ends without its semicolon."""
    end = node.end_byte
    return end - 1 if page.source[end - 1 : end] == b";" else end
