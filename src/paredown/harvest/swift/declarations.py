"""The node of a declaration -> a draft of each symbol that it declares."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tree_sitter import Node

from paredown.harvest.swift.grammar import (
    ANNOTATION,
    ASSOCIATED,
    BINDING,
    CASE,
    COMPUTED,
    CONSTRAINTS,
    EQUALS,
    FUNCTION,
    FUNCTION_BODY,
    IDENTIFIER,
    INDIRECT,
    INIT,
    INIT_WORD,
    MACRO,
    MACRO_DEFINITION,
    PATTERN,
    PAYLOAD,
    PLAIN,
    PROPERTY,
    PROTOCOL,
    REQUIRED_PROPERTY,
    REQUIREMENT,
    REQUIREMENTS,
    SUBSCRIPT,
    SUBSCRIPT_WORD,
    TEXTS,
    TYPE,
    TYPEALIAS,
)
from paredown.harvest.swift.modifiers import Modifiers
from paredown.harvest.swift.signatures import Tail, accessors, signature
from paredown.harvest.text import Signed, Span, decode
from paredown.model import ELIDED, Kind, Prose

REST = re.compile(rb"[ \t]*(?:where\b|[=:,&.<])[\w \t.,:<>=&?()\[\]~@-]*(?:(?<=,)[ \t]*\n[\w \t.,:<>=&?()\[\]~@-]*)*")
"""What may follow a type: constraints, and nothing that could hold text."""
KINDS = {b"enum": Kind.ENUM, b"protocol": Kind.INTERFACE}


class Head(NamedTuple):
    """What is known of a declaration before it is read: the bytes of its file, and where its doc comment lies."""

    source: bytes
    owner: tuple[str, ...]
    modifiers: Modifiers
    platform: str
    where: str
    doc: Span


class Draft(NamedTuple):
    """One declared symbol: `parts` are its path within the module."""

    parts: tuple[str, ...]
    kind: Kind
    signed: Signed
    head: Head


def drafts(node: Node, head: Head) -> Iterator[Draft]:
    """Yield what `node` declares; a `case` and a `let` may declare several."""
    read = READERS.get(node.kind_id)
    return read(node, head) if read is not None else iter(())


def _draft(head: Head, kind: Kind, name: str, keyword: str, tail: Tail, after: str = "") -> Draft:
    condition = f"#if {head.platform} " if head.platform else ""
    where = _where(head, tail)
    lead = f"{condition}{head.modifiers.lead}{keyword}"
    signed = signature(lead, name, head.source, tail, where + after)
    parts = (*head.owner, name.strip("`"))
    return Draft(parts, kind, signed, head)


def _with(draft: Draft, constants: tuple[Prose, ...]) -> Draft:
    """Return `draft` with more of the literals that were taken out of it."""
    if not constants:
        return draft
    return draft._replace(signed=Signed(draft.signed.text, (*draft.signed.constants, *constants)))


def _where(head: Head, tail: Tail) -> str:
    if not head.where:
        return ""
    has_own = any(child.kind_id == CONSTRAINTS for child in tail.node.children)
    return f", {head.where.removeprefix('where').strip()}" if has_own else f" {head.where}"


def _text(node: Node, head: Head) -> str:
    return decode(head.source[node.start_byte : node.end_byte])


def _type(node: Node, head: Head) -> Iterator[Draft]:
    word, name = node.child_by_field_name("declaration_kind"), node.child_by_field_name("name")
    body = node.child_by_field_name("body")
    if word is None or name is None:
        return
    keyword = head.source[word.start_byte : word.end_byte]
    lead = "indirect " if node.children[0].kind_id == INDIRECT or node.children[1].kind_id == INDIRECT else ""
    kind = KINDS.get(keyword, Kind.CLASS)
    end = body.start_byte if body is not None else node.end_byte
    tail = Tail(node, name.end_byte, end)
    yield _draft(head._replace(where=""), kind, _text(name, head), f"{lead}{decode(keyword)} ", tail)


def _function(node: Node, head: Head) -> Iterator[Draft]:
    name = node.child_by_field_name("name")
    if name is None:
        return
    kind = Kind.METHOD if head.owner else Kind.FUNCTION
    yield _draft(head, kind, _text(name, head), "func ", Tail(node, name.end_byte, _end(node)))


def _end(node: Node) -> int:
    """Return where the body of a function, or the accessors of a subscript, begin."""
    for child in reversed(node.children):
        if child.kind_id in (FUNCTION_BODY, COMPUTED, REQUIREMENTS):
            return child.start_byte
    return node.end_byte


def _init(node: Node, head: Head) -> Iterator[Draft]:
    word = next((child for child in node.children if child.kind_id == INIT_WORD), None)
    if word is not None and head.owner:
        yield _draft(head, Kind.CONSTRUCTOR, "init", "", Tail(node, word.end_byte, _end(node)))


def _subscript(node: Node, head: Head) -> Iterator[Draft]:
    word = next((child for child in node.children if child.kind_id == SUBSCRIPT_WORD), None)
    if word is not None:
        after = accessors(node.children, head.source, sealed=head.modifiers.sealed)
        tail = Tail(node, word.end_byte, _end(node))
        yield _draft(head, Kind.METHOD, "subscript", "", tail, after)


def _alias(node: Node, head: Head) -> Iterator[Draft]:
    name = node.child_by_field_name("name")
    if name is not None:
        word = "associatedtype " if node.kind_id == ASSOCIATED else "typealias "
        # The grammar ends some lists of constraints too early; what is left of them stands on the same line.
        rest = REST.match(head.source, node.end_byte)
        end = rest.end() if rest is not None else node.end_byte
        yield _draft(head, Kind.TYPE, _text(name, head), word, Tail(node, name.end_byte, end))


def _macro(node: Node, head: Head) -> Iterator[Draft]:
    name = next((child for child in node.children if child.kind_id == IDENTIFIER), None)
    end = next((child.start_byte for child in node.children if child.kind_id == MACRO_DEFINITION), node.end_byte)
    if name is not None:
        yield _draft(head, Kind.FUNCTION, _text(name, head), "macro ", Tail(node, name.end_byte, end))


def _cases(node: Node, head: Head) -> Iterator[Draft]:
    word = "indirect case " if any(child.kind_id == INDIRECT for child in node.children) else "case "
    told: list[Node] = []
    for child in node.children:
        if child.kind_id == IDENTIFIER:
            if told:
                yield _case(node, told, word, head)
            told = []
        if told or child.kind_id == IDENTIFIER:
            told.append(child)
    if told:
        yield _case(node, told, word, head)


def _case(node: Node, told: list[Node], word: str, head: Head) -> Draft:
    """Return one case: `told` are its name and what follows it, up to the next."""
    name, *rest = told
    end, after = name.end_byte, ""
    constants: tuple[Prose, ...] = ()
    for child in rest:
        if child.kind_id == PAYLOAD:
            end = _closing(child)
        elif child.kind_id in TEXTS:
            after, constants = f" = {ELIDED}", (Prose(_text(child, head)),)
        elif child.kind_id in PLAIN:
            after = f" = {_text(child, head)}"
    found = _draft(head, Kind.MEMBER, _text(name, head), word, Tail(node, name.end_byte, end), after)
    return _with(found, constants)


def _closing(payload: Node) -> int:
    """Return where the payload's bracket closes: the grammar lets a semicolon belong to it."""
    return next((child.end_byte for child in reversed(payload.children) if child.type == ")"), payload.end_byte)


def _variables(node: Node, head: Head) -> Iterator[Draft]:
    children = node.children
    binding = next(_binding(children), None)
    word = _text(binding, head).split()[-1] if binding is not None else "var"
    is_let = word == "let"
    kind = Kind.PROPERTY if head.owner else (Kind.CONSTANT if is_let else Kind.VARIABLE)
    after = "" if is_let else accessors(children, head.source, sealed=head.modifiers.sealed)
    found: list[Draft] = []
    annotation: Node | None = None
    # From the last to the first: a name without a type has that of the next.
    for at in range(len(children) - 1, -1, -1):
        child = children[at]
        if child.kind_id == ANNOTATION:
            annotation = child
        if child.kind_id != PATTERN:
            continue
        if annotation is not None:
            tail, value = Tail(annotation, annotation.start_byte, annotation.end_byte), Signed("", ())
        else:
            tail, value = Tail(child, child.end_byte, child.end_byte), _value(children[at + 1 : at + 3], head)
        for name in reversed(_names(child)):
            draft = _draft(head, kind, _text(name, head), f"{word} ", tail, value.text + after)
            found.append(_with(draft, value.constants))
    yield from reversed(found)


def _value(following: list[Node], head: Head) -> Signed:
    """Return ` = …` for a literal, which says what type a variable has."""
    if len(following) < 2 or following[0].kind_id != EQUALS:
        return Signed("", ())
    value = following[1]
    if value.kind_id in TEXTS:
        return Signed(f" = {ELIDED}", (Prose(_text(value, head)),))
    short = value.kind_id in PLAIN and value.end_byte - value.start_byte < 80
    return Signed(f" = {_text(value, head)}" if short else "", ())


def _binding(children: list[Node]) -> Iterator[Node]:
    for child in children:
        if child.kind_id == BINDING:
            yield child
        elif child.kind_id == PATTERN:
            yield from (inner for inner in child.children if inner.kind_id == BINDING)


def _names(pattern: Node) -> list[Node]:
    only = pattern.children
    if len(only) == 1 and only[0].kind_id == IDENTIFIER:
        return only
    found: list[Node] = []
    stack = [pattern]
    while stack:
        node = stack.pop()
        if node.kind_id == IDENTIFIER:
            found.append(node)
        else:
            stack.extend(reversed(node.children))
    return found


READERS: dict[int, Callable[[Node, Head], Iterator[Draft]]] = {
    TYPE: _type,
    PROTOCOL: _type,
    FUNCTION: _function,
    REQUIREMENT: _function,
    PROPERTY: _variables,
    REQUIRED_PROPERTY: _variables,
    INIT: _init,
    SUBSCRIPT: _subscript,
    CASE: _cases,
    TYPEALIAS: _alias,
    ASSOCIATED: _alias,
    MACRO: _macro,
}
