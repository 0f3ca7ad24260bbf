"""Modules and their names -> entries, each declaration once, under its shortest public path."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from paredown.harvest.jsdoc import NO_DOC, read_doc
from paredown.harvest.text import MAX_SIGNATURE, bounded
from paredown.harvest.typescript.draft import ASSIGNED, Draft
from paredown.harvest.typescript.page import shown_as
from paredown.harvest.typescript.resolve import Resolver
from paredown.harvest.typescript.space import Binding, Space
from paredown.model import Artifact, Entry, Kind, Language, Prose, Symbol

LANGUAGE = Language.TYPESCRIPT
NAMESPACE = Kind.NAMESPACE
MAX_PARTS = 12
"""Parts of a symbol; namespaces nested deeper than that are no library's."""


class Root(NamedTuple):
    """A module that a caller imports; the package's own is `rank` 0, the globals have no import path."""

    rank: int
    name: str
    import_path: str
    space: Space


class _Place(NamedTuple):
    """A space under one of its paths; places sort by how short the path is."""

    rank: int
    segments: int
    length: int
    parts: tuple[str, ...]
    import_path: str
    number: int
    space: Space


class Entries:
    """Walks the modules from the shortest path to the longest, so what is seen first is seen best."""

    def __init__(self, artifact: Artifact, resolver: Resolver) -> None:
        self._artifact = artifact
        self._resolver = resolver
        self._heap: list[_Place] = []
        self._seen: set[tuple[int, str]] = set()
        self._flat: set[int] = set()
        self._number = 0

    def walk(self, roots: list[Root]) -> Iterator[Entry]:
        """Yield the entries of every module in `roots`."""
        for root in roots:
            self._push(root.rank, (root.name,), root.import_path, root.space)
        opened: set[int] = set()
        while self._heap:
            place = heappop(self._heap)
            if id(place.space) in opened:
                continue
            opened.add(id(place.space))
            binding = self._resolver.assigned(place.space)
            self._flat.update(id(f.draft) for f in self._resolver.typed_members(binding))
            for name in self._resolver.names(place.space):
                yield from self._named(place, name, self._resolver.resolve(place.space, name))

    def _named(self, place: _Place, name: str, binding: Binding) -> Iterator[Entry]:
        parts = (*place.parts, name)
        import_path, entry, seen = place.import_path, self._entry, self._seen
        shown_namespace = False
        for draft, _ in binding.found:
            key = (id(draft), name)
            if key in seen:
                continue
            seen.add(key)
            if draft.kind is NAMESPACE:
                if shown_namespace or name == ASSIGNED:
                    continue
                shown_namespace = True
            yield entry(draft, parts, import_path)
            for member in draft.members:
                if id(member) not in self._flat:
                    yield entry(member, (*parts, member.name), import_path)
        for space in binding.spaces:
            key = (id(space), name)
            if key not in seen and name != ASSIGNED:
                seen.add(key)
                yield entry(Draft(name, NAMESPACE, "namespace ", ""), parts, import_path)
        inner = self._resolver.namespace(binding)
        if inner is not None and name != ASSIGNED and len(parts) < MAX_PARTS:
            self._push(place.rank, parts, import_path, inner)

    def _push(self, rank: int, parts: tuple[str, ...], import_path: str, space: Space) -> None:
        self._number += 1
        segments = parts[0].count("/") + len(parts)
        length = sum(map(len, parts))
        heappush(self._heap, _Place(rank, segments, length, parts, import_path, self._number, space))

    def _entry(self, draft: Draft, parts: tuple[str, ...], import_path: str) -> Entry:
        doc = read_doc(draft.doc) if draft.doc else NO_DOC
        name, constants = parts[-1], draft.constants
        if name == draft.name:
            name = draft.shown or name
        elif name != ASSIGNED and shown_as(name) != name:
            name, constants = shown_as(name), (Prose(name), *constants)
        signature = f"{draft.lead}{name}{draft.rest}"
        if len(signature) > MAX_SIGNATURE:
            signature = bounded(signature)
        return Entry(
            symbol=Symbol(language=LANGUAGE, parts=parts),
            kind=draft.kind,
            signature=signature,
            import_path=import_path,
            artifact=self._artifact,
            deprecation=doc.deprecation,
            constants=constants,
            prose=doc.prose,
        )
