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
from paredown.harvest.jvm.java.signatures import (
    class_signature,
    field_signature,
    method_signature,
    method_types,
    parameters,
)
from paredown.harvest.jvm.java.types import Types
from paredown.harvest.jvm.membership import Reachable, Reached
from paredown.harvest.jvm.sources.library import Sources
from paredown.harvest.jvm.sources.written import Sort, Written
from paredown.harvest.jvm.unit import Unit
from paredown.model import NO_PROSE, Deprecation, Kind


def entries_of(jar: Jar, held: Reachable, maker: Maker, types: Types, sources: Sources) -> Iterator[Declared]:
    """Yield the entries of a class: its own, then its members in the order of the file."""
    unit = held.unit
    standing = jar.standing(unit.name)
    place = standing.place
    access = unit.access
    kind = Kind.INTERFACE if access & INTERFACE else Kind.ENUM if access & ENUM else Kind.CLASS
    signature = class_signature(unit, place.names[-1], types)
    told = sources.find(unit.name, Sort.TYPE, "") if sources else None
    prose, at = (told.prose, told.at) if told else (NO_PROSE, -1)
    entry = maker.entry(place.parts, kind, signature, place.imported, standing.deprecation, prose=prose)
    yield Declared(entry, unit.name, "", "", at)
    for reached in held.members:
        member = reached.member
        written = _opened(jar, reached) if member.access & SYNTHETIC else reached
        if written is None:
            continue
        deprecation = inherited(_deprecation(reached), standing.deprecation)
        # Of a class that no source has, no member is looked for.
        told = told_of(written, types, sources) if at >= 0 else None
        prose, place_in_source = (told.prose, told.at) if told else (NO_PROSE, -1)
        signature = member_signature(reached, types, told.names if told else ())
        if member.name == "<init>":
            entry = maker.entry(place.parts, Kind.CONSTRUCTOR, signature, place.imported, deprecation, prose=prose)
        else:
            kind = _field_kind(member) if reached.is_field else Kind.METHOD
            text = literal(reached.of.file, member) if reached.is_field else None
            entry = maker.entry((*place.parts, member.name), kind, signature, place.imported, deprecation, text, prose)
        yield Declared(entry, reached.owner, member.name, member.descriptor, place_in_source)


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
    return method_signature(unit.file, member, types, name=name, names=names, outer=_is_around(unit))


def told_of(reached: Reached, types: Types, sources: Sources) -> Written | None:
    """Return what the sources say of a field, method or constructor."""
    unit, member = reached.of, reached.member
    if reached.is_field:
        return sources.find(unit.name, Sort.VALUE, member.name)
    found = method_types(unit.file, member, types)
    outer = member.name == "<init>" and _is_around(unit)
    taken = parameters(found, member, types, outer=outer)
    return sources.find(unit.name, Sort.CALL, member.name, taken)


def _is_around(unit: Unit) -> bool:
    """Whether an object of the class around is the first thing that a constructor of `unit` takes."""
    inner = unit.inner if unit.inner and unit.inner.outer else None
    return inner is not None and not inner.access & (STATIC | INTERFACE)


def _opened(jar: Jar, reached: Reached) -> Reached | None:
    """Return the method of a parent that callers cannot name, where one that the compiler made only opens it."""
    member = reached.member
    if reached.is_field or not member.access & BRIDGE:
        return None
    for parent in jar.parents(reached.of):
        found = parent.file.find(member.signature)
        if found is not None:
            return None if found.access & SYNTHETIC else reached._replace(of=parent, member=found)
    return None


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
