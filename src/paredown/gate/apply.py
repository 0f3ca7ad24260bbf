"""A surface and the catalogue -> the entries within bounds, and the breaches of those that are not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from time import perf_counter
from typing import NamedTuple

from paredown.gate.reading import screened
from paredown.model import Allowed, Breach, Entry, Known, Rule, Surface


class Bounded(NamedTuple):
    """What the gate let through, what it refused, and what it let through by exception."""

    surface: Surface
    refused: tuple[Breach, ...]
    allowed: tuple[tuple[Breach, Allowed], ...]


def bound(surface: Surface, rules: Sequence[Rule], known: Known, exceptions: Sequence[Allowed] = ()) -> Bounded:
    """Return `surface` without the entries that breach one of `rules`, less the `exceptions`.

    `known` is what was declared before the first cut, so a refusal never makes another.
    """
    start = perf_counter()
    refused: list[Breach] = []
    let: list[tuple[Breach, Allowed]] = []
    out: set[int] = set()
    for entry in surface.entries:
        for found in breaches(entry, rules, known):
            exception = next((one for one in exceptions if one.covers(found)), None)
            if exception:
                let.append((found, exception))
            else:
                refused.append(found)
                out.add(id(entry))
    return Bounded(
        surface.cut("bounds", lambda entry: id(entry) not in out, since=start),
        tuple(refused),
        tuple(let),
    )


def breaches(entry: Entry, rules: Iterable[Rule], known: Known) -> Iterator[Breach]:
    """Yield every breach of `rules` by `entry`: the screen first, the check only where it matches."""
    for rule in rules:
        if rule.languages and entry.symbol.language not in rule.languages:
            continue
        search = compiled(rule.screen).search
        if any(search(text) for part in rule.parts for text in screened(entry, part)):
            yield from rule.check(entry, known)


@lru_cache(maxsize=256)
def compiled(screen: str) -> re.Pattern[str]:
    """Return a screen compiled as every engine reads it: ASCII classes, no flags."""
    return re.compile(screen, re.ASCII)
