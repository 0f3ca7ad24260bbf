"""A tree of class files -> its classes by name, and how far each of them can be reached from outside."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from paredown.errors import UnreadableFile
from paredown.harvest.jvm.archives import SUFFIX
from paredown.harvest.jvm.classfile import FINAL, PROTECTED
from paredown.harvest.jvm.declared import Place
from paredown.harvest.jvm.deprecation import furthest, withdrawn
from paredown.harvest.jvm.kotlin.contents import Contents
from paredown.harvest.jvm.names import java_class
from paredown.harvest.jvm.unit import Unit
from paredown.model import Deprecation
from paredown.tree import Tree

KEPT: Final = 256
"""Classes held in memory: nested classes, companions and the parts of a facade lie near each other."""
NOT_CLASSES: Final = ("module-info", "package-info")
WITHDRAWN: Final = (Deprecation.ERROR, Deprecation.HIDDEN)


class Standing(NamedTuple):
    """How a class stands to a caller: where it is, whether it and all classes around it can be named, whether
    nothing can inherit from it, how far it or a class around it is withdrawn, its type parameters by number."""

    place: Place
    reachable: bool
    final: bool
    deprecation: Deprecation
    scope: dict[int, str]


class Jar:
    """The classes of one tree. Every method raises `UnreadableFile` for a class that is damaged."""

    def __init__(self, tree: Tree, kotlin: Callable[[], tuple[int, ...]] = tuple) -> None:
        """`kotlin` gives the version of Kotlin that callers use, empty where nothing tells it."""
        self._tree = tree
        self._kotlin = kotlin
        self._near: dict[str, Unit] = {}
        self._standings: dict[str, Standing | None] = {}

    def names(self) -> list[str]:
        """Return the names of its classes, one around others before these.

        Versions of a class for a newer virtual machine (`META-INF/versions`) are left out: the base is what every
        caller can compile against. So are the descriptions of packages and modules, which declare nothing.
        """
        return sorted(
            name[: -len(SUFFIX)]
            for name in self._tree.names()
            if name.endswith(SUFFIX)
            and not name.startswith("META-INF/")
            and name[: -len(SUFFIX)].rpartition("/")[2] not in NOT_CLASSES
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
                del self._near[next(iter(self._near))]
            self._near[name] = found
        return found

    def contents(self, name: str) -> Contents | None:
        """Return what the Kotlin metadata of the class `name` declares, or None where it has none."""
        unit = self.unit(name)
        outer = unit.inner.outer if unit.header and unit.inner else ""
        return unit.contents(self.standing(outer).scope if outer and self.has(outer) else {})

    def standing(self, name: str) -> Standing:
        """Return how the class `name` stands; a class that the jar does not hold is reachable."""
        chain: dict[str, None] = {}
        at = name
        while at and at not in self._standings and at not in chain and self.has(at):
            chain[at] = None
            inner = self._inner(at)
            at = inner if inner is not None else ""
        for each in reversed(chain):
            self._standings[each] = None
            self._standings[each] = self._stand(each)
        if not self.has(name):
            return outside(name)
        found = self._standings[name]
        if found is None:
            raise UnreadableFile(name + SUFFIX, "lies in a class that could not be read")
        return found

    def _inner(self, name: str) -> str | None:
        try:
            inner = self.unit(name).inner
        except UnreadableFile:
            return None
        return inner.outer if inner else None

    def _stand(self, name: str) -> Standing | None:
        unit = self.unit(name)
        outer = unit.inner.outer if unit.inner else ""
        around: Standing | None = None
        if outer:
            around = self._standings.get(outer) if self.has(outer) else outside(outer)
            if around is None:
                return None
        place = (
            Place(around.place.package, (*around.place.names, unit.inner.name)) if around and unit.inner else top(name)
        )
        contents = unit.contents(around.scope if around else {})
        reachable = unit.is_public(contents)
        deprecation = withdrawn(unit.annotations, unit.file.attributes, self.kotlin(unit))
        if around:
            reachable = reachable and around.reachable and not (unit.access & PROTECTED and around.final)
            deprecation = inherited(deprecation, around.deprecation)
        return Standing(place, reachable, bool(unit.access & FINAL), deprecation, contents.scope if contents else {})

    def kotlin(self, unit: Unit) -> tuple[int, ...]:
        """Return the version of Kotlin that callers of `unit` use: the project's or, where that is not known, the
        one that it was compiled with."""
        return self._kotlin() or (unit.header.version[:2] if unit.header else ())

    def parents(self, name: str) -> Iterable[Unit]:
        """Yield the classes that `name` inherits from as long as a caller cannot name them, nearest first."""
        seen = {name}
        at = self.unit(name).file.parent
        while at and at not in seen and self.has(at) and not self.standing(at).reachable:
            seen.add(at)
            yield self.unit(at)
            at = self.unit(at).file.parent


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
