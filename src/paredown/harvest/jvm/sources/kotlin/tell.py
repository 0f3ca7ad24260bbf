"""A Kotlin declaration and what is around it in its file -> how callers name it, and what is written of it."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from paredown.harvest.jvm.jar import inherited
from paredown.harvest.jvm.kotlin import flags as bits
from paredown.harvest.jvm.kotlin.declarations import Declaration, Sort
from paredown.harvest.jvm.kotlin.signatures import (
    alias_signature,
    constructor_signature,
    function_signature,
    property_signature,
)
from paredown.harvest.jvm.sources.heirs import IMPLIED, OVERRIDES
from paredown.harvest.jvm.sources.kotlin.classes import Head
from paredown.harvest.jvm.sources.kotlin.declare import VISIBILITIES, Setting
from paredown.harvest.jvm.sources.kotlin.spelling import Modifiers
from paredown.harvest.jvm.sources.written import Around, Slot, Written, erased
from paredown.harvest.jvm.sources.written import Sort as Sought
from paredown.model import NO_PROSE, Kind, Prose

FILE: Final = -1
"""The kind of what is around a declaration outside of every class."""
OBJECTS: Final = (bits.OBJECT, bits.COMPANION)
NEW: Final = "<init>"
WORD: Final = re.compile(r"(?<![\w.`])[^\W\d]\w*")
EXPLICIT: Final = frozenset({"public", "protected", "internal", "private"})
JVM: Final = ("JvmName", "JvmStatic", "JvmField", "JvmOverloads", "JvmSynthetic")
SOUGHT: Final = {
    Sort.FUNCTION: Sought.CALL,
    Sort.CONSTRUCTOR: Sought.CALL,
    Sort.PROPERTY: Sought.VALUE,
    Sort.ALIAS: Sought.TYPE,
}


class Frame(NamedTuple):
    """What is around the declarations of one body; `at` is the place of its class, `seen` what heirs are told."""

    around: Around
    kind: int
    setting: Setting
    head: Head | None = None
    at: int = 0
    seen: dict[Slot, str] | None = None


class Facts(NamedTuple):
    """What holds in a whole file: the class of what is outside of classes, names of its own, and callers' version.

    `whole` asks for signatures too.
    """

    holder: str
    aliases: dict[str, str]
    kotlin: tuple[int, ...]
    whole: bool

    def unaliased(self, text: str) -> str:
        """Return `text` with what this file calls by another name called by its own."""
        return WORD.sub(lambda word: self.aliases.get(word[0], word[0]), text) if self.aliases else text


class Said(NamedTuple):
    """One declaration as its file has it; `implied` says that the language itself makes it."""

    declared: Declaration
    before: Modifiers
    at: int
    doc: Prose = NO_PROSE
    literals: tuple[str, ...] = ()
    implied: bool = False


class Called(NamedTuple):
    """How callers name a declaration: its symbol, what they import, and whether its signature shows the receiver."""

    parts: tuple[str, ...]
    imported: str
    shown: bool


def told(said: Said, frame: Frame, facts: Facts) -> Written | None:
    """Return what is written of a declaration, or None when no other module can name it; heirs are told of it."""
    declared, before, around = said.declared, said.before, frame.around
    called = _called(declared, frame)
    sort = SOUGHT[declared.sort]
    name = NEW if declared.sort is Sort.CONSTRUCTOR else declared.name
    took = [parameter.shown for parameter in declared.parameters]
    if declared.receiver.text:
        took.insert(0, declared.receiver.text)
    types = erased([facts.unaliased(text) for text in took])
    overrides = "override" in before.words and not before.words & EXPLICIT
    if frame.seen is not None and not overrides:
        frame.seen[(sort, name, len(types))] = "public" if before.published else before.visibility
    if not before.may_be_reached:
        return None
    marks = [f"{mark} {before.text_of(mark)}".strip() for mark in JVM if mark in before.annotations]
    marks += ["lateinit"] if "lateinit" in before.words else []
    marks += [OVERRIDES] if overrides else []
    marks += [IMPLIED] if said.implied else []
    return Written(
        around.internal,
        sort,
        name,
        types,
        tuple([parameter.name for parameter in declared.parameters]),
        said.at,
        said.doc,
        is_open(before, frame, declared.visibility),
        _kind(declared, frame),
        called.parts,
        called.imported,
        facts.unaliased(_signature(said, frame, shown=called.shown)) if facts.whole else "",
        inherited(before.deprecation(facts.kotlin), around.deprecation),
        said.literals,
        facts.holder if frame.kind == FILE else around.internal,
        tuple(marks),
    )


def is_open(before: Modifiers, frame: Frame, seen: int = -1) -> bool:
    """Whether a caller can name what has these modifiers; `seen` is its visibility where they do not say it."""
    if not frame.around.reachable or "expect" in before.words:
        return False
    seen = VISIBILITIES[before.visibility] if seen < 0 else seen
    if seen == bits.PROTECTED:
        return not frame.around.final
    return seen == bits.PUBLIC or (seen == bits.INTERNAL and before.published)


def _called(declared: Declaration, frame: Frame) -> Called:
    place, receiver = frame.around.place, declared.receiver
    if declared.sort is Sort.CONSTRUCTOR:
        return Called(place.parts, place.imported, False)
    if frame.kind == FILE:
        above = (place.package,) if place.package else ()
        if receiver.name:
            above = (*above, *receiver.name.replace("`", "").split("."))
        imported = f"{place.package}.{declared.name}" if place.package else declared.name
        return Called((*above, declared.name), imported, receiver.text != receiver.name)
    parts = (*place.parts, declared.name)
    # An extension in an object is imported by its own name; in a class it can only be called within.
    imported = ".".join(parts) if receiver.text and frame.kind in OBJECTS else place.imported
    return Called(parts, imported, bool(receiver.text))


def _kind(declared: Declaration, frame: Frame) -> Kind:
    if declared.sort is Sort.CONSTRUCTOR:
        return Kind.CONSTRUCTOR
    if declared.sort is Sort.ALIAS:
        return Kind.TYPE
    if declared.sort is Sort.PROPERTY:
        return Kind.CONSTANT if declared.flags & bits.CONST else Kind.PROPERTY
    return Kind.FUNCTION if frame.kind == FILE else Kind.METHOD


def _signature(said: Said, frame: Frame, *, shown: bool) -> str:
    declared, interface = said.declared, frame.kind == bits.INTERFACE
    if declared.sort is Sort.CONSTRUCTOR:
        return constructor_signature(declared)
    if declared.sort is Sort.ALIAS:
        return alias_signature(declared)
    if declared.sort is Sort.FUNCTION:
        return function_signature(declared, in_interface=interface, shown=shown)
    return property_signature(declared, in_interface=interface, shown=shown, literal=bool(said.literals))
