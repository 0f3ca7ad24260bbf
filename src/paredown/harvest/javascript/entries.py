"""The exports of one module -> entries, names first, then what lies one level below each of them.

Names are taken breadth first, so that a declaration that is reachable twice is entered under its shorter name. A
member that begins with `_` or `#` is private by the custom of the language and is left out; an export of the module
itself is entered whatever it is called.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from paredown.harvest.javascript.docs import NO_COMMENT, Comment, read_comment, read_typedefs
from paredown.harvest.javascript.library import COMPUTED, Library
from paredown.harvest.javascript.settle import Settled, Settler
from paredown.harvest.javascript.signature import of_class, of_function, of_value
from paredown.harvest.javascript.syntax import is_name
from paredown.harvest.javascript.values import Form, Member, Value
from paredown.harvest.text import Signed
from paredown.model import Artifact, Entry, Kind, Language, Symbol
from paredown.names import plain

if TYPE_CHECKING:
    from paredown.harvest.javascript.module import Module

MAX_ENTRIES = 100_000
"""Entries of one artifact; the largest real packages bring a fifth of it."""
MAX_PARTS = 4
"""Parts of a symbol: a namespace may hold classes, and these members."""
NOT_NAMES = "names that are no identifiers left out"
DEFAULT = "default"
NEVER = frozenset({"__esModule", "prototype", "__proto__"})
ACCESSORS = ("get", "set", "static get", "static set")


class _Asked(NamedTuple):
    """A name that waits to be entered. `level` is 1 for an export, 2 for a member; `owner` tells of what."""

    parts: tuple[str, ...]
    member: Member
    level: int
    owner: Kind = Kind.MODULE


class Surface:
    """What one artifact has been found to export so far."""

    def __init__(self, artifact: Artifact, library: Library) -> None:
        self._artifact = artifact
        self._library = library
        self._settler = Settler(library)
        self._symbols: set[tuple[str, ...]] = set()
        self._declared: dict[tuple[str, str, int], tuple[str, ...]] = {}
        self._roots: set[int] = set()
        self._opened: set[int] = set()
        self._counted: set[int] = set()
        self._typed: set[tuple[str, str]] = set()
        self.full = False

    def of(self, specifier: str, module: Module) -> Iterator[Entry]:
        """Yield the entries of `module`, imported as `specifier`, that no shorter specifier has brought."""
        queue = deque(self._exports(specifier, module))
        while queue:
            asked = queue.popleft()
            if asked.parts in self._symbols:
                continue
            if len(self._symbols) >= MAX_ENTRIES:
                self.full = True
                return
            entry = self._entry(asked, queue)
            if entry is not None:
                yield entry
        yield from self._types(specifier, module)

    def _exports(self, specifier: str, module: Module) -> list[_Asked]:
        """Return the names that a module exports; a function or class that it is goes by `default`."""
        library = self._library
        root = module.exports
        settled = self._settler.root(root)
        self._settler.bring_effects()
        listed = self._members(settled, private=not settled.instance)
        made = listed.get("constructor")
        if made is not None and settled.instance:
            del listed["constructor"]
        if settled.shape is not None or settled.literal is not None or not settled.known:
            listed.setdefault(DEFAULT, Member(root))
        if not settled.known:
            library.note(module.package, module.path, COMPUTED)
        self._roots.add(id(self._opening(settled, root)))
        asked = [_Asked((specifier, name), member, 1) for name, member in listed.items() if name != DEFAULT]
        if DEFAULT in listed:
            asked.append(_Asked((specifier, DEFAULT), listed[DEFAULT], 1))
        return asked

    def _members(self, settled: Settled, *, private: bool = True) -> dict[str, Member]:
        """Return the members of a value by name, and count what of them cannot be named."""
        found: dict[str, Member] = {}
        for value, mixed in settled.layers:
            odd = 0
            for name, member in value.members.items():
                if name in found or name in NEVER or (mixed and name == DEFAULT):
                    continue
                if not is_name(name):
                    odd += 1
                elif private or not name.startswith("_"):
                    found[name] = member
            if id(value) not in self._counted:
                self._counted.add(id(value))
                module = value.module
                if odd:
                    self._library.note(module.package, module.path, NOT_NAMES, odd)
                if value.computed:
                    self._library.note(module.package, module.path, COMPUTED, value.computed)
        return found

    def _entry(self, asked: _Asked, queue: deque[_Asked]) -> Entry | None:
        parts, member, level, _ = asked
        self._symbols.add(parts)
        value = member.value
        settled = self._settler.root(value) if parts[1:] == (DEFAULT,) else self._settler.settle(value)
        target = settled.shape or settled.literal or value
        if self._seen(asked, settled):
            return None
        comment = self._comment(member, settled)
        if comment.private and member.written is not None and member.written.doc is not None:
            # On an export or member. On a declaration that is then exported, it is outvoted.
            return None
        kind = self._kind(asked, settled)
        signed = _signed(asked, settled, target, comment)
        if level == 1 or kind is Kind.NAMESPACE:
            self._open(asked, kind, settled, value, queue)
        return Entry(
            symbol=Symbol(language=Language.JAVASCRIPT, parts=parts),
            kind=kind,
            signature=plain(signed.text),
            import_path=parts[0],
            artifact=self._artifact,
            deprecation=comment.doc.deprecation,
            constants=signed.constants,
            prose=comment.doc.prose,
        )

    def _seen(self, asked: _Asked, settled: Settled) -> bool:
        """Whether this declaration has an entry already, under a shorter specifier or a shorter name."""
        shape, written = settled.shape, settled.written or asked.member.written
        if shape is not None and shape.start >= 0:
            module, place = shape.module, shape.start
        elif written is not None:
            module, place = written.module, written.start
        else:
            return False
        first = self._declared.setdefault((*module.key, place), asked.parts)
        return first[0] != asked.parts[0] or len(first) < len(asked.parts)

    def _comment(self, member: Member, settled: Settled) -> Comment:
        module, doc = settled.said or (None, None)
        if member.written is not None and member.written.doc is not None:
            module, _, doc = member.written
        if module is None or doc is None:
            return NO_COMMENT
        return read_comment(module.source[doc.start : doc.end])

    def _kind(self, asked: _Asked, settled: Settled) -> Kind:
        """Return what a value is, in the words of the language's users."""
        shape, level = settled.shape, asked.level
        if shape is not None:
            if shape.form is Form.CLASS:
                return Kind.CLASS
            if shape.has_prototype and self._instance_members(shape):
                return Kind.CLASS
            if asked.parts[-1] == "constructor" and asked.owner is Kind.CLASS and _is_method(shape):
                return Kind.CONSTRUCTOR
            return Kind.FUNCTION if level == 1 else Kind.METHOD
        if settled.whole is not None and settled.literal is None and len(asked.parts) < MAX_PARTS:
            return Kind.NAMESPACE
        if level > 1:
            return Kind.PROPERTY
        keyword = _keyword(asked.member, settled.literal or asked.member.value)
        return Kind.VARIABLE if keyword in ("let", "var") else Kind.CONSTANT

    def _instance_members(self, shape: Value) -> dict[str, Member]:
        members = self._members(self._settler.settle(shape.prototype), private=False)
        made = members.get("constructor")
        if made is not None and not _is_method(made.value):
            del members["constructor"]
        return members

    def _opening(self, settled: Settled, value: Value) -> Value:
        return settled.shape or (settled.layers[0].value if settled.layers else value)

    def _open(self, asked: _Asked, kind: Kind, settled: Settled, value: Value, queue: deque[_Asked]) -> None:
        """Ask for the members of a value, once for each value."""
        shape = settled.shape
        opening = id(self._opening(settled, value))
        is_root = opening in self._roots
        if opening in self._opened or (is_root and asked.parts[1] != DEFAULT):
            return
        self._opened.add(opening)
        level = 1 if kind is Kind.NAMESPACE else 2
        listed = self._instance_members(shape) if shape is not None and shape.has_prototype else {}
        if not is_root:  # else its members are the module's exports
            for name, member in self._members(settled, private=kind is Kind.NAMESPACE).items():
                listed.setdefault(name, member)
        for name, member in listed.items():
            if kind is not Kind.NAMESPACE or name != DEFAULT:
                queue.append(_Asked((*asked.parts, name), member, level, kind))

    def _types(self, specifier: str, module: Module) -> Iterator[Entry]:
        """Yield the types that doc comments of the module name."""
        if module.key in self._typed:
            return
        self._typed.add(module.key)
        for span in module.typedefs:
            comment = module.source[span.start : span.end]
            said = read_comment(comment)
            for name, shown in read_typedefs(comment):
                parts = (specifier, name)
                if said.private or parts in self._symbols or not is_name(name) or len(self._symbols) >= MAX_ENTRIES:
                    continue
                self._symbols.add(parts)
                yield Entry(
                    symbol=Symbol(language=Language.JAVASCRIPT, parts=parts),
                    kind=Kind.TYPE,
                    signature=f"type {name} = {shown}" if shown else f"type {name}",
                    import_path=specifier,
                    artifact=self._artifact,
                    deprecation=said.doc.deprecation,
                    prose=said.doc.prose,
                )


def _keyword(member: Member, target: Value) -> str:
    return member.keyword or member.value.keyword or target.keyword


def _is_method(value: Value) -> bool:
    return value.head is not None and value.head.is_method


def _signed(asked: _Asked, settled: Settled, target: Value, comment: Comment) -> Signed:
    member, name = asked.member, asked.parts[-1]
    keyword = _keyword(member, target)
    static = "static" if keyword.startswith("static") else ""
    shape = settled.shape
    if shape is not None and shape.head is not None:
        if shape.form is Form.CLASS:
            return of_class(shape.head, name)
        return of_function(shape.head, name, comment, static)
    if keyword in ACCESSORS and settled.literal is None:
        return of_value(None, name, comment, keyword)
    head = target.head if target.form is Form.LITERAL else None
    return of_value(head, name, comment, keyword if asked.level == 1 or static else "")
