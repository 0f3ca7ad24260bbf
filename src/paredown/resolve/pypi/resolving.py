"""A Python project -> its graph: what is named, which versions are locked, and where their files lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from packageurl import PackageURL

from paredown.model import Artifact, Ecosystem, Unread, Unresolved
from paredown.resolve.graph import Graph, Options
from paredown.resolve.pypi.choose import choose
from paredown.resolve.pypi.closure import Reached, reach
from paredown.resolve.pypi.declared import Asked, Declared, declare
from paredown.resolve.pypi.environment import find_environment
from paredown.resolve.pypi.layout import look
from paredown.resolve.pypi.locate import Places, locate
from paredown.resolve.pypi.lock import Lock, Need
from paredown.resolve.pypi.target import Markers, Target, choose_target
from paredown.resolve.pypi.wanted import gap


class Scope(NamedTuple):
    """What the project names here: the members that name it by package, and the requirements under them."""

    direct_of: Mapping[str, tuple[str, ...]]
    roots: tuple[Need, ...]


def resolve(project: Path, options: Options) -> Graph:
    """Return the graph of `project`; raises `UnreadableProject` with the file and the reason."""
    layout = look(project)
    declared = declare(layout, dev=options.dev)
    environment = find_environment(project, options.environment)
    there = environment.target if environment else None
    needed = _scope(declared, Markers(target=choose_target(there, declared.requires_python).target)).direct_of
    lock, passed = choose(layout, declared, frozenset(needed), environment, dev=options.dev)
    requires = (*declared.requires_python, *((lock.requires_python,) if lock and lock.requires_python else ()))
    target, excluded = choose_target(there, requires)
    markers = _markers(lock, target, declared, dev=options.dev)
    scope = _scope(declared, markers)
    if lock is None:
        return _unlocked(declared, scope, passed)
    scope = _with_stubs(scope, lock, markers)
    reached = _without_members(reach(lock, scope.roots, markers, dev=options.dev), declared.members)
    places = locate(reached.pinned.values(), project, options, environment, target)
    notes = (f"markers evaluated for {target}", excluded, *passed, *declared.notes, *places.notes)
    return Graph(
        ecosystem=Ecosystem.PYPI,
        source=lock.source,
        declared=len(scope.direct_of),
        resolved=len(reached.pinned),
        artifacts=tuple(_artifacts(reached, places, scope)),
        unread=tuple(_unread(reached, places)),
        unresolved=(*declared.unresolved, *_missing(declared, reached, lock, markers)),
        notes=tuple(note for note in (*notes, *_counted(declared, reached, markers)) if note),
    )


def purl_of(name: str, version: str) -> str:
    """Return the package URL of a project at a version."""
    return PackageURL("pypi", name=name, version=version).to_string()


def _markers(lock: Lock | None, target: Target, declared: Declared, *, dev: bool) -> Markers:
    """Return the markers of `target` with the extras and groups that count, as the formats of locks spell them."""
    if lock is None:
        return Markers(target=target)
    return Markers(
        target=target,
        extras=declared.extras | frozenset(lock.extras if dev else ()),
        groups=frozenset((*lock.default_groups, *(lock.groups if dev else ()))),
        active=declared.active,
    )


def _scope(declared: Declared, markers: Markers) -> Scope:
    """Return what is named under conditions that hold."""
    direct_of: dict[str, dict[str, None]] = {}
    roots: list[Need] = []
    for wanted, member in declared.asked:
        roots.append(Need(wanted.name, wanted.extras, wanted.marker))
        if markers.hold(wanted.marker):
            direct_of.setdefault(wanted.name, {})[member] = None
    return Scope({name: tuple(members) for name, members in direct_of.items()}, tuple(roots))


def _with_stubs(scope: Scope, lock: Lock, markers: Markers) -> Scope:
    """Return `scope` with the stub distributions that the lock has for what is named.

    Stubs say how the named package is called, so they count as named too, even where only development needs them.
    """
    held = {one.name for one in lock.pinned if markers.any_hold(one.markers)}
    added = {
        stub: members
        for name, members in scope.direct_of.items()
        for stub in (f"types-{name}", f"{name}-stubs", f"{name}-types")
        if stub in held and stub not in scope.direct_of
    }
    return Scope({**scope.direct_of, **added}, (*scope.roots, *(Need(stub) for stub in added)))


def _without_members(reached: Reached, members: frozenset[str]) -> Reached:
    for name in members & reached.pinned.keys():
        del reached.pinned[name]
    return reached


def _artifacts(reached: Reached, places: Places, scope: Scope) -> Iterator[Artifact]:
    for name, one in sorted(reached.pinned.items()):
        located = places.found.get(name)
        if located:
            yield Artifact(
                purl=purl_of(name, one.version),
                ecosystem=Ecosystem.PYPI,
                name=name,
                version=one.version,
                publisher=name,
                declared=name in scope.direct_of,
                direct_of=scope.direct_of.get(name, ()),
                files=located.files,
                digest=located.digest,
            )


def _unread(reached: Reached, places: Places) -> Iterator[Unread]:
    for name, one in sorted(reached.pinned.items()):
        if name not in places.found:
            yield Unread(artifact=purl_of(name, one.version), path="", why=places.why.get(name, "is not at hand"))


def _missing(declared: Declared, reached: Reached, lock: Lock, markers: Markers) -> Iterator[Unresolved]:
    """Yield what is named and holds here, and that the lock has no exact version of."""
    yield from _gaps(
        (
            asked
            for asked in declared.asked
            if markers.hold(asked.wanted.marker) and asked.wanted.name not in reached.pinned
        ),
        lock.versionless,
        lock.file,
    )


def _gaps(asked: Iterable[Asked], versionless: frozenset[str], lock: str) -> Iterator[Unresolved]:
    sources: dict[str, str] = {}
    for wanted, _member in asked:
        sources.setdefault(wanted.name, wanted.source)
    for name, source in sources.items():
        why = f"{lock} names it without a version" if name in versionless else f"{lock} has no exact version of it"
        yield gap(name, source, why)


def _unlocked(declared: Declared, scope: Scope, passed: tuple[str, ...]) -> Graph:
    """Return the graph of a project that nothing pins: all it names is unresolved."""
    sources = {wanted.name: wanted.source for wanted, _member in reversed(declared.asked)}
    why = "no lock file, pinned requirement or environment says which version"
    return Graph(
        ecosystem=Ecosystem.PYPI,
        source="no lock",
        declared=len(scope.direct_of),
        resolved=0,
        artifacts=(),
        unresolved=(*declared.unresolved, *(gap(name, sources[name], why) for name in scope.direct_of)),
        notes=(*passed, *declared.notes),
    )


def _counted(declared: Declared, reached: Reached, markers: Markers) -> Iterator[str]:
    if not declared.asked:
        yield "no manifest names anything"
    if reached.elsewhere:
        yield f"{reached.elsewhere} locked packages are left out: their markers do not hold here"
    if reached.ambiguous:
        yield f"{len(reached.ambiguous)} packages are locked at several versions that hold here; the highest is read"
    if lost := reached.missing - declared.members - {asked.wanted.name for asked in declared.asked}:
        yield f"{len(lost)} packages that others need are not in what was read"
    if markers.strange:
        yield f"{len(markers.strange)} markers cannot be understood; what they guard is kept"
