"""The nodes of a Java class, field or method -> its signature, as the class files' reader writes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from tree_sitter import Node

from paredown.harvest.jvm.names import in_line
from paredown.harvest.jvm.sources.java import grammar as g
from paredown.harvest.jvm.sources.java.spelling import Modifiers, Parameters, Spelling
from paredown.model import ELIDED, Kind

WORDS: Final = {
    g.CLASS: "class ",
    g.INTERFACE: "interface ",
    g.ENUM: "enum ",
    g.ANNOTATION_TYPE: "@interface ",
    g.RECORD: "record ",
}
KINDS: Final = {g.INTERFACE: Kind.INTERFACE, g.ANNOTATION_TYPE: Kind.INTERFACE, g.ENUM: Kind.ENUM}


class Field(NamedTuple):
    """One field: its name and signature, whether it is a constant, and the text that its signature elides."""

    name: str
    signature: str
    constant: bool
    literals: tuple[str, ...]


def kind_of(node: Node) -> Kind:
    """Return the kind of a class."""
    return KINDS.get(node.kind_id, Kind.CLASS)


def class_signature(spelling: Spelling, node: Node, name: str, modifiers: Modifiers, *, static: bool) -> str:
    """Return the signature of a class; `static` says that it is one within another."""
    words = modifiers.words
    kind = node.kind_id
    text = "protected " if "protected" in words else ""
    if kind == g.CLASS:
        text += "static " if static else ""
        text += "abstract " if "abstract" in words else "final " if "final" in words else ""
    text += ("sealed " if "sealed" in words else "") + WORDS[kind] + name
    text += spelling.type(node.child_by_field_id(g.TYPE_PARAMETERS))
    if kind == g.RECORD:
        text += f"({spelling.parameters(node.child_by_field_id(g.PARAMETERS)).text})"
    above = node.child_by_field_id(g.SUPERCLASS)
    if above:
        text += f" extends {', '.join(spelling.types(above.named_children))}"
    for child in node.named_children:
        if child.kind_id == g.EXTENDS:
            text += f" extends {', '.join(_listed(spelling, child))}"
        elif child.kind_id == g.PERMITS:
            text += f" permits {', '.join(_listed(spelling, child))}"
        elif child == node.child_by_field_id(g.INTERFACES):
            text += f" implements {', '.join(_listed(spelling, child))}"
    return in_line(text)


def method_signature(
    spelling: Spelling, node: Node, name: str, taken: Parameters, modifiers: Modifiers, *, interface: bool
) -> str:
    """Return the signature of a method or constructor, or of an annotation's element."""
    words = modifiers.words
    text = "protected " if "protected" in words else ""
    if "static" in words:
        text += "static "
    elif node.kind_id == g.METHOD:
        text += "default " if interface and "default" in words else ""
        text += "abstract " if not interface and "abstract" in words else ""
    text += f"{name}{spelling.type(node.child_by_field_id(g.TYPE_PARAMETERS))}({taken.text})"
    returned = node.child_by_field_id(g.TYPE)
    if returned:
        dimensions = spelling.text(node.child_by_field_id(g.DIMENSIONS)).count("[") * "[]"
        text += f": {spelling.type(returned)}{dimensions}"
    if node.kind_id == g.ELEMENT and node.child_by_field_id(g.VALUE):
        text += " default …"
    thrown = next((child for child in node.named_children if child.kind_id == g.THROWS), None)
    return in_line(f"{text} throws {', '.join(spelling.types(thrown.named_children))}" if thrown else text)


def field_signature(
    spelling: Spelling, node: Node, declarator: Node, modifiers: Modifiers, *, interface: bool
) -> Field:
    """Return one field of a declaration; the text of a string constant is elided."""
    words = modifiers.words
    name = spelling.text(declarator.child_by_field_id(g.NAME))
    dimensions = spelling.text(declarator.child_by_field_id(g.DIMENSIONS)).count("[") * "[]"
    static, final = interface or "static" in words, interface or "final" in words
    type_ = spelling.type(node.child_by_field_id(g.TYPE)) + dimensions
    text = "protected " if "protected" in words else ""
    text += f"{'static ' if static else ''}{'final ' if final else ''}{name}: {type_}"
    value = declarator.child_by_field_id(g.VALUE)
    literals: tuple[str, ...] = ()
    if final and value is not None and value.kind_id == g.STRING and type_.rpartition(".")[2] == "String":
        literals = (spelling.text(value)[1:-1],)
        text += f" = {ELIDED}"
    return Field(name, in_line(text), static and final, literals)


def _listed(spelling: Spelling, node: Node) -> Iterator[str]:
    for child in node.named_children:
        yield from spelling.types(child.named_children if child.kind_id == g.TYPE_LIST else [child])
