"""A fact -> its kind, in the words of Python's users, and which of several bindings a caller meets."""

from __future__ import annotations

import re
from typing import TypeAlias

from paredown.harvest.python.facts import NOWHERE, Binding, Class, Function, Import, Table, Trait, Variable
from paredown.harvest.python.resolve import ranked
from paredown.model import Kind

ENUMS = ("Enum", "Flag", "Choices")
"""Ends of the names of base classes whose assigned members are members of an enumeration."""
HEAD = re.compile(rb"[\"']*(?:[^\W\d]\w*\.)*(\w+)")

FUNCTION = Kind.FUNCTION
METHOD = Kind.METHOD
PROPERTY = Kind.PROPERTY
CLASS = Kind.CLASS

Declared: TypeAlias = Function | Class | Variable


def is_enum(fact: Class) -> bool:
    """Whether the class is an enumeration, by the names of its bases."""
    return any(base.endswith(ENUMS) for base in fact.bases)


def kind_of_function(fact: Function, name: str, *, member: bool) -> Kind:
    """Return what a function is, at the top of a module or as a `member` of a class."""
    if not member:
        return FUNCTION
    if fact.traits & Trait.PROPERTY:
        return PROPERTY
    return Kind.CONSTRUCTOR if name == "__init__" else METHOD


def kind_of_class(fact: Class) -> Kind:
    """Return whether a class is an enumeration."""
    return Kind.ENUM if fact.bases and is_enum(fact) else CLASS


def kind_of_variable(source: bytes, fact: Variable, name: str, *, member: bool, enum: bool) -> Kind:
    """Return what an assigned or annotated name is; `enum` says that it is a member of an enumeration."""
    if fact.traits & Trait.TYPE:
        return Kind.TYPE
    annotated = fact.annotation is not NOWHERE
    head = b""
    if annotated and (match := HEAD.match(source, fact.annotation.start)):
        head = match[1]
        if head == b"TypeAlias":
            return Kind.TYPE
        if head == b"Final":
            return Kind.CONSTANT
    if member:
        if enum and not annotated:
            return Kind.MEMBER
        if fact.traits & Trait.PROPERTY or (annotated and head != b"ClassVar"):
            return PROPERTY
    return Kind.CONSTANT if name.isupper() else Kind.VARIABLE


def best(bindings: list[Binding], table: Table) -> tuple[Declared, ...]:
    """Return the facts by which a member is known: one, or its overloads; an alias of a method is that method."""
    facts = _first(bindings)
    if len(facts) == 1:
        fact = facts[0]
        if type(fact) is Variable and fact.alias and fact.alias in table:
            methods = _first(table[fact.alias])
            if methods and type(methods[0]) is Function:
                return methods
    return facts


def _first(bindings: list[Binding]) -> tuple[Declared, ...]:
    if len(bindings) == 1:
        only = bindings[0]
        return () if type(only) is Import else (only,)  # type: ignore[return-value]
    for _, group in ranked(bindings):
        facts = tuple(fact for fact in group if not isinstance(fact, Import))
        if facts:
            return facts
    return ()


def doc_in(table: Table, names: tuple[str, ...]) -> int:
    """Return where the documentation of the member `names` begins, outermost name first, or 0."""
    for at, name in enumerate(names):
        facts = _first(table[name]) if name in table else ()
        if at == len(names) - 1:
            return next((fact.doc for fact in facts if fact.doc), 0)
        if not facts or not isinstance(facts[0], Class):
            return 0
        table = facts[0].members
    return 0
