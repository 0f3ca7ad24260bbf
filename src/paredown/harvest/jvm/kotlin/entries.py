"""The metadata of a Kotlin class, or of the facade of a file, -> entries as a Kotlin caller sees them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from paredown.harvest.jvm.declared import Declared, Maker
from paredown.harvest.jvm.jar import Jar, inherited
from paredown.harvest.jvm.java.attributes import literal
from paredown.harvest.jvm.kotlin import flags as bits
from paredown.harvest.jvm.kotlin.aliases import alias_deprecation
from paredown.harvest.jvm.kotlin.declarations import Declaration, Sort
from paredown.harvest.jvm.kotlin.scope import Scope
from paredown.harvest.jvm.kotlin.signatures import (
    alias_signature,
    class_signature,
    constructor_signature,
    function_signature,
    property_signature,
)
from paredown.harvest.jvm.membership import parts_of
from paredown.harvest.jvm.names import in_line, quoted
from paredown.harvest.jvm.sources.library import NO_SOURCES, Sources
from paredown.harvest.jvm.sources.written import Sort as Sought
from paredown.harvest.jvm.sources.written import Written
from paredown.harvest.jvm.unit import Unit
from paredown.model import NO_PROSE, Deprecation, Kind

CLASS_KINDS: Final = {bits.INTERFACE: Kind.INTERFACE, bits.ENUM: Kind.ENUM}
OBJECTS: Final = (bits.OBJECT, bits.COMPANION)
STRING: Final = "String"
NO_MEMBER: Final = ("", "")
NEW: Final = "<init>"
SOUGHT: Final = {
    Sort.FUNCTION: Sought.CALL,
    Sort.CONSTRUCTOR: Sought.CALL,
    Sort.PROPERTY: Sought.VALUE,
    Sort.ALIAS: Sought.TYPE,
}


class Called(NamedTuple):
    """How a declaration is called: its symbol, what is imported for it, and whether its signature shows a receiver."""

    parts: tuple[str, ...]
    imported: str
    kind: Kind
    shown: bool


def class_entries(jar: Jar, unit: Unit, maker: Maker, sources: Sources) -> Iterator[Declared]:
    """Yield the entries of a class that can be reached: its own, then what it declares."""
    contents = jar.contents(unit)
    if contents is None or contents.kind == bits.ENUM_ENTRY:
        return
    scope = Scope(jar, unit, unit, contents, maker)
    place, around = scope.standing.place, scope.standing.deprecation
    kind = CLASS_KINDS.get(scope.kind, Kind.CLASS)
    signature = class_signature(contents, place.names[-1])
    told = sources.find(unit.name, Sought.TYPE, "") if sources else None
    prose, at = (told.prose, told.at) if told else (NO_PROSE, -1)
    entry = maker.entry(place.parts, kind, signature, place.imported, around, prose=prose)
    yield Declared(entry, unit.name, *NO_MEMBER, at)
    # Of a class that no source has, no member is looked for.
    sources = sources if told else NO_SOURCES
    descriptor = f"L{unit.name};"
    for name in contents.entries:
        own = scope.deprecation((name, descriptor))
        told = sources.find(unit.name, Sought.VALUE, name) if sources else None
        prose, at = (told.prose, told.at) if told else (NO_PROSE, -1)
        parts, withdrawn = (*place.parts, name), inherited(own, around)
        entry = maker.entry(parts, Kind.MEMBER, in_line(quoted(name)), place.imported, withdrawn, prose=prose)
        yield Declared(entry, unit.name, name, descriptor, at)
    for declared in contents.declarations(every=False):
        deprecation = _reached(scope, declared)
        if deprecation is not None:
            told = told_of(sources, unit.name, declared) if sources else None
            yield _member(scope, unit, declared, deprecation, told)


def facade_entries(jar: Jar, unit: Unit, maker: Maker, sources: Sources) -> Iterator[Declared]:
    """Yield the entries of what one file or several declare outside of every class."""
    for part in parts_of(jar, unit):
        contents, header = jar.contents(part), part.header
        if contents is None or header is None:
            continue
        package = header.package or unit.name.rpartition("/")[0].replace("/", ".")
        scope = Scope(jar, unit, part, contents, maker)
        for declared in contents.declarations(every=False):
            deprecation = _reached(scope, declared)
            if deprecation is None:
                continue
            if declared.sort is Sort.ALIAS:
                deprecation = alias_deprecation(header, declared.annotations)
            told = told_of(sources, f"{package.replace('.', '/')}/" if package else "", declared) if sources else None
            yield _top_level(scope, unit, declared, package, deprecation, told)


def told_of(sources: Sources, owner: str, declared: Declaration) -> Written | None:
    """Return what the sources say of `declared`; nothing says what the compiler made."""
    if bits.is_made(declared.flags) and declared.sort is not Sort.CONSTRUCTOR:
        return None
    taken = [parameter.shown for parameter in declared.parameters]
    if declared.receiver.text:
        taken.insert(0, declared.receiver.text)
    name = NEW if declared.sort is Sort.CONSTRUCTOR else declared.name
    return sources.find(owner, SOUGHT[declared.sort], name, taken)


def _reached(scope: Scope, declared: Declaration) -> Deprecation | None:
    """Return how far `declared` is withdrawn, or None where a caller cannot reach it at all."""
    seen = declared.visibility
    if seen == bits.PROTECTED:
        if scope.standing.final:
            return None
    elif seen not in (bits.PUBLIC, bits.INTERNAL):
        return None
    said = scope.says(declared)
    if seen == bits.INTERNAL and not said.published:
        return None
    return inherited(said.deprecation, scope.standing.deprecation)


def _member(
    scope: Scope, unit: Unit, declared: Declaration, deprecation: Deprecation, told: Written | None
) -> Declared:
    place = scope.standing.place
    if declared.sort is Sort.CONSTRUCTOR:
        signature = constructor_signature(declared)
        prose, at = (told.prose, told.at) if told else (NO_PROSE, -1)
        entry = scope.maker.entry(place.parts, Kind.CONSTRUCTOR, signature, place.imported, deprecation, prose=prose)
        return Declared(entry, unit.name, *(declared.method or declared.field or NO_MEMBER), at)
    parts = (*place.parts, declared.name)
    shown = bool(declared.receiver.text)
    # An extension in an object is imported by its own name; in a class it can only be called within.
    imported = ".".join(parts) if shown and scope.kind in OBJECTS else place.imported
    return _made(scope, unit, declared, deprecation, Called(parts, imported, Kind.METHOD, shown), told)


def _top_level(
    scope: Scope,
    unit: Unit,
    declared: Declaration,
    package: str,
    deprecation: Deprecation,
    told: Written | None,
) -> Declared:
    receiver = declared.receiver
    before = (package,) if package else ()
    imported = f"{package}.{declared.name}" if package else declared.name
    if receiver.name:
        before = (*before, *receiver.name.replace("`", "").split("."))
    called = Called((*before, declared.name), imported, Kind.FUNCTION, receiver.text != receiver.name)
    return _made(scope, unit, declared, deprecation, called, told)


def _made(
    scope: Scope,
    unit: Unit,
    declared: Declaration,
    deprecation: Deprecation,
    called: Called,
    told: Written | None,
) -> Declared:
    kind = called.kind
    text: str | None = None
    in_interface = scope.kind == bits.INTERFACE
    if declared.sort is Sort.FUNCTION:
        signature = function_signature(declared, in_interface=in_interface, shown=called.shown)
    elif declared.sort is Sort.ALIAS:
        kind = Kind.TYPE
        signature = alias_signature(declared)
    else:
        kind = Kind.CONSTANT if declared.flags & bits.CONST else Kind.PROPERTY
        if declared.flags & bits.CONST and declared.returned == STRING:
            held = scope.find(declared.field) if declared.field else None
            text = literal(held.file, held.member) if held else None
        signature = property_signature(
            declared, in_interface=in_interface, shown=called.shown, literal=text is not None
        )
    prose, at = (told.prose, told.at) if told else (NO_PROSE, -1)
    entry = scope.maker.entry(called.parts, kind, signature, called.imported, deprecation, text, prose)
    return Declared(entry, unit.name, *(declared.method or declared.field or NO_MEMBER), at)
