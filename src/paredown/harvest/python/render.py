"""The declarations of a surface -> entries, with the members of classes and of the private bases behind them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from paredown.harvest.python.facts import Class, Function, Trait, Variable
from paredown.harvest.python.header import (
    class_header,
    documentation,
    function_header,
    property_header,
    variable_header,
)
from paredown.harvest.python.kinds import (
    Declared,
    best,
    doc_in,
    is_enum,
    kind_of_class,
    kind_of_function,
    kind_of_variable,
)
from paredown.harvest.python.library import Page
from paredown.harvest.python.resolve import Declaration
from paredown.harvest.python.surface import Path, Shown, Surface
from paredown.harvest.text import Signed
from paredown.model import NO_PROSE, Artifact, Deprecation, Entry, Kind, Language, Prose, Symbol

MAX_INHERITED = 200_000
"""Members of private bases that are shown in one artifact; each public subclass shows them again."""
MAX_NESTED = 4
"""Classes within classes that the name of a base may lead through."""
TOO_MANY = "shows more inherited members than are read; the rest is missing"

# Members of an enumeration are slow to look up on some interpreters, and these are looked up for every entry.
PYTHON = Language.PYTHON
PROPERTY = Kind.PROPERTY
WARNING = Deprecation.WARNING
CURRENT = Deprecation.NONE


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
                    yield self._entry(page, fact, parts_of(path), (name,))
        for path in sorted(self._surface.bare.values()):
            symbol = Symbol(language=PYTHON, parts=parts_of(path))
            yield Entry(
                symbol=symbol,
                kind=Kind.VARIABLE,
                signature=path.name,
                import_path=path.module,
                artifact=self._artifact,
            )

    def _whole(self, shown: Shown, path: Path) -> Iterator[Entry]:
        page, name, facts = shown.declaration
        parts = parts_of(path)
        for fact in facts:
            yield self._entry(page, fact, parts, (name,))
            if type(fact) is Class:
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

    def _own(self, owner: Owner, parts: tuple[str, ...], shown: set[str], nested: list[Owner]) -> Iterator[Entry]:
        """Yield the members that `owner` declares and that are not `shown` yet, under `parts`."""
        page, fact, _, declared = owner
        enum = is_enum(fact)
        for name, bindings in fact.members.items():
            if name in shown:
                continue
            shown.add(name)
            for member in best(bindings, fact.members):
                yield self._entry(page, member, (*parts, name), (*declared, name), member=True, enum=enum)
                if type(member) is Class:
                    nested.append(Owner(page, member, (*parts, name), (*declared, name)))

    def _private_bases(self, owner: Owner) -> Iterator[Owner]:
        """Yield the classes that `owner` inherits from and that callers can only reach through it, nearest first."""
        seen: set[tuple[int, tuple[str, ...]]] = set()
        stack = [owner]
        while stack:
            page, fact, _, _ = stack.pop()
            found: list[Owner] = []
            for name in fact.bases:
                base = self._private_base(page, name)
                if base is not None and (key := (id(base.page), base.declared)) not in seen:
                    seen.add(key)
                    found.append(base)
            yield from found
            stack.extend(reversed(found))

    def _private_base(self, page: Page, name: str) -> Owner | None:
        """Return the class `name` of `page` when it is of the same distribution and not public; it may be nested."""
        resolver = self._surface.resolver
        top = resolver.resolve_dotted(page, name)
        inner: list[str] = []
        while top is None and "." in name and len(inner) < MAX_NESTED:
            name, _, last = name.rpartition(".")
            inner.insert(0, last)
            top = resolver.resolve_dotted(page, name)
        if not isinstance(top, Declaration) or top.page.library is not page.library or not self._surface.private(top):
            return None
        fact: Declared | None = top.facts[0]
        for part in inner:
            facts = best(fact.members.get(part, []), fact.members) if type(fact) is Class else ()
            fact = facts[0] if facts else None
        return Owner(top.page, fact, (), (top.name, *inner)) if type(fact) is Class else None

    def _entry(
        self,
        page: Page,
        fact: Declared,
        parts: tuple[str, ...],
        declared: tuple[str, ...],
        *,
        member: bool = False,
        enum: bool = False,
    ) -> Entry:
        source = page.source
        name = parts[-1]
        signed: Signed
        if type(fact) is Function:
            kind = kind_of_function(fact, name, member=member)
            signed = (property_header if kind is PROPERTY else function_header)(source, fact, name)
        elif type(fact) is Variable:
            kind = kind_of_variable(source, fact, name, member=member, enum=enum)
            signed = variable_header(source, fact, name)
        else:
            assert type(fact) is Class
            kind = kind_of_class(fact)
            signed = class_header(source, fact, name)
        doc = NO_PROSE
        if fact.doc:
            doc = documentation(source, fact.doc)
        elif page.stub:
            doc = doc_beside(page, declared)
        return Entry(
            symbol=Symbol(language=PYTHON, parts=parts),
            kind=kind,
            signature=signed.text,
            import_path=parts[0],
            artifact=self._artifact,
            deprecation=WARNING if fact.traits & Trait.DEPRECATED else CURRENT,
            constants=signed.constants,
            prose=doc,
        )


def doc_beside(stub: Page, declared: tuple[str, ...]) -> Prose:
    """Return the documentation of `declared` in the module that a stub stands beside."""
    code = stub.library.code(stub)
    if code is None:
        return NO_PROSE
    at = doc_in(code.facts.table, declared)
    return documentation(code.source, at) if at else NO_PROSE


def parts_of(path: Path) -> tuple[str, ...]:
    """Return the parts of the symbol at `path`."""
    return (path.module, *path.within, path.name)
