"""A Java class that can be reached -> entries as a Java caller sees them."""

from __future__ import annotations

from collections.abc import Iterator

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
    inner = unit.inner is not None and bool(unit.inner.outer) and not unit.inner.access & (STATIC | INTERFACE)
    for reached in held.members:
        member, file = reached.member, reached.of.file
        if member.access & SYNTHETIC and not _opens(jar, reached):
            continue
        deprecation = inherited(_deprecation(reached), standing.deprecation)
        if reached.is_field:
            signature = field_signature(file, member, types)
            entry = maker.entry(
                (*place.parts, member.name),
                _field_kind(member),
                signature,
                place.imported,
                deprecation,
                literal(file, member),
            )
        else:
            constructor = member.name == "<init>"
            signature = method_signature(
                file,
                member,
                types,
                name=place.names[-1] if constructor else member.name,
                names=parameter_names(file, member),
                outer=constructor and inner,
            )
            entry = maker.entry(
                place.parts if constructor else (*place.parts, member.name),
                Kind.CONSTRUCTOR if constructor else Kind.METHOD,
                signature,
                place.imported,
                deprecation,
            )
        yield Declared(entry, reached.owner, member.name, member.descriptor)


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
    attributes = reached.member.attributes
    if "Deprecated" not in attributes and "RuntimeVisibleAnnotations" not in attributes:
        return Deprecation.NONE
    return withdrawn(Annotations(reached.of.file.constants, attributes), attributes, ())
