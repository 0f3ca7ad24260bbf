"""Where names are looked up: a module, a namespace, or the globals, merged from all who add to it."""

from __future__ import annotations

from typing import NamedTuple

from paredown.harvest.typescript.draft import Draft, Scope
from paredown.harvest.typescript.files import File


class Part:
    """One scope of a space: the file it stands in, and the part around it."""

    __slots__ = ("file", "outer", "scope", "space")

    def __init__(self, space: Space, scope: Scope, file: File, outer: Part | None = None) -> None:
        self.space = space
        self.scope = scope
        self.file = file
        self.outer = outer


class Space:
    """The parts that make one module or namespace; the other fields hold what was looked up."""

    __slots__ = ("bindings", "opened", "own", "parts", "stars", "table")

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.opened: dict[str, list[Part]] | None = None
        self.own: dict[str, None] | None = None
        self.stars: list[Space] | None = None
        self.table: dict[str, list[Space]] | None = None
        self.bindings: dict[str, Binding] = {}

    def add(self, scope: Scope, file: File, outer: Part | None = None) -> Part:
        """Add a scope."""
        part = Part(self, scope, file, outer)
        self.parts.append(part)
        return part

    def openers(self, name: str) -> list[Part]:
        """Return the parts that export `name`, where there are several parts to look through."""
        if len(self.parts) == 1:
            return []
        if self.opened is None:
            self.opened = {}
            for part in self.parts:
                for opened in part.scope.names():
                    self.opened.setdefault(opened, []).append(part)
        return self.opened.get(name, [])


class Found(NamedTuple):
    """A declaration and the part that it stands in."""

    draft: Draft
    part: Part


class Binding(NamedTuple):
    """What a name means: declarations (several when they merge), and whole modules as objects."""

    found: tuple[Found, ...] = ()
    spaces: tuple[Space, ...] = ()

    def same(self, other: Binding) -> bool:
        """Whether both mean the same declarations."""
        return self.identity() == other.identity()

    def identity(self) -> frozenset[int]:
        """Return what tells two bindings apart."""
        return frozenset((*(id(f.draft) for f in self.found), *(id(s) for s in self.spaces)))


NOTHING = Binding()
