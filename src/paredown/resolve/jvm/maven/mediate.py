"""A model -> the libraries that it needs, one version each: the nearest one, as Maven takes it.

Test dependencies take part, whether anybody reads them or not: one that stands nearer decides the version of a
library that the compile path has further off. What is kept is decided by the scopes afterwards.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from paredown.resolve.jvm.coordinates import Coordinates, Module, exact, legal_name
from paredown.resolve.jvm.gaps import Gaps
from paredown.resolve.jvm.maven.interpolate import why_left
from paredown.resolve.jvm.maven.model import Model, Models
from paredown.resolve.jvm.maven.pom import Dependency
from paredown.resolve.jvm.stores import Stores
from paredown.resolve.jvm.versions import choose, is_range, pinned

MAX_LIBRARIES = 20_000
MAX_RELOCATIONS = 16
WIDEST = ("compile", "runtime", "provided", "test")
SCOPES = frozenset((*WIDEST, "system"))
TRAVELS = frozenset({"", "compile", "runtime"})
"""Scopes under which a dependency of a dependency counts at all."""
EXTENSIONS = {
    "bundle": "jar",
    "ejb": "jar",
    "ejb-client": "jar",
    "java-source": "jar",
    "javadoc": "jar",
    "maven-plugin": "jar",
    "test-jar": "jar",
}
CLASSIFIERS = {"ejb-client": "client", "java-source": "sources", "javadoc": "javadoc", "test-jar": "tests"}
FAT = frozenset({"war", "ear", "rar", "par"})
"""Archives that hold what they need, so that their POM's dependencies do not count."""
FILE_OF_ITS_OWN = "names a file of its own (system scope), which is not read"
NO_VERSION = "no version is written, and nothing at hand manages it"
LISTED_NOWHERE = "is a range, and no repository's listing at hand has a version within it"


class Place(NamedTuple):
    """What stands for one library: only one version of it can be there."""

    module: Module
    extension: str
    classifier: str


@dataclass(slots=True, kw_only=True)
class Node:
    """A chosen library. `direct` says that the model itself names it; `own` that it is a member of the project."""

    at: Coordinates
    place: Place
    scope: str
    direct: bool
    own: bool
    needs: dict[Place, str] = field(default_factory=dict)


class _Asked(NamedTuple):
    dependency: Dependency
    parent: Place | None
    excluded: frozenset[Module]


class Mediated(NamedTuple):
    """The chosen libraries, and what the model itself names that has no exact version."""

    chosen: Mapping[Place, Node]
    lost: tuple[Dependency, ...]


def mediate(root: Model, models: Models, stores: Stores, kept: Collection[str]) -> Mediated:
    """Return what `root` needs, test scope included.

    What cannot be told goes to the gaps of `models`, but for what the root names in a scope that is not `kept`.
    """
    return _Mediation(root, models, stores, kept).run()


class _Mediation:
    """One walk, breadth first: who comes first is nearest."""

    def __init__(self, root: Model, models: Models, stores: Stores, kept: Collection[str]) -> None:
        self._root = root
        self._kept = kept
        self._models = models
        self._stores = stores
        self._source = f"{root.group}:{root.artifact}"
        self._chosen: dict[Place, Node] = {}
        self._lost: list[Dependency] = []

    def run(self) -> Mediated:
        queue = deque(_Asked(one, None, frozenset()) for one in self._root.dependencies)
        while queue and len(self._chosen) < MAX_LIBRARIES:
            queue.extend(self._take(queue.popleft()))
        _widen(self._chosen)
        return Mediated(self._chosen, tuple(self._lost))

    def _take(self, asked: _Asked) -> list[_Asked]:
        """Choose what `asked` means, unless something nearer has; return what it asks for in turn."""
        dependency, parent, excluded = asked
        if parent is not None:
            # Who asks for it decides whether it travels; what the root manages only changes what travels.
            if dependency.scope not in TRAVELS or dependency.optional == "true":
                return []
            dependency = _manage(dependency, self._root)
        moves = 0
        while True:
            if _is_excluded(dependency.module, excluded):
                return []
            if (place := place_of(dependency)) in self._chosen:
                return self._need(parent, place, dependency.scope)
            told = parent is not None or (dependency.scope or "compile") in self._kept
            gaps = self._models.gaps if told else Gaps()
            at = locate_version(dependency, self._source, gaps, self._stores)
            if at is None:
                self._lost.extend(() if parent else (dependency,))
                return []
            model = self._models.of(at, self._source)
            if model is None or model.relocated is None or moves > MAX_RELOCATIONS:
                break
            moves, moved = moves + 1, model.relocated
            dependency = dependency._replace(group=moved.group, artifact=moved.artifact, version=moved.version)
            if parent is not None and moved.module != at.module:
                dependency = _manage(dependency, self._root)
        place = place_of(dependency)
        scope = dependency.scope if dependency.scope in SCOPES else "compile"
        if place in self._chosen:
            return self._need(parent, place, scope)
        own = at in self._models.own
        self._chosen[place] = Node(at=at, place=place, scope=scope, direct=parent is None, own=own)
        self._need(parent, place, scope)
        if model is None or place.extension in FAT:
            return []
        gone = excluded | frozenset(dependency.exclusions)
        return [_Asked(one, place, gone) for one in model.dependencies]

    def _need(self, parent: Place | None, place: Place, scope: str) -> list[_Asked]:
        """Note that `parent` needs what stands at `place`; nothing more is asked for."""
        if parent is not None:
            scope = scope if scope in SCOPES else "compile"
            held = self._chosen[parent].needs.setdefault(place, scope)
            if WIDEST.index(scope) < WIDEST.index(held):
                self._chosen[parent].needs[place] = scope
        return []


def locate_version(dependency: Dependency, source: str, gaps: Gaps, stores: Stores) -> Coordinates | None:
    """Return the exact coordinates of a dependency, or tell why it has none."""
    name, version = str(dependency.module), pinned(dependency.version)
    if dependency.scope == "system":
        gaps.tell(name, source, FILE_OF_ITS_OWN)
    elif left := next((text for text in dependency[:7] if "${" in text), ""):
        gaps.tell(name, source, f"a part of its coordinates {why_left(left)}")
    elif not dependency.module.legal:
        gaps.tell(name, source, "is no library's name")
    elif not version:
        gaps.tell(name, source, NO_VERSION)
    elif is_range(version):
        chosen = choose(version, stores.versions(dependency.module))
        if chosen and (at := exact(dependency.group, dependency.artifact, chosen)):
            return at
        gaps.ranges[(dependency.module, version)] = None
        gaps.tell(name, source, LISTED_NOWHERE)
    else:
        at = exact(dependency.group, dependency.artifact, version)
        place = place_of(dependency)
        if at and legal_name(place.extension) and (not place.classifier or legal_name(place.classifier)):
            return at
        gaps.tell(name, source, "is no exact version, classifier or type")
    return None


def place_of(dependency: Dependency) -> Place:
    """Return what a dependency stands for: its type as an extension and a classifier."""
    kind = dependency.type or "jar"
    classifier = dependency.classifier or CLASSIFIERS.get(kind, "")
    return Place(dependency.module, EXTENSIONS.get(kind, kind), classifier)


def _manage(one: Dependency, root: Model) -> Dependency:
    rule = root.managed.get(one.key)
    if rule is None:
        return one
    return one._replace(
        version=rule.version or one.version,
        scope=rule.scope or one.scope,
        exclusions=tuple(dict.fromkeys((*one.exclusions, *rule.exclusions))),
    )


def _is_excluded(module: Module, excluded: frozenset[Module]) -> bool:
    if not excluded:
        return False
    group, artifact = module
    patterns = (module, Module(group, "*"), Module("*", artifact), Module("*", "*"))
    return any(pattern in excluded for pattern in patterns)


def _widen(chosen: Mapping[Place, Node]) -> None:
    """Give each library the widest scope under which anybody needs it; what the root names keeps what it wrote."""
    fixed = {place: node.scope for place, node in chosen.items() if node.direct}
    best: dict[Place, str] = dict(fixed)
    queue = deque(fixed)
    while queue:
        place = queue.popleft()
        for needed, scope in chosen[place].needs.items():
            if needed in fixed or needed not in chosen:
                continue
            derived = _derive(best[place], scope)
            if needed not in best or WIDEST.index(derived) < WIDEST.index(best[needed]):
                best[needed] = derived
                queue.append(needed)
    for place, scope in best.items():
        chosen[place].scope = scope


def _derive(parent: str, child: str) -> str:
    """Return the scope that a dependency of a dependency has for the root."""
    if child == "test":
        return "test"
    if parent == "compile":
        return child if child in WIDEST else "compile"
    return parent if parent in ("test", "runtime") else "provided"
