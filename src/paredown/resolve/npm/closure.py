"""A lock and the manifests of a project -> the pins that are reached, who names them, and what they import.

Breadth first from what the manifests name, so the first way to a package is a shortest one. A required peer is
followed, an optional one is only an edge to what is there anyway. An optional dependency made for another machine is
remembered as foreign and not followed, as npm would not install it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from paredown.model import Ecosystem, Unresolved
from paredown.names import plain
from paredown.resolve.npm.machine import Limits, Machine, by_name, fits
from paredown.resolve.npm.manifest import Manifest
from paredown.resolve.npm.naming import MAX_NAME, legal
from paredown.resolve.npm.pin import Bond, Kind, Locked, Origin, Pin

LOOSE = (Kind.OPTIONAL, Kind.PEER_OPTIONAL)


@dataclass(slots=True, kw_only=True)
class Closure:
    """What is reached, by key of the lock.

    `asker` is who reached a key first, empty for the project. `direct` are the keys that a member's folder names,
    `labels` the members that name a key. `loose` holds what is reached as optional only, `foreign` what is not
    reached because it is made for another machine, with its limits.
    """

    asker: dict[str, str] = field(default_factory=dict)
    direct: dict[str, list[str]] = field(default_factory=dict)
    loose: set[str] = field(default_factory=set)
    foreign: dict[str, Limits] = field(default_factory=dict)
    labels: dict[str, list[str]] = field(default_factory=dict)
    unresolved: list[Unresolved] = field(default_factory=list)


def close(locked: Locked, manifests: Sequence[Manifest], machine: Machine, dev: bool) -> Closure:
    """Return what the manifests reach; development dependencies only with `dev`."""
    closure = Closure()
    todo: deque[str] = deque()
    members = {manifest.name for manifest in manifests}
    for manifest in manifests:
        known = locked.direct.get(manifest.folder, {})
        for want in manifest.wanted(dev):
            key = known.get(want.name)
            if key is None and want.kind is Kind.PEER:
                # yarn pins no peers; another member may name it in another way.
                key = next((names[want.name] for names in locked.direct.values() if want.name in names), None)
            if key is None:
                if want.kind is not Kind.PEER_OPTIONAL and want.name not in members:
                    closure.unresolved.append(_unresolved(want.name, _source(manifest), locked.absent))
                continue
            pin = locked.pins[key]
            if pin.origin is not Origin.PROJECT:
                labels = closure.labels.setdefault(key, [])
                if manifest.label not in labels:
                    labels.append(manifest.label)
                closure.direct.setdefault(manifest.folder, []).append(key)
            _reach(closure, todo, pin, Bond(want.name, key, want.kind), "", machine)
    follow(closure, locked, todo, machine)
    return closure


def follow(closure: Closure, locked: Locked, todo: deque[str], machine: Machine) -> None:
    """Reach everything that the keys in `todo` depend on."""
    while todo:
        key = todo.popleft()
        pin = locked.pins[key]
        if pin.origin is not Origin.PROJECT and not legal(pin.name):
            continue
        for name in pin.missing:
            source = pin.name if legal(pin.name) else locked.source
            closure.unresolved.append(_unresolved(name, source, locked.absent))
        for bond in pin.bonds:
            if bond.kind is not Kind.PEER_OPTIONAL:
                _reach(closure, todo, locked.pins[bond.key], bond, key, machine)


def reach(closure: Closure, locked: Locked, keys: Iterable[str], machine: Machine) -> None:
    """Reach `keys` and everything that they depend on."""
    todo = deque(key for key in keys if key not in closure.asker)
    closure.asker.update(dict.fromkeys(todo, ""))
    follow(closure, locked, todo, machine)


def _reach(closure: Closure, todo: deque[str], pin: Pin, bond: Bond, asker: str, machine: Machine) -> None:
    if bond.kind not in LOOSE:
        closure.loose.discard(bond.key)
    if bond.key in closure.asker:
        return
    if bond.kind in LOOSE or pin.optional:
        limits = by_name(pin.name) if pin.limits is None else pin.limits
        if not fits(limits, machine):
            closure.foreign.setdefault(bond.key, limits)
            return
        closure.loose.add(bond.key)
    closure.foreign.pop(bond.key, None)
    closure.asker[bond.key] = asker
    todo.append(bond.key)


def _unresolved(name: str, source: str, why: str) -> Unresolved:
    return Unresolved(ecosystem=Ecosystem.NPM, name=plain(name)[:MAX_NAME], source=source, why=why)


def _source(manifest: Manifest) -> str:
    return f"{manifest.folder}/package.json" if manifest.folder else "package.json"
