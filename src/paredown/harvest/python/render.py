"""The declarations of a surface -> entries, with the members of classes and of the private bases behind them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from paredown.harvest.python.facts import NOWHERE, Class, Function, Trait
from paredown.harvest.python.header import (
    class_header,
    documentation,
    function_header,
    property_header,
    variable_header,
)
from paredown.harvest.python.kinds import Declared, best, doc_in, is_enum, kind_of
from paredown.harvest.python.library import Page
from paredown.harvest.python.resolve import Declaration
from paredown.harvest.python.surface import Path, Shown, Surface
from paredown.harvest.text import Signed
from paredown.model import NO_PROSE, Artifact, Deprecation, Entry, Kind, Language, Prose, Symbol

MAX_INHERITED = 200_000
"""Members of private bases that are shown in one artifact; each public subclass shows them again."""
TOO_MANY = "shows more inherited members than are read; the rest is missing"


class Owner(NamedTuple):
    """A class whose members are being shown, and how a caller writes it."""

    page: Page
    fact: Class
    parts: tuple[str, ...]
    declared: tuple[str, ...]
    """Its name in its own module, outermost class first."""


class Renderer:
    """Makes the entries of one artifact."""

    def __init__(self, surface: Surface, artifact: Artifact) -> None:
        self._surface = surface
        self._artifact = artifact
        self._inherited = 0

    def entries(self) -> Iterator[Entry]:
        """Yield every entry of the surface; a declaration's other names come without members."""
        for shown in self._surface.shown():
            first, *others = shown.paths
            yield from self._whole(shown, first)
            page, name, facts = shown.declaration
            for path in others:
                for fact in facts:
                    yield self._entry(page, fact, parts_of(path), self._doc(page, fact, (name,)))
        for path in sorted(self._surface.bare.values()):
            yield self._made(parts_of(path), Kind.VARIABLE, Signed(path.name, ()), NO_PROSE)

    def _whole(self, shown: Shown, path: Path) -> Iterator[Entry]:
        page, name, facts = shown.declaration
        parts = parts_of(path)
        for fact in facts:
            yield self._entry(page, fact, parts, self._doc(page, fact, (name,)))
            if isinstance(fact, Class):
                yield from self._members(Owner(page, fact, parts, (name,)))

    def _members(self, outermost: Owner) -> Iterator[Entry]:
        stack = [outermost]
        while stack:
            owner = stack.pop()
            shown: set[str] = set()
            yield from self._own(owner, owner.parts, shown, stack)
            for base in self._private_bases(owner):
                self._inherited += len(base.fact.members)
                if self._inherited > MAX_INHERITED:
                    self._surface.library.note("", TOO_MANY)
                    return
                yield from self._own(base, owner.parts, shown, stack)

    def _own(
        self, owner: Owner, parts: tuple[str, ...], shown: set[str], nested: list[Owner]
    ) -> Iterator[Entry]:
        """Yield the members that `owner` declares and that are not `shown` yet, under `parts`."""
        page, fact, _, declared = owner
        enum = is_enum(fact)
        for name, bindings in fact.members.items():
            if name in shown:
                continue
            shown.add(name)
            for member in best(bindings, fact.members):
                doc = self._doc(page, member, (*declared, name))
                yield self._entry(page, member, (*parts, name), doc, member=True, enum=enum)
                if isinstance(member, Class):
                    nested.append(Owner(page, member, (*parts, name), (*declared, name)))

    def _private_bases(self, owner: Owner) -> Iterator[Owner]:
        """Yield the classes that `owner` inherits from and that callers can only reach through it, nearest first."""
        seen: set[tuple[str, str, str]] = set()
        stack = [owner]
        while stack:
            page, fact, _, _ = stack.pop()
            found: list[Owner] = []
            for name in fact.bases:
                base = self._surface.resolver.resolve_dotted(page, name)
                if not isinstance(base, Declaration) or base.key in seen or not isinstance(base.facts[0], Class):
                    continue
                seen.add(base.key)
                if base.page.library is page.library and self._surface.private(base):
                    found.append(Owner(base.page, base.facts[0], owner.parts, (base.name,)))
            yield from found
            stack.extend(reversed(found))

    def _doc(self, page: Page, fact: Declared, names: tuple[str, ...]) -> Prose:
        if fact.doc != NOWHERE:
            return documentation(page.source, fact.doc)
        code = page.library.code(page) if page.stub else None
        if code is None:
            return NO_PROSE
        span = doc_in(code.facts.table, names)
        return documentation(code.source, span) if span != NOWHERE else NO_PROSE

    def _entry(
        self,
        page: Page,
        fact: Declared,
        parts: tuple[str, ...],
        doc: Prose,
        *,
        member: bool = False,
        enum: bool = False,
    ) -> Entry:
        name = parts[-1]
        kind = kind_of(page.source, fact, name, member=member, enum=enum)
        if isinstance(fact, Function):
            make = property_header if kind is Kind.PROPERTY else function_header
            signed = make(page.source, fact, name)
        elif isinstance(fact, Class):
            signed = class_header(page.source, fact, name)
        else:
            signed = variable_header(page.source, fact, name)
        return self._made(parts, kind, signed, doc, deprecated=bool(fact.traits & Trait.DEPRECATED))

    def _made(
        self, parts: tuple[str, ...], kind: Kind, signed: Signed, doc: Prose, *, deprecated: bool = False
    ) -> Entry:
        return Entry(
            symbol=Symbol(language=Language.PYTHON, parts=parts),
            kind=kind,
            signature=signed.text,
            import_path=parts[0],
            artifact=self._artifact,
            deprecation=Deprecation.WARNING if deprecated else Deprecation.NONE,
            constants=signed.constants,
            prose=doc,
        )


def parts_of(path: Path) -> tuple[str, ...]:
    """Return the parts of the symbol at `path`."""
    return (path.module, *path.within, path.name)
