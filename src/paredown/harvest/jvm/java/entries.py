"""A Java class that can be reached -> entries as a Java caller sees them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from paredown.harvest.jvm.annotations import Annotations
from paredown.harvest.jvm.classfile import (
    BRIDGE,
    ENUM,
    FINAL,
    INTERFACE,
    STATIC,
    SYNTHETIC,
    Member,
)
from paredown.harvest.jvm.declared import Declared, Maker
from paredown.harvest.jvm.deprecation import withdrawn
from paredown.harvest.jvm.jar import Jar, inherited
from paredown.harvest.jvm.java.attributes import literal, parameter_names
from paredown.harvest.jvm.java.signatures import class_signature, field_signature, method_signature
from paredown.harvest.jvm.java.types import Types
from paredown.harvest.jvm.membership import Reachable, Reached
from paredown.model import Deprecation, Kind


def entries_of(jar: Jar, held: Reachable, maker: Maker, types: Types) -> Iterator[Declared]:
    """Yield the entries of a class: its own, then its members in the order of the file."""
    unit = held.unit
    standing = jar.standing(unit.name)
    place = standing.place
    access = unit.access
    kind = Kind.INTERFACE if access & INTERFACE else Kind.ENUM if access & ENUM else Kind.CLASS
    signature = class_signature(unit, place.names[-1], types)
    yield Declared(maker.entry(place.parts, kind, signature, place.imported, standing.deprecation), unit.name, "", "")
    for reached in held.members:
        member = reached.member
        if member.access & SYNTHETIC and not _opens(jar, reached):
            continue
        deprecation = inherited(_deprecation(reached), standing.deprecation)
        signature = member_signature(reached, types)
        if member.name == "<init>":
            entry = maker.entry(place.parts, Kind.CONSTRUCTOR, signature, place.imported, deprecation)
        else:
            kind = _field_kind(member) if reached.is_field else Kind.METHOD
            text = literal(reached.of.file, member) if reached.is_field else None
            entry = maker.entry((*place.parts, member.name), kind, signature, place.imported, deprecation, text)
        yield Declared(entry, reached.owner, member.name, member.descriptor)


def member_signature(reached: Reached, types: Types, names: Sequence[str] = ()) -> str:
    """Return the signature of a field, method or constructor.

    `names` are those of its parameters where a source tells them; otherwise the ones that the compiler kept.
    """
    unit, member = reached.of, reached.member
    if reached.is_field:
        return field_signature(unit.file, member, types)
    names = names or parameter_names(unit.file, member)
    if member.name != "<init>":
        return method_signature(unit.file, member, types, name=member.name, names=names)
    inner = unit.inner if unit.inner and unit.inner.outer else None
    name = inner.name if inner else unit.name.rpartition("/")[2]
    around = inner is not None and not inner.access & (STATIC | INTERFACE)
    return method_signature(unit.file, member, types, name=name, names=names, outer=around)


def _opens(jar: Jar, reached: Reached) -> bool:
    """Whether a method that the compiler made only opens one of a parent that callers cannot name."""
    member = reached.member
    if reached.is_field or not member.access & BRIDGE:
        return False
    for parent in jar.parents(reached.of):
        found = parent.file.find(member.signature)
        if found is not None:
            return not found.access & SYNTHETIC
    return False


def _field_kind(field: Member) -> Kind:
    if field.access & ENUM:
        return Kind.MEMBER
    return Kind.CONSTANT if field.access & (STATIC | FINAL) == STATIC | FINAL else Kind.PROPERTY


def _deprecation(reached: Reached) -> Deprecation:
    member = reached.member
    if "Deprecated" in member.attributes or member.signature in reached.of.marked:
        annotations = Annotations(reached.of.file.constants, member.attributes)
        return withdrawn(annotations, member.attributes, ())
    return Deprecation.NONE
