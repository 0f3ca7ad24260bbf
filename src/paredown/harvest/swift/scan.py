"""A file's syntax tree -> what it declares for others, what it hides, and the modules that it passes on."""

from __future__ import annotations

import re
from typing import NamedTuple

from tree_sitter import Node

from paredown.harvest.swift.declarations import Draft, Head, drafts
from paredown.harvest.swift.docs import Comments
from paredown.harvest.swift.grammar import (
    BLOCK_COMMENT,
    BRACE,
    CASE,
    COMMENT,
    CONSTRAINTS,
    DECLARATIONS,
    ERROR,
    IMPORT,
    MODIFIERS,
    PROTOCOL,
    TYPE,
)
from paredown.harvest.swift.modifiers import NONE, Modifiers, read_modifiers, worst
from paredown.harvest.swift.source import Source
from paredown.harvest.text import Span, decode, one_line
from paredown.model import Deprecation

EXPORTED = re.compile(
    rb"@_exported\s+(?:(?:public|open|package|internal)\s+)?import\s+"
    rb"(?:(struct|class|enum|protocol|typealias|func|let|var|actor)\s+)?([\w.]+)"
)
EXTENDED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
ARGUMENTS = re.compile(r"<[^<>]*>")
DEEP = 64
"""Types inside each other that are looked into."""


class Exported(NamedTuple):
    """A module that a file passes on: all of it, or the one declaration at `path`."""

    module: str
    path: tuple[str, ...]


class Scanned(NamedTuple):
    """What a file declares; `shown` and `hidden` are the paths of its types, for the extensions of other files."""

    drafts: list[Draft]
    shown: set[tuple[str, ...]]
    hidden: set[tuple[str, ...]]
    exported: list[Exported]


class _Scope(NamedTuple):
    """Members to read: `default` is their access where they say nothing, `where` a clause of the extension."""

    nodes: list[Node]
    owner: tuple[str, ...]
    default: bool
    deprecation: Deprecation
    where: str


def scan(source: Source, module: str) -> Scanned:
    """Return what the file declares, in the order of the file within each scope."""
    file = _File(source, module)
    stack = [_Scope(source.root.children, (), False, Deprecation.NONE, "")]
    while stack:
        file.read(stack.pop())
        stack.extend(reversed(file.inner))
        file.inner.clear()
    return file.found


class _File:
    """Reads the scopes of one file; those inside the one that is read are put on `inner`."""

    __slots__ = ("_module", "_source", "_text", "found", "inner")

    def __init__(self, source: Source, module: str) -> None:
        self._source = source
        self._text = source.text
        self._module = module
        self.found = Scanned([], set(), set(), [])
        self.inner: list[_Scope] = []

    def read(self, scope: _Scope) -> None:
        """Read the declarations of `scope`."""
        comments = Comments(self._text)
        nodes = list(reversed(scope.nodes))
        while nodes:
            node = nodes.pop()
            kind = node.kind_id
            if kind in (COMMENT, BLOCK_COMMENT):
                comments.add(node.start_byte, node.end_byte)
                continue
            if kind == ERROR:
                nodes.extend(reversed(_kept(node)))
                continue
            doc = comments.take()
            if kind in DECLARATIONS:
                self._declaration(node, scope, doc)
            elif kind == IMPORT and not scope.owner:
                self._import(node)

    def _declaration(self, node: Node, scope: _Scope, doc: Span) -> None:
        first = node.child(0)
        modifiers = read_modifiers(first, self._text) if first is not None and first.kind_id == MODIFIERS else NONE
        # The cases of an enum are for everyone who sees the enum.
        default = scope.default or node.kind_id == CASE
        public = (default if modifiers.access is None else modifiers.access) and not modifiers.hidden
        if node.kind_id in (TYPE, PROTOCOL):
            word = node.child_by_field_name("declaration_kind")
            if word is not None and self._slice(word) == b"extension":
                self._extension(node, modifiers, scope)
                return
            if not self._type(node, modifiers, scope, public=public):
                return
        elif not public:
            return
        if scope.deprecation is not Deprecation.NONE:
            modifiers = modifiers._replace(deprecation=worst(modifiers.deprecation, scope.deprecation))
        head = Head(
            source=self._text,
            owner=scope.owner,
            modifiers=modifiers,
            platform=self._source.platform(node.start_byte),
            where=scope.where,
            doc=doc,
        )
        self.found.drafts.extend(draft for draft in drafts(node, head) if not draft.parts[-1].startswith("_"))

    def _type(self, node: Node, modifiers: Modifiers, scope: _Scope, *, public: bool) -> bool:
        """Note a type, and open it when it is for others; return whether it is."""
        name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if name is None:
            return False
        path = (*scope.owner, decode(self._slice(name)).strip("`"))
        if not public or path[-1].startswith("_"):
            self.found.hidden.add(path)
            return False
        self.found.shown.add(path)
        if body is not None and len(path) < DEEP:
            deprecation = worst(modifiers.deprecation, scope.deprecation)
            self.inner.append(_Scope(body.children, path, node.kind_id == PROTOCOL, deprecation, ""))
        return True

    def _extension(self, node: Node, modifiers: Modifiers, scope: _Scope) -> None:
        name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if name is None or body is None or modifiers.hidden or scope.owner:
            return
        path = extended(decode(self._slice(name)), name.type, self._module)
        if not path or any(step.startswith("_") for step in path):
            return
        clause = next((child for child in node.children if child.kind_id == CONSTRAINTS), None)
        where = one_line(decode(self._slice(clause))) if clause is not None else ""
        if any(mark in where for mark in "\"'`/"):
            where = ""
        self.inner.append(_Scope(body.children, path, modifiers.access is True, modifiers.deprecation, where))

    def _import(self, node: Node) -> None:
        spelled = EXPORTED.search(self._text, node.start_byte, node.end_byte)
        if spelled is not None:
            module, *path = decode(spelled[2]).split(".")
            self.found.exported.append(Exported(module, tuple(path) if spelled[1] else ()))

    def _slice(self, node: Node) -> bytes:
        return self._text[node.start_byte : node.end_byte]


def extended(name: str, kind: str, module: str) -> tuple[str, ...]:
    """Return the path of the type that an extension is of: `[Int]` is `Array`, `Int?` is `Optional`."""
    if kind == "array_type":
        return ("Array",)
    if kind == "dictionary_type":
        return ("Dictionary",)
    if kind == "optional_type":
        return ("Optional",)
    bare = "".join(name.split()).replace("`", "")
    while (shorter := ARGUMENTS.sub("", bare)) != bare:
        bare = shorter
    if EXTENDED.fullmatch(bare) is None:
        return ()
    steps = tuple(bare.split("."))
    return steps[1:] if len(steps) > 1 and steps[0] in (module, "Swift") else steps


def _kept(error: Node) -> list[Node]:
    """Return the declarations in what the grammar could not place.

    Where it holds an opening brace it lost the head of a type, and whose the members are is not known: only the types
    in it are kept.
    """
    children = error.children
    lost = any(child.kind_id == BRACE for child in children)
    return [child for child in children if not lost or child.kind_id in (TYPE, PROTOCOL, COMMENT, BLOCK_COMMENT)]
