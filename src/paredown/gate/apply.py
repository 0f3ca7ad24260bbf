"""A surface and the catalogue -> the entries within bounds, and the breaches of those that are not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from time import perf_counter
from typing import NamedTuple

from paredown.gate.reading import in_order, screened
from paredown.model import Allowed, Breach, Entry, Kind, Known, Language, Part, Rule, Surface


class Let(NamedTuple):
    """A breach that an exception let through."""

    breach: Breach
    exception: Allowed


class Bounded(NamedTuple):
    """What the gate let through, what it refused, what it let through by exception, and the exceptions for nothing."""

    surface: Surface
    refused: tuple[Breach, ...]
    allowed: tuple[Let, ...]
    unused: tuple[Allowed, ...]


def bound(surface: Surface, rules: Sequence[Rule], known: Known, exceptions: Sequence[Allowed] = ()) -> Bounded:
    """Return `surface` without the entries that breach one of `rules`, less the `exceptions`.

    `known` is what was declared before the first cut, so a refusal never makes another. An exception from a rule that
    is not asked is left alone.
    """
    start = perf_counter()
    asked = {rule.slug for rule in rules}
    refused: list[Breach] = []
    let: list[Let] = []
    out: set[int] = set()
    used: set[Allowed] = set()
    for entry in surface.entries:
        for found in breaches(entry, rules, known):
            covering = [one for one in exceptions if one.covers(found)]
            used.update(covering)
            if covering:
                let.append(Let(found, covering[0]))
            else:
                refused.append(found)
                out.add(id(entry))
    return Bounded(
        surface.cut("bounds", lambda entry: id(entry) not in out, since=start),
        tuple(refused),
        tuple(let),
        tuple(one for one in exceptions if one.rule in asked and one not in used),
    )


class Asked(NamedTuple):
    """A rule as it is asked of millions of entries: its screen compiled, its sets as tuples."""

    search: Callable[[str], object]
    parts: tuple[Part, ...]
    languages: tuple[Language, ...]
    kinds: tuple[Kind, ...]


@lru_cache(maxsize=256)
def asked(rule: Rule) -> Asked:
    """Return `rule` as it is asked."""
    return Asked(compiled(rule.screen).search, in_order(rule.parts), tuple(rule.languages), tuple(rule.kinds))


def breaches(entry: Entry, rules: Iterable[Rule], known: Known) -> Iterator[Breach]:
    """Yield every breach of `rules` by `entry`: the screen first, the check only where it matches."""
    columns: dict[Part, Sequence[str]] = {}
    language, kind = entry.symbol.language, entry.kind
    for rule in rules:
        search, parts, languages, kinds = asked(rule)
        # Spelled out, and not `concerns`: here a check of a large project spends its time.
        if (languages and language not in languages) or (kinds and kind not in kinds):
            continue
        for part in parts:
            if part not in columns:
                columns[part] = screened(entry, part)
            if any(map(search, columns[part])):
                yield from rule.check(entry, known)
                break


@lru_cache(maxsize=256)
def compiled(screen: str) -> re.Pattern[str]:
    """Return a screen compiled as every engine reads it: ASCII classes, no flags."""
    return re.compile(screen, re.ASCII)
