"""A statement of a script -> the chain of calls that it is: names, their arguments and their blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from paredown.resolve.jvm.gradle.statements import Group, Item, is_group, is_mark, split
from paredown.resolve.jvm.gradle.tokens import Kind, Token

MODIFIERS = frozenset(
    {"val", "var", "def", "final", "const", "private", "public", "internal", "protected", "override", "static"}
    | {"String", "Integer", "Object", "boolean", "int"}
)
BRANCHES = frozenset({"if", "else", "when", "for", "while", "do", "try", "catch", "finally", "switch", "case"})


class Call(NamedTuple):
    """One link: `name(arguments) { block }`, any of the two missing."""

    name: str
    line: int
    arguments: Sequence[Sequence[Item]] = ()
    block: Group | None = None


class Assignment(NamedTuple):
    """`path = right`, or with `by` the delegate of a property."""

    path: tuple[str, ...]
    right: Sequence[Item]
    by: bool = False


def is_branch(items: Sequence[Item]) -> bool:
    """Whether the statement's blocks may not run, or may run more than once."""
    first = items[0]
    return isinstance(first, Token) and first.kind is Kind.NAME and first.text in BRANCHES


def assignment_of(items: Sequence[Item]) -> Assignment | None:
    """Return the assignment that a statement is, None when it is another thing."""
    for at, item in enumerate(items):
        if is_mark(item, "="):
            path = _assigned(items[:at])
            return Assignment(path, items[at + 1 :]) if path else None
        if at > 1 and isinstance(item, Token) and item.kind is Kind.NAME and item.text == "by":
            path = _assigned(items[:at])
            return Assignment(path, items[at + 1 :], by=True) if path else None
        if is_group(item, "{"):
            return None
    return None


def chain_of(items: Sequence[Item]) -> list[Call]:
    """Return the calls of a statement, from the left."""
    calls: list[Call] = []
    at = 0
    while at < len(items):
        name = _name(items[at])
        if not name:
            break
        line = items[at].line
        at = _after_types(items, at + 1)
        arguments: list[Sequence[Item]] = []
        while at < len(items) and isinstance(group := items[at], Group) and group.open in "([":
            arguments += group.filled
            at += 1
        block = None
        if at < len(items) and isinstance(group := items[at], Group):
            block = group
            at += 1
        calls.append(Call(name, line, arguments, block))
        if at < len(items) and (is_mark(items[at], ".") or is_mark(items[at], "?.")):
            at += 1
            continue
        break
    if calls and at < len(items):
        calls[-1] = _commanded(calls[-1], items[at:])
    return calls


def _commanded(call: Call, rest: Sequence[Item]) -> Call:
    """Return a call with the arguments that Groovy lets stand without brackets: `name a, b { … }`."""
    given = split(rest, ",")
    block = call.block
    if given and given[-1] and is_group(given[-1][-1], "{") and isinstance(given[-1][-1], Group):
        block = given[-1][-1]
        given[-1] = given[-1][:-1]
    return call._replace(arguments=[*call.arguments, *(one for one in given if one)], block=block)


def _name(item: Item) -> str:
    """Return the name that a link begins with; Kotlin lets a configuration's be a string."""
    if not isinstance(item, Token):
        return ""
    if item.kind is Kind.TEXT:
        return item.parts[0].text if len(item.parts) == 1 and not item.parts[0].expression else ""
    return item.text if item.kind is Kind.NAME else ""


def _after_types(items: Sequence[Item], at: int) -> int:
    """Return where type arguments such as `<JvmTestSuite>` end."""
    if at < len(items) and is_mark(items[at], "<"):
        for end in range(at + 1, min(at + 12, len(items))):
            if is_mark(items[end], ">"):
                return end + 1
    return at


def _assigned(items: Sequence[Item]) -> tuple[str, ...]:
    """Return the dotted name on the left of an assignment, without modifiers and type."""
    path: list[str] = []
    for item in items:
        if is_mark(item, ":"):
            break
        if isinstance(item, Token) and item.kind is Kind.NAME:
            path.append(item.text)
        elif isinstance(item, Group) and item.open == "[" and len(item.filled) == 1 and path:
            name = _name(item.filled[0][0])
            if not name:
                return ()
            path.append(name)
        elif not is_mark(item, ".") and not is_group(item, "("):
            return ()
    while len(path) > 1 and path[0] in MODIFIERS:
        path.pop(0)
    return tuple(path)
