"""An assignment or a type alias -> the facts that its targets are declared."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from tree_sitter import Node

from paredown.harvest.python import grammar as g
from paredown.harvest.python.facts import NOWHERE, Marks, Table, Trait, Variable, add
from paredown.harvest.python.literals import MARKED, Verbatim, marks
from paredown.harvest.python.naming import hidden
from paredown.harvest.text import Span

DOTTED = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*){0,20}\Z")
ALIAS_NAME = re.compile(rb"\s*([^\W\d]\w*)")
NUMBERS = frozenset({g.INTEGER, g.FLOAT})
STATED = NUMBERS | {g.NONE, g.TRUE, g.FALSE}
NAMES = frozenset({g.IDENTIFIER, g.ATTRIBUTE})
TARGETS = frozenset({g.PATTERN_LIST, g.TUPLE_PATTERN, g.LIST_PATTERN})
MAX_STATED = 40
"""Bytes of a value that a signature repeats."""
MAX_ALIAS = 200


class Made(NamedTuple):
    """The names that an assignment binds, and the node of its value."""

    names: list[str]
    value: Node | None


class Valued(NamedTuple):
    """What an assigned value is: its traits, where it is stated, and the name that it repeats."""

    traits: int
    span: Span = NOWHERE
    alias: str = ""


NOTHING = Valued(Trait.SILENT)
SOMETHING = Valued(Trait.NONE)
MADE = Valued(Trait.PROPERTY)


class Assignments:
    """Declares names from the assignments of one source."""

    def __init__(self, source: bytes, verbatim: Verbatim, *, stub: bool, suspect: bool) -> None:
        """`suspect` says that something of the file did not parse, so that each assignment must be looked at."""
        self._source = source
        self._verbatim = verbatim
        self._stub = stub
        self._suspect = suspect

    def declare(self, node: Node, table: Table, rank: int, *, members: bool) -> Made:
        """Declare the targets of an assignment: `x: T = 1`, `a = b = 1`, `a, b = f()`."""
        parts = node.children
        if len(parts) == 3 and parts[0].kind_id == g.IDENTIFIER and parts[1].kind_id == g.EQUALS and not self._suspect:
            value: Node | None = parts[2]
            assert value is not None
            if value.kind_id != g.ASSIGNMENT and value.kind_id not in g.COMMENTS:
                return self._plain(parts[0], value, table, rank, members=members)
        names: list[str] = []
        whole = True
        annotation: Node | None = None
        value = node
        while value is not None and value.kind_id == g.ASSIGNMENT:
            target, *parts = value.children
            if target.kind_id == g.IDENTIFIER:
                names.append(self._source[target.start_byte : target.end_byte].decode("utf-8", "replace"))
            elif target.kind_id in TARGETS:
                whole = False
                self._targets(target, names)
            value = None
            for sign, part in pairwise(parts):
                if sign.kind_id == g.EQUALS:
                    value = part if part.kind_id not in g.COMMENTS else parts[-1]
                elif part.kind_id == g.TYPE:
                    annotation = part
        if members and whole and len(names) == 1 and hidden(names[0]):
            return Made(names, value)
        broken = self._suspect and node.has_error
        traits, span, alias = SOMETHING if broken else self._valued(value, members=members)
        where = NOWHERE
        marked: Marks | None = None
        if annotation is not None:
            alias = ""
            where = Span(annotation.start_byte, annotation.end_byte)
            if broken:
                traits |= Trait.BROKEN
            elif MARKED.search(self._source, *where):
                marked = marks((annotation,), self._source, self._verbatim)
        fact = Variable(rank, traits, where, span, 0, marked, alias if whole else "")
        for name in names:
            if not (members and hidden(name)):
                add(table, name, fact)
        return Made(names, value)

    def _plain(self, target: Node, value: Node, table: Table, rank: int, *, members: bool) -> Made:
        """Declare `x = 1`, the commonest form."""
        name = self._source[target.start_byte : target.end_byte].decode("utf-8", "replace")
        if not (members and hidden(name)):
            traits, span, alias = self._valued(value, members=members)
            add(table, name, Variable(rank, traits, NOWHERE, span, 0, None, alias))
        return Made([name], value)

    def _targets(self, node: Node, names: list[str]) -> None:
        stack = [node]
        while stack:
            top = stack.pop()
            if top.kind_id == g.IDENTIFIER:
                names.append(self._source[top.start_byte : top.end_byte].decode("utf-8", "replace"))
            elif top.kind_id in TARGETS:
                stack.extend(reversed(top.named_children))

    def _valued(self, node: Node | None, *, members: bool) -> Valued:
        if node is None:
            return NOTHING
        if node.kind_id == g.PARENTHESIZED and node.named_child_count == 1:
            node = node.named_children[0]
        kind = node.kind_id
        if kind == g.CALL:
            return MADE if members and self._source.startswith(b"property(", node.start_byte) else SOMETHING
        start, end = node.start_byte, node.end_byte
        if kind in g.STRINGS:
            return Valued(Trait.STRING, Span(start, end))
        if kind in STATED or (kind == g.UNARY and node.children[-1].kind_id in NUMBERS):
            return Valued(Trait.STATED, Span(start, end)) if end - start <= MAX_STATED else SOMETHING
        if kind in NAMES and end - start <= MAX_ALIAS:
            text = self._source[start:end].decode("utf-8", "replace")
            return Valued(Trait.NONE, NOWHERE, text) if DOTTED.match(text) else SOMETHING
        return NOTHING if kind == g.ELLIPSIS and self._stub else SOMETHING

    def declare_type(self, node: Node, table: Table, rank: int, *, members: bool) -> None:
        """Declare a `type X[T] = …` (PEP 695): the annotation of the fact is everything after the name."""
        left = next((part for part in node.children if part.kind_id == g.TYPE), None)
        match = ALIAS_NAME.match(self._source, left.start_byte) if left is not None else None
        if match is None:
            return
        name = match[1].decode("utf-8", "replace")
        if members and hidden(name):
            return
        where = Span(match.end(), node.end_byte)
        traits = Trait.TYPE | (Trait.BROKEN if node.has_error else Trait.NONE)
        marked = marks(node.children, self._source, self._verbatim) if MARKED.search(self._source, *where) else None
        add(table, name, Variable(rank, traits, where, NOWHERE, 0, marked, ""))


def document(table: Table, name: str, doc: Node) -> None:
    """Give the last binding of `name` the string below it as its documentation."""
    known = table.get(name)
    if known and isinstance(last := known[-1], Variable):
        known[-1] = last._replace(doc=doc.start_byte)
