"""A Kotlin source file -> the declarations in it that callers of another module may see."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ast_grep_py import SgNode

from paredown.harvest.jsdoc import is_doc, read_doc
from paredown.harvest.jvm.jar import inherited
from paredown.harvest.jvm.kotlin import flags as bits
from paredown.harvest.jvm.kotlin.declarations import Declaration
from paredown.harvest.jvm.kotlin.signatures import class_signature
from paredown.harvest.jvm.names import in_line, quoted
from paredown.harvest.jvm.sources.kotlin import classes
from paredown.harvest.jvm.sources.kotlin.declare import (
    Setting,
    alias,
    function,
    is_accessor,
    named,
    parameters,
    property_,
)
from paredown.harvest.jvm.sources.kotlin.parse import Parsed, moved_modifiers, parse
from paredown.harvest.jvm.sources.kotlin.spelling import (
    COMMENTS,
    NO_MODIFIERS,
    Modifiers,
    annotation,
    bare,
    modifiers,
)
from paredown.harvest.jvm.sources.kotlin.tell import FILE, JVM, Facts, Frame, Said, is_open, told
from paredown.harvest.jvm.sources.written import Around, Read, Shape, Slot, Written, erased, package_around
from paredown.harvest.jvm.sources.written import Sort as Sought
from paredown.model import NO_PROSE, Kind, Language, Prose

CLASS_KINDS: Final = {bits.INTERFACE: Kind.INTERFACE, bits.ENUM: Kind.ENUM}
WITHOUT_CONSTRUCTOR: Final = frozenset({bits.INTERFACE, bits.OBJECT, bits.COMPANION, bits.ENUM})
BLANK: Final = 2_200
"""Characters before a declaration that are looked at for what was taken out."""
NO_NAME: Final = re.compile(r"[^A-Za-z0-9_$]")


def read_kotlin(source: bytes, path: str, first: int, kotlin: tuple[int, ...] = (), *, whole: bool = False) -> Read:
    """Return what the file at `path` declares, counted from `first` on; `kotlin` is the version callers use.

    `whole` asks for signatures, and for what its classes hand down: without class files nothing else tells either.
    """
    parsed = parse(source.decode("utf-8", "replace"))
    file = _File(parsed, path, first, kotlin, whole)
    return Read(Language.KOTLIN, file.read(), parsed.errors, tuple(file.shapes))


class _File:
    def __init__(self, parsed: Parsed, path: str, first: int, kotlin: tuple[int, ...], whole: bool) -> None:
        self._parsed = parsed
        self._path = path
        self._first = first
        self._facts = Facts("", {}, kotlin, whole)
        self._whole = whole
        self.shapes: list[Shape] = []
        self._written: list[Written] = []
        self._todo: list[tuple[SgNode, Frame]] = []

    def read(self) -> list[Written]:
        parts = self._parsed.root.children()
        package = named(parts, "package_header")
        names = named(package.children(), "identifier") if package else None
        text = ".".join(bare(part.text()) for part in names.children() if part.is_named()) if names else ""
        around = package_around(text)
        holder = around.internal + self._facade(parts)
        self._facts = self._facts._replace(holder=holder, aliases=_aliases(named(parts, "import_list")))
        self._body(parts, Frame(around, FILE, Setting(False, frozenset())))
        while self._todo:
            node, frame = self._todo.pop()
            self._body(node.children(), frame)
        return sorted(self._written, key=lambda one: one.at)

    def _facade(self, parts: Sequence[SgNode]) -> str:
        """Return the name of the class that holds what is outside of every class."""
        for part in parts:
            if part.kind() == "file_annotation":
                for name, arguments in annotation(part):
                    if name == "JvmName" and arguments:
                        return arguments[0].strip('"')
        stem = self._path.rpartition("/")[2].removesuffix(".kt")
        return NO_NAME.sub("_", stem[:1].upper() + stem[1:]) + "Kt"

    def _body(self, nodes: Sequence[SgNode], frame: Frame) -> None:
        """Read the declarations of a body, each with the doc comment before it and the accessors behind it."""
        doc = NO_PROSE
        constructed = frame.head is not None and frame.head.constructor is not None
        for index, node in enumerate(nodes):
            kind = node.kind()
            if kind in COMMENTS:
                doc = _doc(node) or doc
                continue
            if kind in classes.CLASSES:
                self._class(node, frame, doc)
            elif kind == "function_declaration":
                self._function(node, frame, doc)
            elif kind == "property_declaration":
                self._property(node, frame, doc, list(_accessors(nodes, index)))
            elif kind == "type_alias":
                before = self._modifiers(node)
                self._add(Said(alias(node, before), before, self._at(node), doc), frame)
            elif kind == "secondary_constructor":
                constructed = True
                before = self._modifiers(node)
                taken = parameters(named(node.children(), "function_value_parameters"))
                self._constructor(Said(constructor_of(frame, before, taken), before, self._at(node), doc), frame)
            elif kind == "enum_entry":
                self._entry(node, frame, doc)
            elif kind == "ERROR":
                # What the grammar takes for an error around a whole declaration still is one.
                self._todo.append((node, frame._replace(head=None)))
            doc = NO_PROSE
        if frame.head is not None and not constructed:
            self._constructor(Said(constructor_of(frame, NO_MODIFIERS, ()), NO_MODIFIERS, frame.at), frame)

    def _class(self, node: SgNode, frame: Frame, doc: Prose) -> None:
        before = self._modifiers(node)
        if not before.may_be_reached and not self._whole:
            return
        head = classes.head(node, before)
        place, internal = frame.around.inside(head.name)
        reachable = is_open(before, frame)
        deprecation = inherited(before.deprecation(self._facts.kotlin), frame.around.deprecation)
        around = Around(place, internal, reachable, not head.is_open, deprecation)
        at = self._at(node)
        variables = head.variables | (frame.setting.variables if head.flags & bits.INNER else frozenset())
        seen: dict[Slot, str] = {}
        setting = Setting(head.kind == bits.INTERFACE, variables)
        inside = Frame(around, head.kind, setting, head, at, seen)
        if self._whole:
            above = tuple([self._facts.unaliased(name) for name in erased(head.supertypes)])
            self.shapes.append(Shape(internal, above, head.delegated, around.final, seen))
        kind = CLASS_KINDS.get(head.kind, Kind.CLASS)
        signature = class_signature(head, head.name) if self._whole else ""
        self._written.append(
            Written(
                internal,
                Sought.TYPE,
                "",
                (),
                (),
                at,
                doc,
                reachable,
                kind,
                place.parts,
                place.imported,
                signature,
                deprecation,
            )
        )
        if head.constructor is not None:
            self._primary(head.constructor, head, inside)
        for made in classes.inherited_from_any() if head.flags & (bits.DATA | bits.VALUE) else ():
            self._add(Said(made, NO_MODIFIERS, at, implied=True), inside)
        body = next((part for part in node.children() if part.kind() in classes.BODIES), None)
        if body is not None:
            self._todo.append((body, inside))
        elif head.constructor is None:
            self._body((), inside)

    def _primary(self, node: SgNode, head: classes.Head, frame: Frame) -> None:
        """Add a primary constructor, the properties in it, and what a data class makes of these."""
        parts = node.children()
        before = modifiers(named(parts, "modifiers"))
        self._constructor(Said(constructor_of(frame, before, head.parameters), before, self._at(node)), frame)
        data = bool(head.flags & bits.DATA)
        doc = NO_PROSE
        taken = iter(head.parameters)
        number = 0
        for part in parts:
            if part.kind() in COMMENTS:
                doc = _doc(part) or doc
            if part.kind() != "class_parameter":
                continue
            parameter = next(taken, None)
            declared = classes.held_by_parameter(part, parameter) if parameter else None
            if parameter is not None and declared is not None:
                before, at = self._modifiers(part), self._at(part)
                self._add(Said(declared, before, at, doc), frame)
                number += 1
                if data:
                    self._add(Said(classes.component(number, parameter), before, at), frame)
            doc = NO_PROSE
        if data:
            self._add(Said(classes.copied(head), NO_MODIFIERS, self._at(node), implied=True), frame)

    def _constructor(self, said: Said, frame: Frame) -> None:
        if frame.head is not None and frame.kind not in WITHOUT_CONSTRUCTOR:
            self._add(said, frame)

    def _function(self, node: SgNode, frame: Frame, doc: Prose) -> None:
        before = self._modifiers(node)
        if before.may_be_reached or self._whole:
            declared = function(node, before, frame.setting, self._contexts(node))
            self._add(Said(declared, before, self._at(node), doc), frame)

    def _property(self, node: SgNode, frame: Frame, doc: Prose, accessors: list[SgNode]) -> None:
        before = self._modifiers(node)
        if not before.may_be_reached and not self._whole:
            return
        for accessor in (part for part in (*accessors, *node.children()) if part.kind() == "getter"):
            of_getter = modifiers(named(accessor.children(), "modifiers")).annotations
            before = before._replace(
                annotations={**before.annotations, **{mark: of_getter[mark] for mark in JVM if mark in of_getter}}
            )
        declared = property_(node, before, frame.setting, accessors, self._contexts(node))
        if declared is not None:
            text = _literal(node) if declared.flags & bits.CONST and declared.returned == "String" else None
            self._add(Said(declared, before, self._at(node), doc, () if text is None else (text,)), frame)

    def _entry(self, node: SgNode, frame: Frame, doc: Prose) -> None:
        around = frame.around
        name = next((bare(part.text()) for part in node.children() if part.kind() == "simple_identifier"), "")
        if not name or frame.kind == FILE:
            return
        deprecation = inherited(self._modifiers(node).deprecation(self._facts.kotlin), around.deprecation)
        place = around.place
        self._written.append(
            Written(
                around.internal,
                Sought.VALUE,
                name,
                (),
                (),
                self._at(node),
                doc,
                around.reachable,
                Kind.MEMBER,
                (*place.parts, name),
                place.imported,
                in_line(quoted(name)),
                deprecation,
            )
        )

    def _add(self, said: Said, frame: Frame) -> None:
        written = told(said, frame, self._facts) if said.declared.name else None
        if written is not None:
            self._written.append(written)

    def _modifiers(self, node: SgNode) -> Modifiers:
        parts = node.children()
        found = modifiers(named(parts, "modifiers"))
        if self._parsed.moved:
            first = next((part for part in parts if part.kind() not in ("modifiers", *COMMENTS)), None)
            text = self._parsed.moved.get(first.range().start.index) if first else None
            if text:
                more = moved_modifiers(text)
                return Modifiers(found.words | more.words, {**more.annotations, **found.annotations})
        return found

    def _at(self, node: SgNode) -> int:
        return self._first + node.range().start.index

    def _contexts(self, node: SgNode) -> tuple[str, ...]:
        """Return the context parameters that were written before a declaration."""
        if not self._parsed.contexts:
            return ()
        start = node.range().start.index
        before = self._parsed.text[max(0, start - BLANK) : start]
        end = start - len(before) + len(before.rstrip())
        # What was taken out is blank now: where it ended lies within that.
        text = next((text for last, text in self._parsed.contexts.items() if end < last <= start), "")
        return tuple(" ".join(part.split()) for part in text.split(",")) if text else ()


def constructor_of(frame: Frame, before: Modifiers, taken: classes.Taken) -> Declaration:
    """Return a constructor of the class that `frame` is the body of."""
    head = frame.head
    sealed = head is not None and bits.modality(head.flags) == bits.SEALED and "private" not in before.words
    return classes.constructor(head.name if head else "", before, taken, "protected" if sealed else "")


def _doc(node: SgNode) -> Prose:
    """Return the text of a doc comment; nothing for another comment."""
    comment = node.text().encode()
    return read_doc(comment).prose if is_doc(comment) else NO_PROSE


def _aliases(imports: SgNode | None) -> dict[str, str]:
    """Return the types that a file imports under another name: that name, and their own."""
    found: dict[str, str] = {}
    for node in imports.children() if imports else ():
        parts = node.children()
        alias_ = named(parts, "import_alias")
        names = named(parts, "identifier")
        if alias_ is not None and names is not None:
            found[alias_.text().split()[-1]] = names.text().rpartition(".")[2]
    return found


def _accessors(nodes: Sequence[SgNode], index: int) -> Iterator[SgNode]:
    """Yield the getter and setter behind the property at `index`."""
    for node in nodes[index + 1 :]:
        if is_accessor(node):
            yield node
        elif node.kind() not in COMMENTS and node.kind() != ";":
            return


def _literal(node: SgNode) -> str | None:
    found = named(node.children(), "string_literal")
    return found.text().strip('"') if found else None
