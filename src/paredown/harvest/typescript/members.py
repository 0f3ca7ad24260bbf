"""The body of a class, an interface, an enum or an object type -> drafts of its public members."""

from __future__ import annotations

import re

from tree_sitter import Node

from paredown.harvest.text import MAX_SIGNATURE
from paredown.harvest.typescript.draft import Draft
from paredown.harvest.typescript.grammar import COMMENT, ERROR, named
from paredown.harvest.typescript.heads import BARE, NO_MODIFIERS, Modifiers, head, modifiers
from paredown.harvest.typescript.page import MARKED, Page, is_internal, tight
from paredown.model import Kind, Prose

(PROPERTY_SIGNATURE, METHOD_SIGNATURE, CALL, CONSTRUCT, INDEX, FIELD, ABSTRACT_METHOD, METHOD) = named(
    "property_signature",
    "method_signature",
    "call_signature",
    "construct_signature",
    "index_signature",
    "public_field_definition",
    "abstract_method_signature",
    "method_definition",
)
NAMED = {
    PROPERTY_SIGNATURE: Kind.PROPERTY,
    FIELD: Kind.PROPERTY,
    METHOD_SIGNATURE: Kind.METHOD,
    ABSTRACT_METHOD: Kind.METHOD,
    METHOD: Kind.METHOD,
}
(MAPPED,) = named("mapped_type_clause")
UNNAMED = frozenset({CALL, CONSTRUCT, INDEX})
(ENUM_ASSIGNMENT, *_plain_enum) = named(
    "enum_assignment", "property_identifier", "string", "computed_property_name", "number"
)
ENUM_MEMBERS = frozenset({ENUM_ASSIGNMENT, *_plain_enum})

INDEXED = re.compile(rb"(?:[-+]?readonly\s+|static\s+)*\[")
GETTER = re.compile(rb"(?:[a-z]+\s+)*get\b")
ASSIGNS = re.compile(rb"=(?!>)")
PARAMETER_PROPERTY = re.compile(rb"[(,]\s*(?:public|protected|private|readonly|override)\s+[\w$]")
SIMPLE = frozenset({"string", "number", "true", "false", "null", "undefined", "unary_expression", "template_string"})
"""Values that stay in a signature; anything else is code."""


def members(page: Page, body: Node, *, in_class: bool = False) -> tuple[Draft, ...]:
    """Return the public members of a class, an interface or an object type, accessor pairs as one property."""
    reader = _Body(page, in_class)
    doc = b""
    nodes = body.children
    while nodes:
        deeper: list[Node] = []
        for node in nodes:
            number = node.kind_id
            kind = NAMED.get(number)
            if kind is None and number not in UNNAMED:
                if number == COMMENT:
                    doc = page.doc(node) or doc
                elif number == ERROR:
                    deeper.extend(node.children)
                continue
            if b"@internal" in doc and is_internal(doc):
                reader.withdraw(node)
            elif kind is None:
                reader.unnamed(node, number, doc)
            else:
                reader.named(node, number, kind, doc)
            doc = b""
        nodes = deeper
    return reader.done()


def enum_members(page: Page, body: Node) -> tuple[Draft, ...]:
    """Return the members of an enum, with their values where those are no text."""
    found: list[Draft] = []
    doc = b""
    for node in body.children:
        number = node.kind_id
        if number == COMMENT:
            doc = page.doc(node) or doc
        elif number in ENUM_MEMBERS:
            before, doc = doc, b""
            named_node = node.child_by_field_name("name") if number == ENUM_ASSIGNMENT else node
            if named_node is None or is_internal(before):
                continue
            name, shown, at = page.named(named_node)
            rest, constants = page.cut(node, at, node.end_byte)
            constants = (Prose(name), *constants) if shown else constants
            found.append(
                Draft(name, Kind.MEMBER, "", f" {rest.lstrip()}" if rest else "", constants, doc, (), None, shown)
            )
    return tuple(found)


class _Body:
    """The members of one body so far."""

    __slots__ = ("accessors", "found", "implemented", "in_class", "page", "withdrawn")

    def __init__(self, page: Page, in_class: bool) -> None:
        self.page = page
        self.in_class = in_class
        self.found: list[Draft] = []
        self.accessors: dict[tuple[str, bool], int] = {}
        self.implemented: list[int] = []
        self.withdrawn: set[tuple[str, bool]] = set()

    def withdraw(self, node: Node) -> None:
        """Remember a getter that is internal: the setter goes with it."""
        if GETTER.match(self.page.source, node.start_byte, node.end_byte):
            read = head(self.page, node, node.start_byte, node.end_byte)
            if read is not None and read.modifiers.accessor == "get":
                self.withdrawn.add((read.name, read.modifiers.static))

    def named(self, node: Node, number: int, kind: Kind, doc: bytes) -> None:
        """Add a method, a property or an accessor."""
        page, source = self.page, self.page.source
        start, end = node.start_byte, node.end_byte
        bare = BARE.match(source, start, end)
        if bare is not None:
            mods, name, shown, at = NO_MODIFIERS, bare.group().decode(), "", bare.end()
        else:
            read = head(page, node, start, end)
            if read is None or read.modifiers.private or read.name[:1] == "#":
                return
            mods, name, shown, at = read
        if number == METHOD:
            end = _before_body(node, end)
        elif number == FIELD and ASSIGNS.search(source, at, end):
            end = before_value(node, end)
        piece = source[at:end]
        constants: tuple[Prose, ...] = ()
        if page.broken or len(piece) > MAX_SIGNATURE or MARKED.search(piece) or (b"\n" in piece and b"{" in piece):
            rest, constants = page.cut(node, at, end)
        else:
            rest = tight(piece.decode())
        if rest[:1] in "! ":
            rest = spaced(rest.lstrip("! "))
        if shown:
            constants = (Prose(name), *constants)
        if mods.accessor:
            self.accessor(Draft(name, Kind.PROPERTY, mods.lead, rest, constants, doc, (), None, shown), mods)
            return
        if name == "constructor" and self.in_class and kind is Kind.METHOD:
            kind = Kind.CONSTRUCTOR
            if PARAMETER_PROPERTY.search(page.source, at, end):
                self.parameter_properties(node)
        if number == METHOD:
            self.implemented.append(len(self.found))
        self.found.append(Draft(name, kind, mods.lead, rest, constants, doc, (), None, shown))

    def unnamed(self, node: Node, number: int, doc: bytes) -> None:
        """Add a call, construct or index signature; a mapped type declares no names."""
        page, start, end = self.page, node.start_byte, node.end_byte
        if number != INDEX:
            name, kind = ("()", Kind.METHOD) if number == CALL else ("new", Kind.CONSTRUCTOR)
            if number == CONSTRUCT:
                start = page.source.index(b"new", start, end) + 3
            rest, constants = page.cut(node, start, end)
            self.found.append(Draft(name, kind, "", rest.lstrip(), constants, doc))
            return
        opened = INDEXED.match(page.source, start, end)
        if opened is None or any(child.kind_id == MAPPED for child in node.children):
            return
        value = node.child_by_field_name("type")
        middle = value.start_byte if value else end
        key = page.cut(node, opened.end(), middle)
        rest, constants = page.cut(node, middle, end)
        lead = "readonly " if b"readonly" in opened.group() else ""
        inside = key.text.rstrip(" ?+-").removesuffix("]").rstrip()
        self.found.append(Draft("[index]", Kind.PROPERTY, lead, f"({inside}){rest}", (*key.constants, *constants), doc))

    def accessor(self, draft: Draft, mods: Modifiers) -> None:
        """Add a getter or a setter; the second of a pair makes it one property that is read and written."""
        key = (draft.name, mods.static)
        other = self.accessors.get(key)
        if other is None:
            self.accessors[key] = len(self.found)
            self.found.append(draft)
            return
        first = self.found[other]
        getter = draft if mods.accessor == "get" else first
        if first.lead == draft.lead:
            return
        lead = getter.lead.replace("get ", "")
        rest = getter.rest.removeprefix("()")
        self.found[other] = getter._replace(lead=lead, rest=rest, doc=first.doc or draft.doc)

    def parameter_properties(self, node: Node) -> None:
        """Add the properties that a constructor's parameters declare."""
        parameters = node.child_by_field_name("parameters")
        for parameter in parameters.named_children if parameters else ():
            pattern = parameter.child_by_field_name("pattern")
            if pattern is None:
                continue
            spelled = self.page.source[parameter.start_byte : pattern.start_byte]
            words = [w for w in spelled.split() if w in (b"public", b"protected", b"private", b"readonly", b"override")]
            mods = modifiers(b" ".join(words))
            if not words or mods.private:
                continue
            end = before_value(parameter, parameter.end_byte)
            rest, constants = self.page.cut(parameter, pattern.end_byte, end)
            self.found.append(Draft(self.page.text(pattern), Kind.PROPERTY, mods.lead, rest, constants))

    def done(self) -> tuple[Draft, ...]:
        """Return the drafts, without setters of internal getters and implementations of declared overloads."""
        if not self.withdrawn and not self.implemented:
            return tuple(self.found)
        left_out = {self.accessors[key] for key in self.withdrawn & self.accessors.keys()}
        if self.implemented:
            bodies = frozenset(self.implemented)
            named = [(i, draft) for i, draft in enumerate(self.found) if draft.kind is not Kind.PROPERTY]
            overloaded = {draft.name for i, draft in named if i not in bodies}
            left_out |= {i for i in bodies if self.found[i].name in overloaded}
        return tuple(draft for i, draft in enumerate(self.found) if i not in left_out)


def spaced(rest: str) -> str:
    """Return `rest` with one blank before a word or an equals sign, and none before anything else."""
    rest = rest.lstrip()
    return f" {rest}" if rest and rest[0] not in "<(:?,[" else rest


def before_value(node: Node, end: int) -> int:
    """Return where a declaration ends when its value is code, or `end` when the value may be shown."""
    value = node.child_by_field_name("value")
    if value is None or value.type in SIMPLE:
        return end
    equals = value.prev_sibling
    return equals.start_byte if equals is not None else value.start_byte


def _before_body(node: Node, end: int) -> int:
    body = node.child_by_field_name("body")
    return body.start_byte if body is not None else end
