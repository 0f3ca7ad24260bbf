"""A fact -> its kind, in the words of Python's users, and which of several bindings a caller meets."""

from __future__ import annotations

import re

from paredown.harvest.python.facts import NOWHERE, Binding, Class, Function, Import, Table, Trait, Variable
from paredown.harvest.python.resolve import ranked
from paredown.harvest.text import Span
from paredown.model import Kind

ENUMS = ("Enum", "Flag", "Choices")
"""Ends of the names of base classes whose assigned members are members of an enumeration."""
QUALIFIED = re.compile(rb"(?:[^\W\d]\w*\.)?(\w+)")

Declared = Function | Class | Variable


def is_enum(fact: Class) -> bool:
    """Whether the class is an enumeration, by the names of its bases."""
    return any(base.endswith(ENUMS) for base in fact.bases)


def kind_of(source: bytes, fact: Declared, name: str, *, member: bool, enum: bool) -> Kind:
    """Return what `fact` is; `member` of a class, `enum` of an enumeration."""
    if isinstance(fact, Function):
        if not member:
            return Kind.FUNCTION
        if fact.traits & Trait.PROPERTY:
            return Kind.PROPERTY
        return Kind.CONSTRUCTOR if name == "__init__" else Kind.METHOD
    if isinstance(fact, Class):
        return Kind.ENUM if is_enum(fact) else Kind.CLASS
    return _kind_of_variable(source, fact, name, member=member, enum=enum)


def _kind_of_variable(source: bytes, fact: Variable, name: str, *, member: bool, enum: bool) -> Kind:
    if fact.traits & Trait.TYPE:
        return Kind.TYPE
    head = b""
    if fact.annotation != NOWHERE and (match := QUALIFIED.match(source, fact.annotation.start)):
        head = match[1]
    if head == b"TypeAlias":
        return Kind.TYPE
    if member and enum and not head:
        return Kind.MEMBER
    if head == b"Final":
        return Kind.CONSTANT
    if member and (fact.traits & Trait.PROPERTY or (head and head != b"ClassVar")):
        return Kind.PROPERTY
    return Kind.CONSTANT if name.isupper() else Kind.VARIABLE


def best(bindings: list[Binding], table: Table) -> tuple[Declared, ...]:
    """Return the facts by which a member is known: one, or its overloads; an alias of a method is that method."""
    facts = _first(bindings)
    if len(facts) == 1 and isinstance(facts[0], Variable) and facts[0].alias in table:
        methods = _first(table[facts[0].alias])
        if methods and isinstance(methods[0], Function):
            return methods
    return facts


def _first(bindings: list[Binding]) -> tuple[Declared, ...]:
    for _, group in ranked(bindings):
        facts = tuple(fact for fact in group if not isinstance(fact, Import))
        if facts:
            return facts
    return ()


def doc_in(table: Table, names: tuple[str, ...]) -> Span:
    """Return where the documentation of the member `names` is, outermost name first, in a module's table."""
    for at, name in enumerate(names):
        facts = _first(table.get(name, []))
        if at == len(names) - 1:
            return next((fact.doc for fact in facts if fact.doc != NOWHERE), NOWHERE)
        if not facts or not isinstance(facts[0], Class):
            return NOWHERE
        table = facts[0].members
    return NOWHERE
