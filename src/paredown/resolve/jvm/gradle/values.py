"""An expression of a script -> its value, where it is nothing but constants, names of constants and joined strings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from paredown.resolve.jvm.gradle.statements import Group, Item, TooDeep, is_group, is_mark, parse, split
from paredown.resolve.jvm.gradle.tokens import Kind, Token

Value: TypeAlias = "str | Mapping[str, Value] | tuple[Value, ...]"
"""A string (numbers too), a map or a list."""

HOLDERS = frozenset({"project", "rootProject", "ext", "extra", "this", "properties", "extensions", "extraProperties"})
"""Names before a property's own that only say where it is kept."""
ASKS = frozenset({"property", "findProperty", "getProperty", "gradleProperty", "get", "extra", "ext"})
"""Calls that take a property's name."""
IDLE = frozenset({"get", "toString", "trim", "getOrNull", "orNull", "asProvider", "toLowerCase"})
"""Calls without arguments that leave a version what it is."""
LISTS = frozenset({"listOf", "setOf", "arrayOf", "mutableListOf", "immutableListOf"})
MAPS = frozenset({"mapOf", "mutableMapOf", "hashMapOf"})
MAX_LENGTH = 2000
MAX_NESTING = 8


class Scope:
    """The names that a script can see: its own, then those of whoever is above it."""

    def __init__(self, above: Scope | None = None) -> None:
        self.names: dict[str, Value] = {}
        self._above = above

    def find(self, path: Sequence[str]) -> Value | None:
        """Return what a dotted name means, looked up whole and then part by part."""
        scope: Scope | None = self
        while scope is not None:
            for length in range(len(path), 0, -1):
                held = scope.names.get(".".join(path[:length]))
                if held is not None and (value := _member(held, path[length:])) is not None:
                    return value
            scope = scope._above
        return None

    def dotted(self) -> dict[str, str]:
        """Return the strings that can be seen under a name with a dot, as properties of BOMs are called."""
        found = self._above.dotted() if self._above else {}
        return {**found, **{name: text for name, text in self.names.items() if "." in name and isinstance(text, str)}}


def evaluate(items: Sequence[Item], scope: Scope, depth: int = 0) -> Value | None:
    """Return the value of an expression, None when only Gradle could tell it."""
    items = _without_cast(items)
    if not items or depth > MAX_NESTING:
        return None
    operands = split(items, "+")
    if len(operands) > 1:
        found = [evaluate(operand, scope, depth + 1) for operand in operands]
        texts = [value for value in found if isinstance(value, str)]
        return _bounded("".join(texts)) if len(texts) == len(found) else None
    if len(items) == 1:
        return _single(items[0], scope, depth)
    return _path(items, scope, depth)


def text_of(token: Item, scope: Scope) -> str | None:
    """Return what a string says, None when something that is put into it cannot be told."""
    return _interpolated(token, scope, 0) if isinstance(token, Token) and token.kind is Kind.TEXT else None


def literal_prefix(token: Item) -> str:
    """Return a string up to the first thing that is put into it."""
    parts = token.parts if isinstance(token, Token) else ()
    return parts[0].text if parts and not parts[0].expression else ""


def arguments(group: Group) -> Mapping[str, Sequence[Item]]:
    """Return the named arguments of a call, `name: value` or `name = value`, by name."""
    return named_arguments(group.filled)


def named_arguments(items: Sequence[Sequence[Item]]) -> Mapping[str, Sequence[Item]]:
    """Return those of `items` that are named, by name."""
    return {
        item[0].text: item[2:]
        for item in items
        if len(item) > 2
        and isinstance(item[0], Token)
        and item[0].kind is Kind.NAME
        and (is_mark(item[1], ":") or is_mark(item[1], "="))
    }


def _single(item: Item, scope: Scope, depth: int) -> Value | None:
    if isinstance(item, Group):
        if item.open == "[":
            return _bracketed(item, scope, depth)
        return evaluate(item.filled[0], scope, depth + 1) if item.open == "(" and len(item.filled) == 1 else None
    match item.kind:
        case Kind.TEXT:
            return _interpolated(item, scope, depth)
        case Kind.NUMBER:
            return item.text
        case Kind.NAME:
            return scope.find((item.text,))
    return None


def _interpolated(token: Token, scope: Scope, depth: int) -> str | None:
    found: list[str] = []
    for part in token.parts:
        if not part.expression:
            found.append(part.text)
            continue
        if depth >= MAX_NESTING or len(part.text) > MAX_LENGTH:
            return None
        try:
            inner = parse(part.text, kotlin=True).filled
        except TooDeep:
            return None
        value = evaluate(inner[0], scope, depth + 1) if len(inner) == 1 else None
        if not isinstance(value, str):
            return None
        found.append(value)
    return _bounded("".join(found))


def _bracketed(group: Group, scope: Scope, depth: int) -> Value | None:
    """Return the list or map that Groovy writes in brackets."""
    named = arguments(group)
    filled = group.filled
    if named or not filled or (len(filled) == 1 and len(filled[0]) == 1 and is_mark(filled[0][0], ":")):
        found = {name: evaluate(items, scope, depth + 1) for name, items in named.items()}
        return {name: value for name, value in found.items() if value is not None}
    return _list(filled, scope, depth)


def _list(items: Sequence[Sequence[Item]], scope: Scope, depth: int) -> Value | None:
    values = [evaluate(item, scope, depth + 1) for item in items]
    known = tuple(value for value in values if value is not None)
    return known if len(known) == len(values) else None


def _path(items: Sequence[Item], scope: Scope, depth: int) -> Value | None:
    """Return the value of a dotted name, of a call that asks for a property, or of a list or map."""
    first = items[0]
    if isinstance(first, Token) and len(items) == 2 and is_group(items[1], "("):
        group = items[1]
        assert isinstance(group, Group)
        if first.text in LISTS:
            return _list(group.filled, scope, depth)
        if first.text in MAPS:
            return _pairs(group, scope, depth)
    names: list[str] = []
    at = 0
    while at < len(items):
        item = items[at]
        if isinstance(item, Token) and item.kind is Kind.NAME:
            following = items[at + 1] if at + 1 < len(items) else None
            if isinstance(following, Group) and following.open == "(":
                asked = _asked(item.text, following, scope)
                if asked is None:
                    return None
                names.extend(asked)
                at += 1
            else:
                names.append(item.text)
        elif isinstance(item, Group) and item.open == "[" and len(item.filled) == 1:
            key = evaluate(item.filled[0], scope, depth + 1)
            if not isinstance(key, str):
                return None
            names.append(key)
        elif not (isinstance(item, Token) and item.text in (".", "?.", "!!")):
            return None
        at += 1
    while len(names) > 1 and names[0] in HOLDERS:
        names.pop(0)
    return scope.find([part for name in names for part in name.split(".")])


def _asked(call: str, group: Group, scope: Scope) -> list[str] | None:
    """Return the names that a call within a dotted name adds: the property it asks for, or nothing."""
    if not group.filled:
        return [] if call in IDLE else None
    if call in ASKS and len(group.filled) == 1 and len(group.filled[0]) == 1:
        name = text_of(group.filled[0][0], scope)
        return [name] if name else None
    return None


def _pairs(group: Group, scope: Scope, depth: int) -> Value | None:
    found: dict[str, Value] = {}
    for item in group.filled:
        if len(item) < 3 or not (isinstance(item[1], Token) and item[1].text == "to"):
            return None
        key, value = text_of(item[0], scope), evaluate(item[2:], scope, depth + 1)
        if key is None or value is None:
            return None
        found[key] = value
    return found


def _without_cast(items: Sequence[Item]) -> Sequence[Item]:
    """Return an expression without `as String`, `!!` and the like at its end."""
    for at, item in enumerate(items):
        if at and isinstance(item, Token) and item.kind is Kind.NAME and item.text == "as":
            items = items[:at]
            break
    while items and is_mark(items[-1], "!!"):
        items = items[:-1]
    return items


def _member(value: Value, path: Sequence[str]) -> Value | None:
    for name in path:
        if not isinstance(value, Mapping) or name not in value:
            return None
        value = value[name]
    return value


def _bounded(text: str) -> str | None:
    return text if len(text) <= MAX_LENGTH else None
