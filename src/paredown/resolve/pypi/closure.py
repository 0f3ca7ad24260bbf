"""Locked packages and what is asked of them -> those that are really reached, one version a name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from packaging.specifiers import SpecifierSet
from packaging.version import Version

from paredown.resolve.pypi.lock import Lock, Need, Pinned
from paredown.resolve.pypi.target import Markers


@dataclass(slots=True, kw_only=True)
class Reached:
    """What was reached: `pinned` by name, `missing` names that were asked for and that the lock does not hold.

    `elsewhere` counts packages that only other interpreters or platforms reach, `ambiguous` names that the lock
    holds at several versions which all hold here.
    """

    pinned: dict[str, Pinned] = field(default_factory=dict)
    missing: set[str] = field(default_factory=set)
    ambiguous: set[str] = field(default_factory=set)
    elsewhere: int = 0


def reach(lock: Lock, roots: Iterable[Need], markers: Markers, *, dev: bool) -> Reached:
    """Return what `roots` reach through the edges of `lock` where `markers` hold.

    A lock without edges is reached whole, but without `dev` not what its development section holds and nobody
    asks for.
    """
    index = _index(lock)
    asked = tuple(roots)
    if lock.edges:
        found = _walk(index, asked, markers)
        everywhere = _names(index, asked)
        found.elsewhere = len(everywhere - found.pinned.keys())
        return found
    found = Reached()
    names = {need.name for need in asked if markers.hold(need.marker)}
    for name, held in index.items():
        wanted = [one for one in held if dev or name in names or not one.dev]
        fitting = [one for one in wanted if markers.any_hold(one.markers)]
        if fitting:
            _take(found, name, fitting, Need(name))
        elif wanted:
            found.elsewhere += 1
    found.missing = names - index.keys()
    return found


def _index(lock: Lock) -> dict[str, list[Pinned]]:
    index: dict[str, list[Pinned]] = {}
    for one in lock.pinned:
        index.setdefault(one.name, []).append(one)
    return index


def _walk(index: Mapping[str, list[Pinned]], roots: Iterable[Need], markers: Markers) -> Reached:
    found = Reached()
    # A package counts once for itself and once for every extra, since an extra may be asked for later.
    done: set[tuple[str, str]] = set()
    pending = [need for need in roots if markers.hold(need.marker)]
    while pending:
        need = pending.pop()
        if need.name not in found.pinned:
            fitting = [one for one in index.get(need.name, ()) if markers.any_hold(one.markers)]
            if not fitting:
                if need.name not in index:
                    found.missing.add(need.name)
                continue
            _take(found, need.name, fitting, need)
        one = found.pinned[need.name]
        for extra in ("", *need.extras):
            if (one.name, extra) not in done:
                done.add((one.name, extra))
                edges = one.extras.get(extra, ()) if extra else ()
                pending += [edge for edge in (*one.needs, *edges) if markers.hold(edge.marker, (extra,))]
    return found


def _take(found: Reached, name: str, fitting: list[Pinned], need: Need) -> None:
    """Choose among `fitting` what `need` says, else the highest version."""
    narrowed = fitting
    if len(fitting) > 1:
        tests: list[Callable[[Pinned], bool]] = []
        if need.version:
            tests.append(lambda one: one.version == need.version)
        if need.allowed:
            allowed = SpecifierSet(need.allowed)
            tests.append(lambda one: allowed.contains(one.version, prereleases=True))
        for test in tests:
            narrowed = [one for one in narrowed if test(one)] or narrowed
    if len({one.version for one in narrowed}) > 1:
        found.ambiguous.add(name)
    found.pinned[name] = max(narrowed, key=lambda one: Version(one.version))


def _names(index: Mapping[str, list[Pinned]], roots: Iterable[Need]) -> set[str]:
    """Return the names that are reached somewhere: every condition on an interpreter or platform counts as true."""
    reached: set[str] = set()
    done: set[tuple[str, str]] = set()
    pending = list(roots)
    while pending:
        need = pending.pop()
        if need.name in index:
            reached.add(need.name)
        for extra in ("", *need.extras):
            if (need.name, extra) in done:
                continue
            done.add((need.name, extra))
            for one in index.get(need.name, ()):
                edges = one.extras.get(extra, ()) if extra else ()
                pending += [edge for edge in (*one.needs, *edges) if _of_extra(edge, extra)]
    return reached


def _of_extra(edge: Need, extra: str) -> bool:
    """Whether `edge` does not depend on an extra, or on this one."""
    return "extra" not in edge.marker or bool(extra and extra in edge.marker)
