"""A Maven project -> the libraries of its graph: every member resolved as Maven resolves it, then put together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from paredown.names import plain
from paredown.resolve.jvm.coordinates import Coordinates, Module
from paredown.resolve.jvm.gaps import Gaps
from paredown.resolve.jvm.maven.mediate import Node, Place, mediate
from paredown.resolve.jvm.maven.model import Models
from paredown.resolve.jvm.maven.poms import Poms
from paredown.resolve.jvm.maven.reactor import POM, Reactor, own_models, read_reactor
from paredown.resolve.jvm.reached import READABLE, Id, Library, Need, Reached, merge
from paredown.resolve.jvm.stores import Stores

COMPILE = "compile"
NAMED = frozenset({COMPILE, "provided", "system"})
"""Scopes of what a caller may write against."""
KEPT = NAMED | {"runtime", "system"}
TEST = frozenset({"test"})


class MavenProject:
    """A project with a pom.xml; raises `UnreadableProject` for a POM of its own that cannot be read."""

    def __init__(self, root: Path, stores: Stores, *, dev: bool) -> None:
        self._reactor = read_reactor(root)
        self._stores = stores
        self._poms = Poms(stores)
        self._kept = KEPT | TEST if dev else KEPT
        self._named = NAMED | TEST if dev else NAMED

    def once(self, gaps: Gaps) -> Reached:
        """Resolve with what is at hand now; what is missing goes to `gaps`."""
        models = Models(self._poms, self._reactor.here, gaps)
        libraries: dict[Id, Library] = {}
        lost: set[str] = set()
        aside: set[Coordinates] = set()
        for name, model in own_models(self._reactor, models).items():
            for key, rule in model.managed.items():
                gaps.managed.setdefault(Module(key.group, key.artifact), rule.version)
            mediated = mediate(model, models, self._stores, self._kept)
            lost.update(str(one.module) for one in mediated.lost if (one.scope or "compile") in self._named)
            aside.update(node.at for node in mediated.chosen.values() if node.scope not in self._kept)
            merge(libraries, self._libraries(mediated.chosen, model.artifact if model.at else plain(name)))
        members = len(self._reactor.members)
        return Reached(
            source=f"{POM}, {members} members" if members > 1 else POM,
            libraries=libraries,
            lost=frozenset(lost),
            aside=frozenset(aside),
            notes=tuple(_notes(self._reactor)),
        )

    def _libraries(self, chosen: Mapping[Place, Node], member: str) -> Iterator[Library]:
        ids = {
            place: Id(node.at, place.classifier)
            for place, node in chosen.items()
            if node.scope in self._kept and not node.own
        }
        for place, held in ids.items():
            node = chosen[place]
            yield Library(
                id=held,
                extensions=(place.extension,) if place.extension in READABLE else (),
                members=(member,) if node.direct and node.scope in self._named else (),
                needs=tuple(
                    Need(str(needed.module), ids[needed], scope == COMPILE)
                    for needed, scope in node.needs.items()
                    if needed in ids
                ),
            )


def _notes(reactor: Reactor) -> Iterator[str]:
    if reactor.asks_for_jdk:
        yield f"profiles evaluated for JDK {reactor.here.jdk}"
    if reactor.absent:
        yield f"modules that are named and not there: {reactor.absent}"
    if reactor.outside:
        yield f"modules and parents that lie out of the project, so not read: {reactor.outside}"
    if reactor.repositories:
        yield f"repositories that the project names of its own, so not asked: {reactor.repositories}"
