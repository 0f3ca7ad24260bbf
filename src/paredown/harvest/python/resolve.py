"""A name of a module -> the declaration it leads to, through imports, aliases, star imports and lazy tables."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from paredown.harvest.python.exported import Exported
from paredown.harvest.python.facts import Binding, Class, Function, Import, Trait, Variable
from paredown.harvest.python.library import Library, Outside, Page, Place

MAX_STEPS = 64
"""Modules that one name is searched in; real chains are shorter than ten."""
MAX_HOPS = 10_000
"""Plain imports and aliases that are followed one to the next."""
TOO_FAR = "a name is re-exported through more modules than are followed; it may be missing"


class Declaration(NamedTuple):
    """A name where it is declared, by one fact, or by several when it is overloaded."""

    page: Page
    name: str
    facts: tuple[Function | Class | Variable, ...]

    @property
    def key(self) -> tuple[int, str]:
        """What tells this declaration from every other one of the same harvest."""
        return id(self.page), self.name


Found: TypeAlias = Declaration | Place | Outside


class Step(NamedTuple):
    """What is still to be looked up: a name of a module, then attributes of what it is."""

    library: Library
    module: str
    name: str
    rest: tuple[str, ...] = ()


class Hop(NamedTuple):
    """A name on the way to a declaration, and what it is when the way leads nowhere."""

    key: tuple[int, str, str]
    otherwise: Declaration | None


class Resolver:
    """Follows names through the modules of one harvest."""

    def __init__(self, exported: Exported) -> None:
        self._exported = exported
        self._found: dict[tuple[int, str, str], Found | None] = {}

    def resolve(self, library: Library, module: str, name: str) -> Found | None:
        """Return what `name` of `module` is; None when nothing declares it.

        Names with one binding are followed here, and every name on the way is answered with them, so that a long
        chain costs what it is long; the rest is a search.
        """
        trail: list[Hop] = []
        while True:
            key = (id(library), module, name)
            if key in self._found:
                found = self._found[key]
                break
            page = library.page(module)
            bindings = page.bindings(name) if page is not None else None
            fact = bindings[0] if bindings is not None and len(bindings) == 1 else None
            if page is not None and (type(fact) is Function or type(fact) is Class or is_plain(fact)):
                found = Declaration(page, name, (fact,))  # type: ignore[arg-type]
                break
            following = one_hop(page, fact, name) if page is not None and len(trail) < MAX_HOPS else None
            if page is None or following is None:
                unbound = page is not None and bindings is None and page.facts.simple and not page.home.package
                found = None if unbound else self._search(Step(library, module, name))
                self._found[key] = found
                break
            otherwise = Declaration(page, name, (fact,)) if type(fact) is Variable else None
            trail.append(Hop(key, otherwise))
            # A chain that comes back here ends here.
            self._found[key] = otherwise
            library, module, name, _ = following
        for hop in reversed(trail):
            if hop.otherwise is not None and not isinstance(found, Declaration | Place):
                found = hop.otherwise
            self._found[hop.key] = found
        return found

    def resolve_dotted(self, page: Page, dotted: str) -> Found | None:
        """Return what the expression `a.b.c` is in `page`."""
        head, *rest = dotted.split(".")
        if not rest:
            return self.resolve(page.library, page.module, head)
        return self._search(Step(page.library, page.module, head, tuple(rest)))

    def _search(self, start: Step) -> Found | None:
        """Search depth first, best binding first: an accelerator that cannot be read gives way to what it replaces."""
        stack: list[Step | Found] = [start]
        seen: set[tuple[int, str, str, tuple[str, ...]]] = set()
        outside: Outside | None = None
        compiled: list[Place] = []
        for step in range(MAX_STEPS + 1):
            if not stack:
                break
            if step == MAX_STEPS:
                start.library.note("", TOO_FAR)
                break
            top = stack.pop()
            if isinstance(top, Outside):
                outside = outside or top
            elif not isinstance(top, Step):
                return top
            else:
                key = (id(top.library), top.module, top.name, top.rest)
                if key not in seen:
                    seen.add(key)
                    if top.library.compiled(top.module):
                        compiled.append(Place(top.library, top.module))
                    stack.extend(reversed(self._next(top)))
        if outside is None:
            for place in compiled:
                place.library.note_compiled(place.module)
        return outside

    def _next(self, step: Step) -> list[Step | Found]:
        """Return where to go from `step`, best first."""
        library, module, name, rest = step
        page = library.page(module)
        found: list[Step | Found] = []
        if page is not None:
            for binding, group in ranked(page.bindings(name) or []):
                found += self._by(page, name, rest, binding, group)
            source = self._exported.starred(page).get(name)
            if source is not None:
                found.append(Step(source.library, source.module, name, rest))
            for target in self._exported.lazy(page).get(name, ()):
                found += self._in(library, target.module, target.name, rest)
        below = f"{module}.{name}"
        if library.holds(below):
            found.append(Step(library, below, rest[0], rest[1:]) if rest else Place(library, below))
        elif page is None and isinstance(place := library.locate(below), Place):
            # A namespace is spread over several distributions.
            found.append(Step(place.library, below, rest[0], rest[1:]) if rest else place)
        return found

    def _by(
        self, page: Page, name: str, rest: tuple[str, ...], binding: Binding, group: tuple[Binding, ...]
    ) -> list[Step | Found]:
        """Return where one binding of a name leads."""
        if isinstance(binding, Import):
            if (binding.module, binding.name) == (page.module, name):
                # `from . import sub` in the package itself: the submodule, whatever else is bound to its name.
                below = page.library.locate(f"{page.module}.{name}")
                if not isinstance(below, Place):
                    return []
                return [Step(below.library, below.module, rest[0], rest[1:]) if rest else below]
            if binding.name:
                return self._in(page.library, binding.module, binding.name, rest)
            if rest:
                return self._in(page.library, binding.module, rest[0], rest[1:])
            place = page.library.locate(binding.module)
            return [place] if place is not None else []
        declared = tuple(fact for fact in group if not isinstance(fact, Import))
        here: list[Step | Found] = [] if rest else [Declaration(page, name, declared)]
        if isinstance(binding, Variable) and binding.alias:
            # An alias of something that is not at hand is still an assignment here.
            head, *tail = binding.alias.split(".")
            return [Step(page.library, page.module, head, (*tail, *rest)), *here]
        return here

    def _in(self, library: Library, module: str, name: str, rest: tuple[str, ...]) -> list[Step | Found]:
        """Return the step to `name` of `module`, in the distribution that holds it."""
        place = library.locate(module)
        if isinstance(place, Place):
            return [Step(place.library, place.module, name, rest)]
        return [place] if place is not None else []


def is_plain(fact: Binding | None) -> bool:
    """Whether a binding declares its name and stands for nothing else."""
    return type(fact) is Variable and not fact.alias


def one_hop(page: Page, fact: Binding | None, name: str) -> Step | None:
    """Return the one name that `fact` stands for, or None when that takes a search."""
    if type(fact) is Variable and "." not in fact.alias:
        return Step(page.library, page.module, fact.alias)
    if type(fact) is Import and fact.name and page.facts.simple and (fact.module, fact.name) != (page.module, name):
        place = page.library.locate(fact.module)
        return Step(place.library, place.module, fact.name) if isinstance(place, Place) else None
    return None


class Ranked(NamedTuple):
    """A binding, and the overloads that come with it."""

    binding: Binding
    group: tuple[Binding, ...]


def ranked(bindings: list[Binding]) -> list[Ranked]:
    """Return `bindings`, best first: the surer, then the later; the overloads of a function stand together."""
    if len(bindings) == 1:
        return [Ranked(bindings[0], (bindings[0],))]
    overloads: dict[int, list[Binding]] = {}
    for binding in bindings:
        if isinstance(binding, Function) and binding.traits & Trait.OVERLOAD:
            overloads.setdefault(binding.rank, []).append(binding)
    found: list[Ranked] = []
    grouped: set[int] = set()
    for at in sorted(range(len(bindings)), key=lambda at: (bindings[at].rank, at), reverse=True):
        binding = bindings[at]
        if not isinstance(binding, Function) or binding.rank not in overloads:
            found.append(Ranked(binding, (binding,)))
        elif binding.rank not in grouped:
            grouped.add(binding.rank)
            found.append(Ranked(binding, tuple(overloads[binding.rank])))
    return found
