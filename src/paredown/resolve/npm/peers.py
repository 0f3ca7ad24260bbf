"""The peers of a closure that the lock only names, or not even that -> the pins they mean.

yarn installs a peer only when someone asks for it otherwise. So a peer is what the asking side of the package sees
by that name: its own dependency, or its own peer; then what a member of the project names; then the only one there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from paredown.resolve.npm.closure import Closure
from paredown.resolve.npm.pin import Bond, Kind, Locked, Pin

PeersOf = Callable[[Pin], Iterable[str]]


def with_peers(closure: Closure, locked: Locked, peers_of: PeersOf) -> dict[str, tuple[Bond, ...]]:
    """Return the bonds of every key of `closure`: those of the lock, and its peers that are there."""
    by_name: dict[str, list[str]] = {}
    for key in closure.asker:
        by_name.setdefault(locked.pins[key].name, []).append(key)
    named = _named(closure, locked)
    bonds: dict[str, dict[str, Bond]] = {}
    for key, asker in closure.asker.items():
        pin = locked.pins[key]
        mine = bonds[key] = {bond.name: bond for bond in pin.bonds}
        for name in peers_of(pin):
            if name in mine:
                continue
            only = by_name.get(name, ())
            seen = bonds.get(asker, {}).get(name)
            found = seen.key if seen else named(key, name) or (only[0] if len(only) == 1 else "")
            if found in closure.asker:
                mine[name] = Bond(name, found, Kind.PEER)
    return {key: tuple(mine.values()) for key, mine in bonds.items()}


def _named(closure: Closure, locked: Locked) -> Callable[[str, str], str]:
    """Return what finds a name among the direct dependencies: of a member that names the key first, then of any."""
    of_any: dict[str, str] = {}
    of_key: dict[str, list[Mapping[str, str]]] = {}
    for folder, names in locked.direct.items():
        for name, key in names.items():
            of_any.setdefault(name, key)
        for key in closure.direct.get(folder, ()):
            of_key.setdefault(key, []).append(names)

    def find(key: str, name: str) -> str:
        mine = (names[name] for names in of_key.get(key, ()) if name in names)
        return next(mine, of_any.get(name, ""))

    return find
