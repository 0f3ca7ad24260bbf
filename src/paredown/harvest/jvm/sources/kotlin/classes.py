"""The node of a Kotlin class -> its kind, its words, and the declarations that its head and the language make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ast_grep_py import SgNode

from paredown.harvest.jvm.kotlin import flags as bits
from paredown.harvest.jvm.kotlin.declarations import NOTHING, Declaration, Parameter, Sort
from paredown.harvest.jvm.kotlin.generics import NO_GENERICS, Generics
from paredown.harvest.jvm.kotlin.types import Type
from paredown.harvest.jvm.names import MAX_LISTED
from paredown.harvest.jvm.sources.kotlin.declare import VISIBILITIES, generics, named, parameters
from paredown.harvest.jvm.sources.kotlin.spelling import Modifiers, bare, modifiers, spelled
from paredown.harvest.jvm.sources.written import erased

CLASSES: Final = frozenset({"class_declaration", "object_declaration", "companion_object"})
BODIES: Final = frozenset({"class_body", "enum_class_body"})
Taken = tuple[Parameter, ...]
COMPANION: Final = "Companion"
MODALITIES: Final = {"abstract": bits.ABSTRACT, "sealed": bits.SEALED, "open": bits.OPEN}
CLASS_BITS: Final = {"inner": bits.INNER, "data": bits.DATA, "value": bits.VALUE, "inline": bits.VALUE}


class Head(NamedTuple):
    """What stands before the body of a class. `contents` of a class file have the first four too."""

    flags: int
    kind: int
    supertypes: list[str]
    generics: Generics
    name: str
    variables: frozenset[str]
    constructor: SgNode | None
    parameters: tuple[Parameter, ...]
    delegated: dict[str, str]

    @property
    def is_open(self) -> bool:
        """Whether another class can inherit from it."""
        return self.kind == bits.INTERFACE or bits.modality(self.flags) != bits.IN_FINAL


def head(node: SgNode, before: Modifiers) -> Head:
    """Return the head of a class."""
    parts = node.children()
    kind = _kind(node, parts, before)
    held, names = generics(parts)
    name = next((bare(part.text()) for part in parts if part.kind() == "type_identifier"), "")
    flags = VISIBILITIES[before.visibility] << 1 | kind << 6
    modality = next((bit for word, bit in MODALITIES.items() if word in before.words), bits.IN_FINAL)
    if kind == bits.INTERFACE and modality == bits.IN_FINAL:
        modality = bits.ABSTRACT
    flags |= modality << 4
    for word, bit in CLASS_BITS.items():
        flags |= bit if word in before.words else 0
    if any(part.kind() == "fun" for part in parts):
        flags |= bits.FUNCTIONAL
    constructor = named(parts, "primary_constructor")
    listed = [part for part in parts if part.kind() == "delegation_specifier"][:MAX_LISTED]
    above = [_parent(part) for part in listed]
    by = [text for text, part in zip(above, listed, strict=True) if named(part.children(), "explicit_delegation")]
    return Head(
        flags,
        kind,
        above,
        held,
        name or COMPANION,
        names,
        constructor,
        parameters(constructor),
        dict(zip(erased(by), by, strict=True)),
    )


def _kind(node: SgNode, parts: Sequence[SgNode], before: Modifiers) -> int:
    if node.kind() == "object_declaration":
        return bits.OBJECT
    if node.kind() == "companion_object":
        return bits.COMPANION
    tokens = {part.kind() for part in parts if not part.is_named()}
    if "interface" in tokens:
        return bits.INTERFACE
    if "enum" in tokens:
        return bits.ENUM
    return bits.ANNOTATION if "annotation" in before.words else bits.CLASS


def _parent(node: SgNode) -> str:
    """Return a supertype without the arguments of its constructor and what it is delegated to."""
    found = next((part for part in node.children() if part.is_named()), None)
    while found is not None and found.kind() in ("constructor_invocation", "explicit_delegation"):
        found = next((part for part in found.children() if part.is_named()), None)
    return spelled([found]) if found is not None else ""


def constructor(name: str, before: Modifiers, taken: tuple[Parameter, ...], visibility: str = "") -> Declaration:
    """Return a constructor's declaration."""
    flags = VISIBILITIES[visibility or before.visibility] << 1
    return Declaration(Sort.CONSTRUCTOR, name, flags, NO_GENERICS, taken, "", NOTHING, (), ("<init>", ""))


def component(number: int, of: Parameter) -> Declaration:
    """Return the function that takes a data class apart."""
    name = f"component{number}"
    flags = bits.PUBLIC << 1 | bits.OPERATOR
    return Declaration(Sort.FUNCTION, name, flags, NO_GENERICS, (), of.shown, NOTHING, (), (name, ""))


def copied(of: Head) -> Declaration:
    """Return the function that copies a data class."""
    taken = tuple([parameter._replace(default=True) for parameter in of.parameters])
    flags = bits.PUBLIC << 1
    return Declaration(Sort.FUNCTION, "copy", flags, NO_GENERICS, taken, type_of(of).text, NOTHING, (), ("copy", ""))


def inherited_from_any() -> list[Declaration]:
    """Return the functions that every data class writes anew."""
    taken = Parameter("other", Type("Any?", "", ""), "Any?", False, False)
    flags = bits.PUBLIC << 1 | bits.OPEN << 4
    functions = (("toString", (), "String"), ("hashCode", (), "Int"), ("equals", (taken,), "Boolean"))
    return [
        Declaration(
            Sort.FUNCTION,
            name,
            flags | (bits.OPERATOR if taken_ else 0),
            NO_GENERICS,
            taken_,
            returned,
            NOTHING,
            (),
            (name, ""),
        )
        for name, taken_, returned in functions
    ]


def held_by_parameter(node: SgNode, taken: Parameter) -> Declaration | None:
    """Return the property that a parameter of a primary constructor declares, or None for a mere parameter."""
    parts = node.children()
    kind = named(parts, "binding_pattern_kind")
    if kind is None:
        return None
    before = modifiers(named(parts, "modifiers"))
    flags = VISIBILITIES[before.visibility] << 1 | (bits.VAR if kind.text() == "var" else 0)
    if "open" in before.words:
        flags |= bits.OPEN << 4
    shown = f"Array<out {taken.shown}>" if taken.many else taken.shown
    return Declaration(Sort.PROPERTY, taken.name, flags, NO_GENERICS, (), shown, NOTHING, (), None)


def type_of(of: Head) -> Type:
    """Return a class as the type of its own objects."""
    listed = of.generics.listed
    names = [part.partition(" : ")[0].split()[-1] for part in listed[1:-1].split(", ")] if listed else []
    text = f"{of.name}<{', '.join(names)}>" if names else of.name
    return Type(text, of.name, "")
