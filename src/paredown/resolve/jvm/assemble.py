"""The libraries of a project and where their archives lie -> the `Graph` that the other rooms see."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from paredown.model import Artifact, Ecosystem, Edge, Unread
from paredown.resolve.graph import Graph
from paredown.resolve.jvm.coordinates import SNAPSHOT, Coordinates
from paredown.resolve.jvm.gaps import Gaps
from paredown.resolve.jvm.locate import Located, Places
from paredown.resolve.jvm.reached import Library, Reached
from paredown.resolve.jvm.standing import Standing

SHOWN = 5
"""How many coordinates a note lists."""


def graph_of(reached: Reached, gaps: Gaps, places: Places, notes: Collection[str]) -> Graph:
    """Return the graph: what was found, what was not, and what a person should know of it."""
    libraries = sorted(reached.libraries.values(), key=lambda library: library.id)
    standing = places.standing
    held = {library.id for library in libraries if library.extensions}
    artifacts = tuple(
        _artifact(library, standing.members(library), places.found[library.id], held)
        for library in libraries
        if library.id in places.found
    )
    unread = tuple(Unread(artifact=id_.purl, path="", why=why) for id_, why in sorted(places.why.items()))
    named = {str(library.id.at.module) for library in libraries if library.members and library.extensions}
    declared = sum(1 for library in libraries if library.members and library.extensions)
    return Graph(
        ecosystem=Ecosystem.MAVEN,
        source=reached.source,
        declared=declared + len(reached.lost - named),
        resolved=len(artifacts) + len(unread),
        artifacts=artifacts,
        unread=unread,
        unresolved=gaps.unresolved,
        notes=(*notes, *reached.notes, *_standing(standing), *_notes(reached, gaps, places, artifacts)),
    )


def _artifact(library: Library, members: tuple[str, ...], located: Located, held: Collection[object]) -> Artifact:
    edges: Mapping[str, str] = {need.name: need.id.purl for need in reversed(library.needs) if need.id in held}
    return Artifact(
        purl=library.id.purl,
        ecosystem=Ecosystem.MAVEN,
        name=str(library.id.at.module),
        version=library.id.at.version,
        publisher=library.id.at.group,
        declared=bool(members),
        direct_of=members,
        files=located.files,
        sources=located.sources,
        digest=located.digest,
        requires=tuple(sorted(Edge(name, purl) for name, purl in edges.items())),
    )


def _standing(standing: Standing) -> Iterator[str]:
    if standing.empty:
        count = len(standing.gained)
        yield f"declared libraries that hold no class and stand for what they need: {standing.empty} (for {count})"


def _notes(reached: Reached, gaps: Gaps, places: Places, artifacts: Collection[Artifact]) -> Iterator[str]:
    missing = [at for at in gaps.missing if at not in reached.aside]
    if missing:
        yield f"POMs that are not at hand, so what they ask for is not in the graph: {_listed(missing)}"
    if gaps.missing_modules:
        yield f"files of Gradle's metadata that are not at hand, so their POM was read: {_listed(gaps.missing_modules)}"
    if empty := sum(1 for library in reached.libraries.values() if not library.extensions):
        yield f"libraries of the graph that are a POM or no archive of classes, so there is nothing to read: {empty}"
    if alone := sum(1 for artifact in artifacts if artifact.declared and artifact.sources is None):
        yield f"declared libraries without an archive of their sources at hand: {alone}"
    if moving := sum(1 for artifact in artifacts if artifact.version.endswith(SNAPSHOT)):
        yield f"snapshots, whose content may be another one tomorrow: {moving}"
    if places.mismatched:
        yield f"files of another hash than the project names, so not used: {places.mismatched}"


def _listed(at: Collection[Coordinates]) -> str:
    shown = ", ".join(str(one) for one in list(at)[:SHOWN])
    return f"{len(at)} ({shown}{', …' if len(at) > SHOWN else ''})"
