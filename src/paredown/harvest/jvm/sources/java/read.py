"""A Java source file -> the declarations in it that callers of another package may see."""

from __future__ import annotations

from typing import Final, NamedTuple

from tree_sitter import Node, Parser

from paredown.harvest.jsdoc import NO_DOC, Doc, is_doc, read_doc
from paredown.harvest.jvm.jar import inherited
from paredown.harvest.jvm.sources.java import grammar as g
from paredown.harvest.jvm.sources.java.signatures import (
    class_signature,
    field_signature,
    kind_of,
    method_signature,
)
from paredown.harvest.jvm.sources.java.spelling import (
    NO_PARAMETERS,
    Modifiers,
    Parameters,
    Spelling,
)
from paredown.harvest.jvm.sources.written import Around, Read, Shape, Sort, Written, erased, package_around
from paredown.model import NO_PROSE, Deprecation, Kind, Language, Prose

OPEN: Final = ("public", "protected")
FINAL: Final = frozenset({g.RECORD, g.ENUM})
INTERFACES: Final = frozenset({g.INTERFACE, g.ANNOTATION_TYPE})
NEW: Final = "<init>"


class Class(NamedTuple):
    """One class: its node, what is around its members, its modifiers, and what it declares itself."""

    node: Node
    around: Around
    modifiers: Modifiers

    @property
    def kind(self) -> int:
        """The number of its node's kind."""
        return self.node.kind_id

    @property
    def name(self) -> str:
        """Its own name."""
        return self.around.place.names[-1]


class Shown(NamedTuple):
    """What one declaration shows of itself; `taken` are its parameters."""

    sort: Sort
    name: str
    kind: Kind
    signature: str
    prose: Prose = NO_PROSE
    deprecation: Deprecation = Deprecation.NONE
    taken: Parameters = NO_PARAMETERS
    literals: tuple[str, ...] = ()


def read_java(source: bytes, parser: Parser, first: int, *, whole: bool = False) -> Read | None:
    """Return what `source` declares, counted from `first` on; None when it takes too long to parse.

    `whole` asks for signatures too, which class files tell better where there are any.
    """
    root = g.parse(source, parser)
    if root is None:
        return None
    file = _File(source, first, whole)
    return Read(Language.JAVA, file.read(root), g.errors_in(root), tuple(file.shapes))


class _File:
    def __init__(self, source: bytes, first: int, whole: bool) -> None:
        self._spelling = Spelling(source)
        self._first = first
        self._whole = whole
        self._written: list[Written] = []
        self._todo: list[Class] = []
        self.shapes: list[Shape] = []
        self._constructed: set[str] = set()
        """The classes with a constructor of any visibility."""

    def read(self, root: Node) -> list[Written]:
        package = next((child for child in root.named_children if child.kind_id == g.PACKAGE), None)
        last = package.named_children[-1] if package and package.named_children else None
        around = package_around("".join(self._spelling.text(last).split()))
        self._body(root, None, around)
        while self._todo:
            self._members(self._todo.pop())
        return sorted(self._written, key=lambda one: one.at)

    def _members(self, of: Class) -> None:
        spelling, node = self._spelling, of.node
        components = spelling.parameters(node.child_by_field_id(g.PARAMETERS)) if of.kind == g.RECORD else None
        body = node.child_by_field_id(g.BODY)
        before = len(self._written)
        if body is not None:
            self._body(body, of, of.around)
        own = {(one.name, one.types) for one in self._written[before:] if one.sort is Sort.CALL}
        self._implied(of, components, own)

    def _body(self, body: Node, of: Class | None, around: Around) -> None:
        """Read the declarations in a body, each with the doc comment before it."""
        stack = [iter(body.named_children)]
        doc = NO_DOC
        while stack:
            node = next(stack[-1], None)
            if node is None:
                stack.pop()
                continue
            kind = node.kind_id
            if kind == g.BLOCK_COMMENT:
                comment = self._spelling.source[node.start_byte : node.end_byte]
                doc = read_doc(comment) if is_doc(comment) else doc
                continue
            if kind == g.LINE_COMMENT:
                continue
            if kind in g.CLASSES:
                self._class(node, of, around, doc)
            elif kind == g.ENUM_REST:
                stack.append(iter(node.named_children))
            elif of is not None:
                self._member(node, of, doc)
            doc = NO_DOC

    def _class(self, node: Node, of: Class | None, around: Around, doc: Doc) -> None:
        spelling = self._spelling
        name = spelling.text(node.child_by_field_id(g.NAME))
        if not name:
            return
        modifiers = spelling.modifiers(node)
        reachable = around.reachable and self._is_open(modifiers, of)
        deprecation = inherited(_deprecation(modifiers, doc), around.deprecation)
        place, internal = around.inside(name)
        final = "final" in modifiers.words or node.kind_id in FINAL
        inside = Class(node, Around(place, internal, reachable, final, deprecation), modifiers)
        self._todo.append(inside)
        above = node.child_by_field_id(g.SUPERCLASS)
        parents = erased(spelling.types(above.named_children)) if above else ()
        self.shapes.append(Shape(internal, parents, {}, final, {}))
        nested = of is not None
        static = "static" in modifiers.words or (of is not None and of.kind in INTERFACES)
        signature = ""
        if self._whole:
            signature = class_signature(spelling, node, name, modifiers, static=nested and static)
        self._add(inside.around, node, Shown(Sort.TYPE, "", kind_of(node), signature, doc.prose))

    def _member(self, node: Node, of: Class, doc: Doc) -> None:
        spelling, kind = self._spelling, node.kind_id
        modifiers = spelling.modifiers(node)
        new = kind in (g.CONSTRUCTOR, g.COMPACT)
        if new:
            self._constructed.add(of.around.internal)
        if kind != g.ENUM_CONSTANT and not self._is_open(modifiers, of):
            return
        deprecation = _deprecation(modifiers, doc)
        if kind == g.ENUM_CONSTANT:
            name = spelling.text(node.child_by_field_id(g.NAME))
            self._add(of.around, node, Shown(Sort.VALUE, name, Kind.MEMBER, name, doc.prose, deprecation))
        elif kind in (g.FIELD, g.CONSTANT):
            interface = of.kind in INTERFACES
            for declarator in node.named_children:
                if declarator.kind_id == g.DECLARATOR:
                    field = field_signature(spelling, node, declarator, modifiers, interface=interface)
                    kind_ = Kind.CONSTANT if field.constant else Kind.PROPERTY
                    shown = Shown(Sort.VALUE, field.name, kind_, field.signature, doc.prose, deprecation)
                    self._add(of.around, declarator, shown._replace(literals=field.literals))
        elif new or kind in (g.METHOD, g.ELEMENT):
            taken = spelling.parameters((of.node if kind == g.COMPACT else node).child_by_field_id(g.PARAMETERS))
            name = of.name if new else spelling.text(node.child_by_field_id(g.NAME))
            signature = ""
            if self._whole:
                signature = method_signature(spelling, node, name, taken, modifiers, interface=of.kind in INTERFACES)
            kind_, called = (Kind.CONSTRUCTOR, NEW) if new else (Kind.METHOD, name)
            self._add(of.around, node, Shown(Sort.CALL, called, kind_, signature, doc.prose, deprecation, taken))

    def _implied(self, of: Class, components: Parameters | None, own: set[tuple[str, tuple[str, ...]]]) -> None:
        """Add what the language itself declares in a class that does not."""
        name = of.name
        made: list[tuple[str, Parameters, str]] = []
        if of.kind == g.ENUM:
            whole = ".".join(of.around.place.names)
            made.append(("values", NO_PARAMETERS, f"static values(): {whole}[]"))
            made.append(("valueOf", Parameters(("String",), ("name",)), f"static valueOf(String name): {whole}"))
        elif components is not None:
            made.append((NEW, components, f"{name}({components.text})"))
            for type_, component in zip(components.types, components.names, strict=True):
                made.append((component, NO_PARAMETERS, f"{component}(): {type_.replace('...', '[]')}"))
            made.append(("toString", NO_PARAMETERS, "toString(): String"))
            made.append(("hashCode", NO_PARAMETERS, "hashCode(): int"))
            made.append(("equals", Parameters(("Object",), ("o",)), "equals(Object o): boolean"))
        elif of.kind == g.CLASS and of.around.internal not in self._constructed:
            seen = of.modifiers.visibility
            if seen != "protected" or not of.around.final:
                made.append((NEW, NO_PARAMETERS, f"{'protected ' if seen == 'protected' else ''}{name}()"))
        for called, taken, signature in made:
            if (called, erased(taken.types)) not in own:
                kind = Kind.CONSTRUCTOR if called == NEW else Kind.METHOD
                self._add(of.around, of.node, Shown(Sort.CALL, called, kind, signature, taken=taken))

    def _is_open(self, modifiers: Modifiers, of: Class | None) -> bool:
        if of is None:
            return "public" in modifiers.words
        if of.kind in INTERFACES:
            return "private" not in modifiers.words
        return modifiers.visibility == "public" or (modifiers.visibility == "protected" and not of.around.final)

    def _add(self, of: Around, node: Node, shown: Shown) -> None:
        place = of.place
        plain = shown.sort is Sort.TYPE or shown.name == NEW
        deprecation = of.deprecation if shown.sort is Sort.TYPE else inherited(shown.deprecation, of.deprecation)
        self._written.append(
            Written(
                of.internal,
                shown.sort,
                shown.name,
                erased(shown.taken.types),
                shown.taken.names,
                self._first + node.start_byte,
                shown.prose,
                of.reachable,
                shown.kind,
                place.parts if plain else (*place.parts, shown.name),
                place.imported,
                shown.signature,
                deprecation,
                shown.literals,
            )
        )


def _deprecation(modifiers: Modifiers, doc: Doc) -> Deprecation:
    if "forRemoval" in modifiers.annotations:
        return Deprecation.REMOVAL
    return Deprecation.WARNING if "Deprecated" in modifiers.annotations else doc.deprecation
