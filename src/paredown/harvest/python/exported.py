"""The `__all__`, the star imports and the lazy tables of modules -> the names that each of them lets out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from paredown.harvest.python.facts import Import, Lazy
from paredown.harvest.python.library import Outside, Page, Place
from paredown.harvest.python.naming import private
from paredown.harvest.python.order import after_needs

ALL = "__all__"


class Exports(NamedTuple):
    """The names of an `__all__`, in order; `computed` says that there may be more of them."""

    names: dict[str, None]
    computed: bool


class Target(NamedTuple):
    """A name of a module."""

    module: str
    name: str


class Exported:
    """Answers for every module of one harvest what `from module import *` gives."""

    def __init__(self) -> None:
        self._exports: dict[int, Exports] = {}
        self._starred: dict[int, dict[str, Page]] = {}
        self._lazy: dict[int, dict[str, list[Target]]] = {}

    def exports(self, page: Page) -> Exports | None:
        """Return what `__all__` of `page` lists, or None when it has none."""
        if page.facts.listing is None:
            return None
        for each in after_needs(page, self._listed_in, lambda p: id(p) in self._exports):
            self._exports[id(each)] = self._list(each)
        return self._exports[id(page)]

    def _listed_in(self, page: Page) -> list[Page]:
        others = [step.other for step in page.facts.listing or () if step.other]
        return [found for other in others if (found := self._owner_of(page, other))]

    def _list(self, page: Page) -> Exports:
        names: dict[str, None] = {}
        computed = page.facts.computed
        for step in page.facts.listing or ():
            names.update(dict.fromkeys(step.added))
            for name in step.removed:
                names.pop(name, None)
            if step.other:
                owner = self._owner_of(page, step.other)
                listed = self._exports.get(id(owner)) if owner else None
                names.update(listed.names if listed else {})
                computed = computed or owner is None or (listed is not None and listed.computed)
        return Exports(names, computed)

    def _owner_of(self, page: Page, dotted: str) -> Page | None:
        """Return the module whose `__all__` is meant by `dotted` in `page`."""
        head, *rest = dotted.split(".")
        binding = next((b for b in reversed(page.bindings(head) or []) if isinstance(b, Import)), None)
        if binding is not None:
            path = [binding.module, *([binding.name] if binding.name else []), *rest]
        else:
            path = [page.module, head, *rest] if page.home.package else []
        if len(path) < 2 or path[-1] != ALL:
            return None
        module = ".".join(path[:-1])
        place = page.library.locate(module)
        owner = place.library.page(module) if isinstance(place, Place) else None
        return owner if owner is not None and owner.facts.listing is not None else None

    def starred(self, page: Page) -> dict[str, Page]:
        """Return the names that star imports bring into `page`, with the module each comes from."""
        if not page.facts.stars:
            return {}
        for each in after_needs(page, self._star_sources, lambda p: id(p) in self._starred):
            found: dict[str, Page] = {}
            for source in self._star_sources(each):
                found.update(dict.fromkeys(self.let_out(source), source))
            self._starred[id(each)] = found
        return self._starred[id(page)]

    def let_out(self, page: Page) -> Iterable[str]:
        """Return the names that `from page import *` binds."""
        exports = self.exports(page)
        if exports is not None and not exports.computed:
            return exports.names
        page.bind_pending()
        own = [name for name in page.facts.table if not private(name)]
        inner = [name for name in self._starred.get(id(page), ()) if not private(name)]
        return dict.fromkeys([*(exports.names if exports else ()), *own, *inner])

    def _star_sources(self, page: Page) -> list[Page]:
        found: list[Page] = []
        for star in sorted(page.facts.stars, key=lambda star: star.rank):
            place = page.library.locate(star.module)
            source = place.library.page(place.module) if isinstance(place, Place) else None
            if source is not None:
                found.append(source)
            elif isinstance(place, Place) and place.library.compiled(place.module):
                place.library.note_compiled(place.module)
            elif isinstance(place, Outside) and page.facts.listing is not None:
                page.library.note_absent(place)
        return found

    def lazy(self, page: Page) -> dict[str, list[Target]]:
        """Return the names that the `__getattr__` of `page` finds by a literal table, and where each may be."""
        if not page.facts.lazy:
            return {}
        if id(page) not in self._lazy:
            found: dict[str, list[Target]] = {}
            for line in page.facts.lazy:
                for name, target in lazy_targets(page, line):
                    found.setdefault(name, []).append(target)
            self._lazy[id(page)] = found
        return self._lazy[id(page)]


class Guess(NamedTuple):
    """A name that a lazy module offers, and where it may be."""

    name: str
    target: Target


def lazy_targets(page: Page, line: Lazy) -> list[Guess]:
    """Return what one line of a lazy table may mean: `name: module`, `name: (module, name)` or `module: names`."""
    key, values = line
    below = f"{page.module}.{key.lstrip('.')}"
    if page.library.holds(below) and not page.library.holds(_absolute(page, values[0])):
        return [Guess(name, Target(below, name)) for name in values]
    guesses: list[Guess] = []
    for value in values[:2]:
        path, _, attribute = value.partition(":")
        module = _absolute(page, path)
        guesses.append(Guess(key, Target(module, attribute or key)))
        if len(values) > 1:
            guesses.append(Guess(key, Target(module, values[1])))
        head, _, tail = module.rpartition(".")
        if head:
            guesses.append(Guess(key, Target(head, tail)))
    return guesses


def _absolute(page: Page, module: str) -> str:
    """Return `module` as lazy tables write it: relative, absolute, or below the package without a dot."""
    if module.startswith("."):
        return page.home.absolute(module)
    below = f"{page.module}.{module}"
    return below if page.library.holds(below) else module
