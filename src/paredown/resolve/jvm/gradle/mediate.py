"""What a build names -> every library that it needs, one version each: the highest that anybody asks for.

The graph is walked again until no version changes, since a higher version may ask for others. Versions that the build
forces, or asks for strictly, hold against any other; those of platforms and of Spring's dependency management count
for libraries that somebody else brings in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from paredown.resolve.jvm.coordinates import Coordinates, Module, exact
from paredown.resolve.jvm.gaps import Gaps
from paredown.resolve.jvm.gradle.descriptors import Descriptors
from paredown.resolve.jvm.gradle.metadata import Asked, Descriptor
from paredown.resolve.jvm.gradle.wanted import Platform, Rich, Wanted
from paredown.resolve.jvm.maven.interpolate import why_left
from paredown.resolve.jvm.stores import Stores
from paredown.resolve.jvm.versions import choose, is_range, order

MAX_WALKS = 40
MAX_LIBRARIES = 20_000
LISTED_NOWHERE = "is a range, and no repository's listing at hand has a version within it"
NO_VERSION = "no version is written, and nothing at hand manages it"
NOT_EXACT = "is no exact version"
NOT_A_NAME = "is no library's name"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What a build says of versions beside what it names.

    `constraints` count where somebody asks for the library, `forced` always, `managed` for whoever writes no version
    of its own; `excluded` are kept out everywhere, `beside` those kept out of what one library asks for.
    """

    constraints: Sequence[Wanted] = ()
    forced: Mapping[Module, str] = field(default_factory=dict)
    managed: Mapping[Module, str] = field(default_factory=dict)
    excluded: frozenset[Module] = frozenset()
    beside: Mapping[Module, frozenset[Module]] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class Node:
    """A chosen library, and the libraries that it asks for: whether its callers compile against them too.

    `descriptor` is None where nothing of it is at hand.
    """

    at: Coordinates
    descriptor: Descriptor | None
    needs: dict[Module, bool] = field(default_factory=dict)


class Mediated(NamedTuple):
    """The chosen libraries, and the platforms whose versions counted."""

    chosen: Mapping[Module, Node]
    platforms: frozenset[Module]


def mediate(
    roots: Sequence[Wanted], rules: Rules, descriptors: Descriptors, gaps: Gaps, stores: Stores, source: str
) -> Mediated:
    """Return what `roots` need; what has no exact version goes to `gaps`."""
    mediation = _Mediation(roots, rules, descriptors, stores, source)
    for _ in range(MAX_WALKS):
        chosen = mediation.walk()
        if not mediation.changed():
            break
    for module, asked in mediation.without_version():
        _tell(module, asked, gaps, source)
    return Mediated(chosen, frozenset(at.module for at in mediation.platforms))


class _Mediation:
    def __init__(
        self, roots: Sequence[Wanted], rules: Rules, descriptors: Descriptors, stores: Stores, source: str
    ) -> None:
        self._rules = rules
        self._descriptors = descriptors
        self._stores = stores
        self._source = source
        self._roots = roots
        self._own = {one.module: one.version.wanted for one in roots if one.version.wanted}
        self._strict = {one.module: one.version.wanted for one in (*roots, *rules.constraints) if one.version.strictly}
        self._selected: dict[Module, str] = {}
        self._asked: dict[Module, dict[str, None]] = {}
        self._nodes: dict[Module, Node] = {}
        self._excluded: dict[Module, frozenset[Module]] = {}
        self._queue: deque[Module] = deque()
        self.platforms: set[Coordinates] = set()

    def walk(self) -> Mapping[Module, Node]:
        """Walk from the roots with the versions selected so far."""
        self._asked, self._nodes, self._excluded = {}, {}, {}
        self.platforms = set()
        for one in self._rules.constraints:
            self._ask(one.module, one.version)
        for one in self._roots:
            asked = Asked(one.module, one.version, frozenset(one.excluded), one.platform is not Platform.NONE)
            gone = self._rules.excluded | asked.excluded
            self._visit(asked, gone if one.transitive else gone | {Module("*", "*")}, None)
        while self._queue and len(self._nodes) < MAX_LIBRARIES:
            self._expand(self._queue.popleft())
        return self._nodes

    def changed(self) -> bool:
        """Whether what was asked for on the last walk selects other versions than it was walked with."""
        selected = {module: self._version(module) for module in self._nodes}
        changed = any(self._nodes[module].at.version != version for module, version in selected.items())
        self._selected = selected
        return changed

    def without_version(self) -> Iterable[tuple[Module, Sequence[str]]]:
        """Yield what is asked for and in no version in the graph."""
        for module in self._wanted:
            if module not in self._nodes:
                yield module, tuple(self._asked.get(module, ()))

    @property
    def _wanted(self) -> Iterable[Module]:
        return dict.fromkeys(
            (
                *(one.module for one in self._roots if one.platform is Platform.NONE),
                *(need for node in self._nodes.values() for need in node.needs),
            )
        )

    def _expand(self, module: Module) -> None:
        node, gone = self._nodes[module], self._excluded[module]
        if node.descriptor is None:
            return
        for asked in node.descriptor.constraints:
            self._ask(asked.module, asked.version)
        if node.descriptor.stands_for is not None:
            moved = node.descriptor.stands_for
            self._visit(Asked(moved.module, Rich(require=moved.version)), gone, node)
        for asked in node.descriptor.dependencies:
            if not _is_excluded(asked.module, gone):
                self._visit(asked, gone | asked.excluded, node)

    def _visit(self, asked: Asked, gone: frozenset[Module], parent: Node | None) -> None:
        module = asked.module
        self._ask(module, asked.version)
        at = self._coordinates(module)
        gone |= self._rules.beside.get(module, frozenset())
        if asked.platform:
            self._platform(at)
            return
        if parent is not None:
            parent.needs[module] = parent.needs.get(module, False) or asked.compiling
        if at is None:
            return
        node = self._nodes.get(module)
        if node is None:
            likely = parent is None or (parent.descriptor is not None and parent.descriptor.of_gradle)
            descriptor = self._descriptors.of(at, self._source, likely=likely)
            self._nodes[module] = Node(at=at, descriptor=descriptor)
            self._excluded[module] = gone
            self._queue.append(module)
        elif not self._excluded[module] <= gone:
            # Only what every way to a library keeps out is kept out.
            self._excluded[module] &= gone
            self._queue.append(module)

    def _platform(self, at: Coordinates | None) -> None:
        if at is None or at in self.platforms:
            return
        self.platforms.add(at)
        for rule in self._descriptors.managed(at, self._source):
            self._ask(rule.module, rule.version)

    def _ask(self, module: Module, version: Rich) -> None:
        if version.wanted:
            self._asked.setdefault(module, {})[version.wanted] = None

    def _coordinates(self, module: Module) -> Coordinates | None:
        version = self._selected.get(module) or self._version(module)
        return exact(module.group, module.artifact, version) if version else None

    def _version(self, module: Module) -> str:
        """Return the version that what is asked for selects, empty for none."""
        forced = self._rules.forced.get(module) or self._strict.get(module)
        if not forced and module not in self._own:
            forced = self._rules.managed.get(module, "")
        if forced:
            return self._one(module, forced)
        found = (self._one(module, version) for version in self._asked.get(module, ()))
        return max((one for one in found if one), key=lambda one: (order(one), one), default="")

    def _one(self, module: Module, version: str) -> str:
        if is_range(version):
            return choose(version, self._stores.versions(module))
        return version if exact(*module, version) else ""


def _is_excluded(module: Module, gone: frozenset[Module]) -> bool:
    if not gone:
        return False
    group, artifact = module
    patterns = (module, Module(group, "*"), Module("*", artifact), Module("*", "*"))
    return any(pattern in gone for pattern in patterns)


def _tell(module: Module, asked: Sequence[str], gaps: Gaps, source: str) -> None:
    ranges = [one for one in asked if is_range(one)]
    left = next((one for one in asked if "${" in one), "")
    if not module.legal:
        gaps.tell(str(module), source, NOT_A_NAME)
    elif ranges:
        gaps.ranges[(module, ranges[0])] = None
        gaps.tell(str(module), source, LISTED_NOWHERE)
    elif left:
        gaps.tell(str(module), source, f"its version {why_left(left)}")
    else:
        gaps.tell(str(module), source, NOT_EXACT if asked else NO_VERSION)
