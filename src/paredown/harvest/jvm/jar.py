"""A tree of class files -> its classes by name, and how far each of them can be reached from outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from paredown.errors import UnreadableFile
from paredown.harvest.jvm.archives import SUFFIX
from paredown.harvest.jvm.classfile import DAMAGED, FINAL, PROTECTED
from paredown.harvest.jvm.declared import Place
from paredown.harvest.jvm.deprecation import furthest, withdrawn
from paredown.harvest.jvm.kotlin.contents import Contents
from paredown.harvest.jvm.names import java_class
from paredown.harvest.jvm.unit import Unit
from paredown.model import Deprecation
from paredown.tree import Tree

KEPT: Final = 256
"""Classes held in memory: nested classes, companions and the parts of a facade lie near each other."""
WITHDRAWN: Final = (Deprecation.ERROR, Deprecation.HIDDEN)


class Standing(NamedTuple):
    """How a class stands to a caller.

    Its place; whether it and all classes around it can be named; whether nothing can inherit from it; how far it or a
    class around it is withdrawn; its type parameters, and those around it, by number.
    """

    place: Place
    reachable: bool
    final: bool
    deprecation: Deprecation
    variables: Mapping[int, str]


NOWHERE: Final = Standing(Place("", ("",)), False, True, Deprecation.NONE, {})
"""Of a class that nobody outside can name."""


class Jar:
    """The classes of one tree. Every method raises `UnreadableFile` or one of `DAMAGED` for a damaged class."""

    def __init__(self, tree: Tree, kotlin: Callable[[], tuple[int, ...]] = tuple) -> None:
        """`kotlin` gives the version of Kotlin that callers use, empty where nothing tells it."""
        self._tree = tree
        self._kotlin = kotlin
        self._near: dict[str, Unit] = {}
        self._standings: dict[str, Standing | None] = {}

    def names(self) -> list[str]:
        """Return the names of its classes, a class before those nested in it.

        Versions of a class for a newer virtual machine (`META-INF/versions`) are left out: the base is what every
        caller can compile against.
        """
        return sorted(
            name[: -len(SUFFIX)]
            for name in self._tree.names()
            if name.endswith(SUFFIX) and not name.startswith("META-INF/")
        )

    def has(self, name: str) -> bool:
        """Whether the jar holds the class `name`."""
        return self._tree.has(name + SUFFIX)

    def unit(self, name: str) -> Unit:
        """Return the class `name`, which the jar holds."""
        found = self._near.get(name)
        if found is None:
            found = Unit(self._tree.read(name + SUFFIX), name + SUFFIX)
            if len(self._near) >= KEPT:
                self._near.clear()
            self._near[name] = found
        return found

    def contents(self, unit: Unit) -> Contents | None:
        """Return what the Kotlin metadata of `unit` declares, or None where it has none."""
        if unit.header is None:
            return None
        outer = unit.inner.outer if unit.inner else ""
        return unit.contents(self.standing(outer).variables if outer and self.has(outer) else {})

    def standing(self, name: str) -> Standing:
        """Return how the class `name` stands; a class that the jar does not hold is reachable."""
        found = self._standings.get(name)
        if found is not None:
            return found
        if not self.has(name):
            return outside(name)
        # Outwards first, then back: a chain of any length costs no depth of calls.
        chain: dict[str, None] = {}
        at = name
        while at and at not in self._standings and at not in chain and self.has(at):
            chain[at] = None
            at = self._around(at)
        for each in reversed(chain):
            self._standings[each] = None
            self._standings[each] = self._stand(each)
        found = self._standings[name]
        if found is None:
            raise UnreadableFile(name + SUFFIX, "lies in a class that could not be read")
        return found

    def kotlin(self, unit: Unit) -> tuple[int, ...]:
        """Return the version of Kotlin that callers of `unit` use.

        That is the project's or, where it is not known, the one that `unit` was compiled with.
        """
        return self._kotlin() or (unit.header.version[:2] if unit.header else ())

    def parents(self, unit: Unit) -> Iterator[Unit]:
        """Yield the classes that `unit` inherits from as long as a caller cannot name them, nearest first."""
        seen = {unit.name}
        at = unit.file.parent
        while at and at not in seen and self.has(at) and not self.standing(at).reachable:
            seen.add(at)
            parent = self.unit(at)
            yield parent
            at = parent.file.parent

    def _around(self, name: str) -> str:
        try:
            unit = self.unit(name)
            return unit.inner.outer if not unit.is_shut() and unit.inner else ""
        except (UnreadableFile, *DAMAGED):
            return ""

    def _stand(self, name: str) -> Standing | None:
        unit = self.unit(name)
        if unit.is_shut():
            return NOWHERE
        inner = unit.inner
        around: Standing | None = None
        if inner and inner.outer:
            around = self._standings.get(inner.outer) if self.has(inner.outer) else outside(inner.outer)
            if around is None:
                return None
            if not around.reachable or (inner.access & PROTECTED and around.final):
                return NOWHERE
            if not inner.name:  # it has none that anybody could write
                return NOWHERE
        contents = unit.contents(around.variables if around else {})
        if not unit.is_public(contents):
            return NOWHERE
        deprecation = Deprecation.NONE
        if unit.file.mentions(b"Deprecated"):
            deprecation = withdrawn(unit.annotations, unit.file.attributes, self.kotlin(unit))
        variables: Mapping[int, str] = {}
        if contents and contents.kind >= 0 and (contents.generics.listed or contents.types.parameters):
            variables = contents.types.parameters
        return Standing(
            Place(around.place.package, (*around.place.names, inner.name)) if around and inner else top(name),
            True,
            bool(unit.access & FINAL),
            inherited(deprecation, around.deprecation) if around else deprecation,
            variables,
        )


def top(name: str) -> Place:
    """Return the place of a class that no other is around."""
    package, _, simple = name.rpartition("/")
    return Place(package.replace("/", "."), (simple,))


def outside(name: str) -> Standing:
    """Return the standing of a class that another jar holds: reachable, for all that is known of it."""
    package = name.rpartition("/")[0].replace("/", ".")
    return Standing(Place(package, tuple(java_class(name).split("."))), True, False, Deprecation.NONE, {})


def inherited(own: Deprecation, around: Deprecation) -> Deprecation:
    """Return how far a declaration is withdrawn in a class that is; a warning about a class is not one about it."""
    return furthest(own, around) if around in WITHDRAWN else own
