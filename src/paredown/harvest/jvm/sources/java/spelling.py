"""The nodes of Java types, parameters and modifiers -> text as the signatures of class files have it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from tree_sitter import Node

from paredown.harvest.jvm.names import MAX_LISTED, cut
from paredown.harvest.jvm.sources.java import grammar as g
from paredown.harvest.text import decode

SIMPLE: Final = re.compile(rb"[\w.\[\]]+\Z")
TIGHT: Final = re.compile(r" ?([<>.,\[\]()]) ?")
JOINED: Final = re.compile(r" ?& ?")
QUALIFIED: Final = re.compile(r"(?<![\w.])(?:[a-z_]\w*\.)+(?=[A-Z])")
STUCK: Final = re.compile(r"[>\]](?=\w)|\?(?=\w)")
REMOVAL: Final = re.compile(r"\bforRemoval\s*=\s*true\b")
MANY: Final = "..."


class Modifiers(NamedTuple):
    """The words and annotations before a declaration; `forRemoval` stands for the deprecation that says so."""

    words: frozenset[str]
    annotations: frozenset[str]

    @property
    def visibility(self) -> str:
        """`public`, `protected`, `private` or nothing."""
        return next((word for word in ("public", "protected", "private") if word in self.words), "")


class Parameters(NamedTuple):
    """What a method takes: the types and the names of its parameters."""

    types: tuple[str, ...]
    names: tuple[str, ...]

    @property
    def text(self) -> str:
        """Both, as they stand between brackets."""
        return ", ".join([f"{type_} {name}" for type_, name in zip(self.types, self.names, strict=True)])


NO_MODIFIERS: Final = Modifiers(frozenset(), frozenset())
NO_PARAMETERS: Final = Parameters((), ())


class Spelling:
    """The text of one file's nodes."""

    __slots__ = ("source",)

    def __init__(self, source: bytes) -> None:
        self.source = source

    def text(self, node: Node | None) -> str:
        """Return a node as it is written; nothing for none."""
        return decode(self.source[node.start_byte : node.end_byte]) if node else ""

    def type(self, node: Node | None) -> str:
        """Return a type, or a list of type parameters, on one line without annotations and comments."""
        if node is None:
            return ""
        raw = self.source[node.start_byte : node.end_byte]
        if SIMPLE.match(raw) and b"." not in raw:
            return cut(decode(raw))
        if b"@" in raw or b"/" in raw:
            raw = b" ".join(self._leaves(node))
        text = TIGHT.sub(r"\1", " ".join(decode(raw).split())).replace(",", ", ")
        if "&" in text or "?" in text:
            text = STUCK.sub(r"\g<0> ", JOINED.sub(" & ", text))
        if "." in text:
            text = QUALIFIED.sub("", text)
        return cut(text.replace(" extends Object>", ">").replace(" extends Object,", ","))

    def types(self, nodes: Iterable[Node]) -> list[str]:
        """Return each of `nodes` as a type, comments left out."""
        return [self.type(node) for node in nodes if node.kind_id not in g.UNTOLD][:MAX_LISTED]

    def _leaves(self, node: Node) -> list[bytes]:
        found: list[bytes] = []
        stack = [node]
        while stack:
            top = stack.pop()
            if top.kind_id in g.UNTOLD:
                continue
            if top.child_count:
                stack.extend(reversed(top.children))
            else:
                found.append(self.source[top.start_byte : top.end_byte])
        return found

    def modifiers(self, node: Node) -> Modifiers:
        """Return the modifiers of a declaration."""
        first = node.named_child(0)
        if first is None or first.kind_id != g.MODIFIERS:
            return NO_MODIFIERS
        words: list[str] = []
        annotations: list[str] = []
        for child in first.named_children:
            if child.kind_id in (g.ANNOTATION, g.MARKER_ANNOTATION):
                name = self.text(child.child_by_field_id(g.NAME)).rpartition(".")[2]
                leaving = name == "Deprecated" and REMOVAL.search(self.text(child))
                annotations.append("forRemoval" if leaving else name)
            elif child.kind_id not in g.UNTOLD:
                words.append(" ".join(self.text(child).split()))
        return Modifiers(frozenset(words), frozenset(annotations))

    def parameters(self, node: Node | None) -> Parameters:
        """Return what a method takes, or the components of a record."""
        if node is None:
            return NO_PARAMETERS
        types: list[str] = []
        names: list[str] = []
        for child in node.named_children[:MAX_LISTED]:
            if child.kind_id == g.PARAMETER:
                dimensions = self.text(child.child_by_field_id(g.DIMENSIONS)).count("[") * "[]"
                types.append(self.type(child.child_by_field_id(g.TYPE)) + dimensions)
                names.append(self.text(child.child_by_field_id(g.NAME)))
            elif child.kind_id == g.SPREAD:
                types.append(self._spread(child) + MANY)
                names.append(self._name_of_spread(child))
        return Parameters(tuple(types), tuple(names))

    def _spread(self, node: Node) -> str:
        found = [c for c in node.named_children if c.kind_id not in (*g.UNTOLD, g.MODIFIERS, g.DECLARATOR)]
        return self.type(found[0]) if found else ""

    def _name_of_spread(self, node: Node) -> str:
        found = next((child for child in node.named_children if child.kind_id == g.DECLARATOR), None)
        return self.text(found.child_by_field_id(g.NAME)) if found else ""
