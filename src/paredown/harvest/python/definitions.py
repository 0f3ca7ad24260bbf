"""A function or a class -> the fact that it declares a name, without looking into a function's body."""

from __future__ import annotations

import re
from typing import NamedTuple

from tree_sitter import Node

from paredown.harvest.python import grammar as g
from paredown.harvest.python.facts import Class, Function, Table, Trait, add
from paredown.harvest.python.literals import MARKED, Verbatim, marks
from paredown.harvest.python.naming import hidden

DOC = re.compile(rb"[rRuU]?[\"']")
DECORATOR = re.compile(rb"@\s*([\w.]+)")
RECEIVER = re.compile(rb"\(\s*[^\W\d]\w*\s*(?:,\s*(?:/\s*(?:,\s*|(?=\))))?|(?=\)))")
DOTTED = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*\Z")
ABOUT_PARAMETERS = re.compile(rb"param|arg|value|option", re.IGNORECASE)


class Inner(NamedTuple):
    """The body of a class, to be walked into `members`."""

    body: Node
    members: Table


class Definitions:
    """Declares names from the definitions of one source."""

    def __init__(self, source: bytes, verbatim: Verbatim, *, suspect: bool) -> None:
        """`suspect` says that something of the file did not parse, so that each header must be looked at."""
        self._source = source
        self._verbatim = verbatim
        self._suspect = suspect

    def declare(self, node: Node, table: Table, rank: int, *, members: bool) -> Inner | None:
        """Declare a function or a class, decorated or not; return the body of a class."""
        traits: int = Trait.NONE
        if node.kind_id == g.DECORATED:
            *decorators, node = node.children
            for decorator in decorators:
                match = DECORATOR.match(self._source, decorator.start_byte)
                if match is None:
                    continue
                owner, _, last = match[1].rpartition(b".")
                traits |= trait_of(last)
                if members and owner and self._accessor(node, owner, table):
                    return None
        if node.kind_id == g.FUNCTION:
            self._function(node, table, rank, traits, members=members)
        elif node.kind_id == g.CLASS:
            return self._class(node, table, rank, traits, members=members)
        return None

    def _accessor(self, node: Node, owner: bytes, table: Table) -> bool:
        """Whether `@x.setter def x` only adds to a property that is already declared."""
        name = node.child_by_field_name("name")
        if name is None or self._source[name.start_byte : name.end_byte] != owner:
            return False
        return owner.decode("utf-8", "replace") in table

    def _function(self, node: Node, table: Table, rank: int, traits: int, *, members: bool) -> None:
        source = self._source
        parts = node.children
        at = 1
        if parts[0].kind_id == g.ASYNC:
            traits |= Trait.ASYNC
            at = 2
        if parts[at].kind_id != g.IDENTIFIER:
            at = _first(parts, g.IDENTIFIER)
        start = parts[at].end_byte
        name = source[parts[at].start_byte : start].decode("utf-8", "replace")
        if not name or not at or (members and hidden(name)) or self._led_by_an_error(parts[:at]):
            return
        body = parts[-1]
        colon = len(parts) - 2 if parts[-2].kind_id == g.COLON else _colon(parts)
        end = parts[colon].start_byte
        parameters = parts[at + 1]
        if parameters.kind_id != g.PARAMETERS:
            parameters = parts[_first(parts, g.PARAMETERS)]
        opened, rest, marked = end, 0, None
        if parameters is parts[0] or (self._suspect and any(part.has_error for part in parts[at + 1 : colon])):
            traits |= Trait.BROKEN
        else:
            opened = parameters.start_byte
            if members and not traits & Trait.STATICMETHOD:
                rest = self._after_receiver(parameters)
            if MARKED.search(source, start, end):
                marked = marks(parts[at + 1 : colon], source, self._verbatim)
        doc = body.start_byte if DOC.match(source, body.start_byte) else 0
        add(table, name, Function(rank, traits, start, opened, rest, end, doc, marked))

    def _led_by_an_error(self, parts: list[Node]) -> bool:
        """Whether other words stand before what looks like the name."""
        return self._suspect and any(part.has_error for part in parts)

    def _after_receiver(self, parameters: Node) -> int:
        """Return where the parameters go on after `self, `, or 0 when there is none to leave out."""
        if plain := RECEIVER.match(self._source, parameters.start_byte):
            return plain.end()
        named = [node for node in parameters.named_children if node.kind_id not in g.COMMENTS]
        if not named or named[0].kind_id not in (g.IDENTIFIER, g.TYPED, g.TYPED_DEFAULT, g.DEFAULT):
            return 0
        if self._source.startswith(b"*", named[0].start_byte):
            return 0
        following = [node for node in named[1:] if node.kind_id != g.POSITIONAL_ONLY]
        return following[0].start_byte if following else parameters.end_byte - 1

    def _class(self, node: Node, table: Table, rank: int, traits: int, *, members: bool) -> Inner | None:
        parts = node.children
        at = 1 if parts[1].kind_id == g.IDENTIFIER else _first(parts, g.IDENTIFIER)
        start = parts[at].end_byte
        name = self._source[parts[at].start_byte : start].decode("utf-8", "replace")
        if not name or not at or (members and hidden(name)) or self._led_by_an_error(parts[:at]):
            return None
        colon = _colon(parts)
        header = parts[at + 1 : colon]
        end = parts[colon].start_byte
        marked = None
        if self._suspect and (colon == 0 or any(part.has_error for part in header)):
            traits |= Trait.BROKEN
        elif header and MARKED.search(self._source, start, end):
            marked = marks(header, self._source, self._verbatim)
        bases: tuple[str, ...] = ()
        superclasses = _first(parts, g.ARGUMENTS) if header else 0
        if superclasses:
            bases = tuple(base for child in parts[superclasses].named_children if (base := self._base(child)))
        inner: Table = {}
        body = parts[-1]
        doc = body.start_byte if DOC.match(self._source, body.start_byte) else 0
        add(table, name, Class(rank, traits, start, end, doc, marked, bases, inner))
        return Inner(body, inner) if body.kind_id == g.BLOCK else None

    def _base(self, node: Node) -> str:
        """Return the dotted name of a base class, or an empty string for anything else."""
        if node.kind_id == g.SUBSCRIPT:
            node = node.children[0]
        if node.kind_id not in (g.IDENTIFIER, g.ATTRIBUTE):
            return ""
        text = self._source[node.start_byte : node.end_byte].decode("utf-8", "replace")
        return text if DOTTED.match(text) else ""


def _first(parts: list[Node], kind: int) -> int:
    """Return where the first node of `kind` is, or 0, where a keyword stands."""
    for at, part in enumerate(parts):
        if part.kind_id == kind:
            return at
    return 0


def _colon(parts: list[Node]) -> int:
    """Return where the colon before the body is; comments may stand between. 0 when it did not parse."""
    at = len(parts) - 1
    while at and parts[at].kind_id != g.COLON:
        at -= 1
    return at


def trait_of(decorator: bytes) -> int:
    """Return what the last name of a decorator makes of a declaration."""
    known = DECORATORS.get(decorator)
    if known is not None:
        return known
    if decorator.endswith(b"property"):
        return Trait.PROPERTY
    if b"deprecated" in decorator.lower() and not ABOUT_PARAMETERS.search(decorator):
        return Trait.DEPRECATED
    return Trait.NONE


DECORATORS = {
    b"overload": Trait.OVERLOAD,
    b"property": Trait.PROPERTY,
    b"reify": Trait.PROPERTY,
    b"classmethod": Trait.CLASSMETHOD,
    b"staticmethod": Trait.STATICMETHOD,
}
"""Decorators with a meaning; others end in `property`, or say `deprecated` of the whole declaration."""
