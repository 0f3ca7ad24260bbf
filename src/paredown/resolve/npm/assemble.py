"""What a project reaches in its lock -> the `Graph` that the other rooms see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from paredown.model import Artifact, Ecosystem, Edge
from paredown.resolve.graph import Graph, Options
from paredown.resolve.npm.closure import Closure
from paredown.resolve.npm.gather import Gathered, gather
from paredown.resolve.npm.machine import Machine
from paredown.resolve.npm.manifest import Manifest, wants_of
from paredown.resolve.npm.naming import publisher, purl
from paredown.resolve.npm.peers import with_peers
from paredown.resolve.npm.pin import Bond, Kind, Locked, Origin, Pin
from paredown.resolve.npm.typings import Typed
from paredown.resolve.npm.units import Unit, foreign_of, package_url, units_of

PEERS = (Kind.PEER, Kind.PEER_OPTIONAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """A lock, what of it the manifests reach on this machine, and which keys are whose types."""

    manifests: Sequence[Manifest]
    locked: Locked
    closure: Closure
    typed: Sequence[Typed]
    machine: Machine
    notes: Sequence[str] = ()


def graph_of(project: Path, reached: Reached, options: Options) -> Graph:
    """Return the graph: files gathered, edges drawn, and what is missing told."""
    locked, closure = reached.locked, reached.closure
    units, refused = units_of(closure, locked)
    gathered = gather(project, units, reached.manifests, reached.machine, options)
    owned = _owned(units, gathered)
    purls = {key: name for name, unit in _named(units, gathered) for key in unit.keys}
    edges = _edges(reached, units, gathered, purls)
    artifacts = [
        _artifact(name, unit, gathered, edges) for name, unit in owned.items() if unit.pin.key in gathered.found
    ]
    held = {artifact.purl for artifact in artifacts}
    unread = [*gathered.unread, *foreign_of(closure, locked, owned)]
    unread = [gap for gap in unread if gap.artifact not in held]
    declared = {name for name, unit in owned.items() if unit.labels}
    declared.update(package_url(locked.pins[key]) for key in closure.foreign if key in closure.labels)
    notes = [*reached.notes, *gathered.notes]
    if len(owned) < len(units):
        notes.append(f"packages with the name and version of another, so not read: {len(units) - len(owned)}")
    return Graph(
        ecosystem=Ecosystem.NPM,
        source=locked.source,
        declared=len(declared & (held | {gap.artifact for gap in unread})),
        resolved=len(held) + len({gap.artifact for gap in unread}),
        artifacts=tuple(sorted(artifacts, key=lambda artifact: (artifact.name, artifact.purl))),
        unread=tuple(sorted(unread, key=lambda gap: gap.artifact)),
        unresolved=tuple(dict.fromkeys((*closure.unresolved, *refused))),
        notes=tuple(notes),
    )


def _named(units: Iterable[Unit], gathered: Gathered) -> Iterable[tuple[str, Unit]]:
    """Yield each unit with its package URL: what its own package.json says, where the lock cannot know."""
    for unit in units:
        found = gathered.found.get(unit.pin.key)
        yield (purl(found.name, found.version) if found else package_url(unit.pin)), unit


def _owned(units: Sequence[Unit], gathered: Gathered) -> dict[str, Unit]:
    """Return the one unit of each package URL: a registry's, should another claim to be the same, then the first."""
    owned: dict[str, Unit] = {}
    for name, unit in _named(units, gathered):
        if name not in owned or (unit.pin.origin is Origin.REGISTRY) > (owned[name].pin.origin is Origin.REGISTRY):
            owned[name] = unit
    return owned


def _edges(
    reached: Reached, units: Sequence[Unit], gathered: Gathered, purls: Mapping[str, str]
) -> dict[str, tuple[Edge, ...]]:
    """Return the edges of each unit, by its first key."""
    unit_of = {key: unit for unit in units for key in unit.keys}

    def peers_of(pin: Pin) -> Iterable[str]:
        if pin.peers is not None:
            return pin.peers
        unit = unit_of.get(pin.key)
        found = gathered.found.get(unit.pin.key) if unit else None
        return [want.name for want in wants_of(found.manifest) if want.kind in PEERS] if found else ()

    bonds = with_peers(reached.closure, reached.locked, peers_of)
    types: dict[str, list[Bond]] = {}
    for key, typing in reached.typed:
        types.setdefault(key, []).append(Bond(reached.locked.pins[typing].name, typing))
    edges: dict[str, tuple[Edge, ...]] = {}
    for unit in units:
        mine: dict[str, Edge] = {}
        for key in unit.keys:
            for bond in (*bonds.get(key, ()), *types.get(key, ())):
                if bond.key in purls:
                    mine.setdefault(bond.name, Edge(bond.name, purls[bond.key]))
        edges[unit.pin.key] = tuple(sorted(mine.values()))
    return edges


def _artifact(name: str, unit: Unit, gathered: Gathered, edges: Mapping[str, tuple[Edge, ...]]) -> Artifact:
    found = gathered.found[unit.pin.key]
    return Artifact(
        purl=name,
        ecosystem=Ecosystem.NPM,
        name=found.name,
        version=found.version,
        publisher=publisher(found.name),
        declared=bool(unit.labels),
        direct_of=unit.labels,
        files=found.files,
        digest=found.digest,
        requires=edges[unit.pin.key],
    )
