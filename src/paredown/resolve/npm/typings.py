"""A closure -> the same with the `@types` packages of what is in it.

Types are nearly always development dependencies, yet they are the surface of the package they describe. So `@types/x`
belongs to the closure wherever `x` does, also without development dependencies, and it is declared by whoever
declares `x`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from paredown.resolve.npm.closure import Closure, reach
from paredown.resolve.npm.machine import Machine
from paredown.resolve.npm.manifest import Manifest
from paredown.resolve.npm.naming import typings
from paredown.resolve.npm.pin import Locked, Origin

TYPES = "@types/"


class Typed(NamedTuple):
    """A key, and the key of its types."""

    key: str
    types: str


def with_typings(
    closure: Closure, everything: Closure, locked: Locked, manifests: Sequence[Manifest], machine: Machine
) -> tuple[Typed, ...]:
    """Add to `closure` the types that `everything`, the closure with development dependencies, has for its packages."""
    held: dict[str, list[str]] = {}
    for key in everything.asker:
        name = locked.pins[key].name
        if name.startswith(TYPES):
            held.setdefault(name, []).append(key)
    found: list[Typed] = []
    done = 0
    # Types may depend on packages with types of their own.
    while done < len(closure.asker):
        fresh = list(closure.asker)[done:]
        done = len(closure.asker)
        pairs = [Typed(key, types) for key in fresh if (types := _types_of(key, held, closure, everything, locked))]
        for pair in pairs:
            labels = closure.labels.get(pair.key, [])
            if labels:
                closure.labels[pair.types] = list(dict.fromkeys((*closure.labels.get(pair.types, ()), *labels)))
        reach(closure, locked, (pair.types for pair in pairs), machine)
        found.extend(pairs)
    return tuple(found)


def _types_of(
    key: str, held: Mapping[str, Sequence[str]], closure: Closure, everything: Closure, locked: Locked
) -> str:
    """Return the key of the types of `key`: those that a member naming it names too, else the first reached."""
    pin = locked.pins[key]
    if pin.origin is Origin.PROJECT or pin.name.startswith(TYPES):
        return ""
    choices = held.get(typings(pin.name), ())
    if len(choices) > 1:
        for folder, direct in closure.direct.items():
            if key in direct:
                mine = [choice for choice in choices if choice in everything.direct.get(folder, ())]
                if mine:
                    return mine[0]
    return choices[0] if choices else ""
