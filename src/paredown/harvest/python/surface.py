"""A distribution -> each of its public declarations once, under the shortest path by which a caller reaches it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from paredown.harvest.python.exported import Exported
from paredown.harvest.python.library import Library, Outside, Page, Place
from paredown.harvest.python.naming import private_module, public_module
from paredown.harvest.python.public import public_modules, public_names
from paredown.harvest.python.resolve import Declaration, Resolver

MAX_NESTED = 3
"""Private modules below each other that are shown under the name a public one gives them."""
UNDECLARED = "{:,} names of its __all__ are declared nowhere that can be read"


class Path(NamedTuple):
    """How a caller writes a name: `module` is imported, `within` are the modules it is an attribute of."""

    module: str
    within: tuple[str, ...]
    name: str

    def order(self, declared: str) -> tuple[int, int, str, tuple[str, ...], bool, str]:
        """Order by dots, then length, then code points; of two names in one module the declared one comes first."""
        depth = self.module.count(".") + len(self.within)
        length = len(self.module) + sum(map(len, self.within))
        return depth, length, self.module, self.within, self.name != declared, self.name


class Shown(NamedTuple):
    """A declaration under its paths: one for each name that it has, the shortest first."""

    declaration: Declaration
    paths: tuple[Path, ...]


@dataclass(slots=True)
class Surface:
    """The public declarations of one library, gathered; `bare` are names that the standard library declares."""

    library: Library
    exported: Exported
    resolver: Resolver
    claims: dict[tuple[int, str], dict[str, Path]] = field(default_factory=dict)
    declared: dict[tuple[int, str], Declaration] = field(default_factory=dict)
    bare: dict[str, Path] = field(default_factory=dict)
    _seen: set[str] = field(default_factory=set)

    def gather(self) -> None:
        """Claim every public name of every public module."""
        for module in public_modules(self.library):
            page = self.library.page(module)
            if page is not None:
                self._claim_all(page, module, ())
            elif self.library.compiled(module):
                self.library.note_compiled(module)

    def _claim_all(self, page: Page, module: str, within: tuple[str, ...]) -> None:
        stack = [(page, within)]
        while stack:
            at, inside = stack.pop()
            undeclared = 0
            for name, stated in public_names(at, self.exported, self.resolver).items():
                found = self.resolver.resolve(at.library, at.module, name)
                if isinstance(found, Place):
                    inner = self._private_module(found)
                    if inner is not None and len(inside) < MAX_NESTED:
                        stack.append((inner, (*inside, name)))
                elif not self._claim(found, stated, Path(module, inside, name)):
                    undeclared += 1
            if undeclared:
                self.library.note(at.path, UNDECLARED.format(undeclared))

    def _claim(self, found: Declaration | Outside | None, stated: bool, path: Path) -> bool:
        """Note what `path` leads to; return False when it is `stated` and leads nowhere."""
        if isinstance(found, Declaration):
            key = (id(found.page), found.name)
            paths = self.claims.get(key)
            if paths is None:
                self.claims[key] = {path.name: path}
                self.declared[key] = found
                return True
            known = paths.get(path.name)
            if known is None or path.order(found.name) < known.order(found.name):
                paths[path.name] = path
        elif isinstance(found, Outside):
            self.library.note_absent(found)
            if found.standard and stated:
                known = self.bare.get(path.name)
                if known is None or path.order(path.name) < known.order(path.name):
                    self.bare[path.name] = path
        else:
            return not stated
        return True

    def _private_module(self, place: Place) -> Page | None:
        """Return the module that callers reach only as an attribute of a public one, once."""
        if place.library is not self.library or public_module(place.module, self.library.suites):
            return None
        if place.module in self._seen or not private_module(place.module):
            return None
        self._seen.add(place.module)
        return self.library.page(place.module)

    def shown(self) -> Iterator[Shown]:
        """Yield every claimed declaration with its paths, in order of the path."""
        found: list[Shown] = []
        for key, paths in self.claims.items():
            declaration = self.declared[key]
            ordered = tuple(paths.values())
            if len(ordered) > 1:
                ordered = tuple(sorted(ordered, key=lambda path: path.order(declaration.name)))
            found.append(Shown(declaration, ordered))
        found.sort(key=lambda shown: shown.paths[0])
        yield from found

    def private(self, declaration: Declaration) -> bool:
        """Whether callers cannot reach a class by any path of its own."""
        if declaration.page.library is self.library:
            return declaration.key not in self.claims
        return private_module(declaration.page.module) or declaration.name.startswith("_")
