"""A closure -> one unit for each package and version, however often the lock lists it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from paredown.model import Ecosystem, Unread, Unresolved
from paredown.names import plain
from paredown.resolve.npm.closure import Closure
from paredown.resolve.npm.machine import spoken
from paredown.resolve.npm.naming import MAX_NAME, exact, legal, purl
from paredown.resolve.npm.pin import Locked, Origin, Pin


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """One package: a pin that stands for all of its entries, their keys, where they may be installed, who names it."""

    pin: Pin
    keys: tuple[str, ...]
    places: tuple[str, ...]
    labels: tuple[str, ...]
    loose: bool


class Units(NamedTuple):
    """The units in the order they were reached, and the names that npm would never allow."""

    units: tuple[Unit, ...]
    refused: tuple[Unresolved, ...]


def units_of(closure: Closure, locked: Locked) -> Units:
    """Return the units of `closure`. What has no version of a registry is a unit of its own for each entry."""
    grouped: dict[tuple[str, ...], list[Pin]] = {}
    refused: dict[str, Unresolved] = {}
    for key in closure.asker:
        pin = locked.pins[key]
        if pin.origin is Origin.PROJECT:
            continue
        if not legal(pin.name):
            name = plain(pin.name)[:MAX_NAME]
            refused[name] = Unresolved(
                ecosystem=Ecosystem.NPM, name=name, source=locked.source, why="npm allows no such name"
            )
            continue
        identity = (pin.name, pin.version) if pin.origin is Origin.REGISTRY else (key,)
        grouped.setdefault(identity, []).append(pin)
    return Units(tuple(_unit(pins, closure) for pins in grouped.values()), tuple(refused.values()))


def foreign_of(closure: Closure, locked: Locked, held: Iterable[str]) -> tuple[Unread, ...]:
    """Return what is made for another machine, but for the package URLs `held`, which are there in another way."""
    found: dict[str, Unread] = {}
    for key, limits in closure.foreign.items():
        pin = locked.pins[key]
        if not legal(pin.name):
            continue
        name = package_url(pin)
        told = ", by its name" if pin.limits is None else ""
        found[name] = Unread(artifact=name, path="", why=f"optional, made for {spoken(limits)} only{told}")
    for name in held:
        found.pop(name, None)
    return tuple(found.values())


def package_url(pin: Pin) -> str:
    """Return the package URL of a pin, without a version where the lock has none."""
    return purl(pin.name, pin.version if exact(pin.version) else "")


def _unit(pins: list[Pin], closure: Closure) -> Unit:
    first = pins[0]
    hashed = next((pin.integrity for pin in pins if pin.integrity), "")
    checksum = next((pin.checksum for pin in pins if pin.checksum), "")
    labels = dict.fromkeys(label for pin in pins for label in closure.labels.get(pin.key, ()))
    return Unit(
        pin=replace(first, integrity=hashed, checksum=checksum),
        keys=tuple(pin.key for pin in pins),
        places=tuple(dict.fromkeys(place for pin in pins for place in pin.places)),
        labels=tuple(labels),
        loose=all(pin.key in closure.loose for pin in pins),
    )
