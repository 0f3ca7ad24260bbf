"""Entries and a rule -> what the rule would cost: how many of the entries that it reads it rejects, and whose they are.

Each rule is priced alone, on a surface before anything was cut from it, so that no price depends on the order of rules.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from paredown.gate.apply import breaches
from paredown.gate.reading import concerns
from paredown.model import Entry, Known, Part, Rule, Status

TOGETHER = "all adopted"
"""Stands for the adopted rules as one: an entry counts once, however many it breaches."""
ALWAYS_THERE = frozenset({Part.NAME, Part.MODULE, Part.SIGNATURE})
Z = 1.959963984540054
"""The normal quantile of a 95 % interval."""


class Interval(NamedTuple):
    """A 95 % interval of a rate, both ends within 0 and 1."""

    low: float
    high: float


class Share(NamedTuple):
    """So many of so many; nothing of nothing has the rate 0 and the interval 0 to 1."""

    rejected: int
    of: int

    @property
    def rate(self) -> float:
        """The rate, from 0 to 1."""
        return self.rejected / self.of if self.of else 0.0

    @property
    def interval(self) -> Interval:
        """Wilson's interval of the rate: right for a count of 0, and for few."""
        if not self.of:
            return Interval(0.0, 1.0)
        square = Z * Z / self.of
        middle = self.rate + square / 2
        half = Z * math.sqrt(self.rate * (1 - self.rate) / self.of + square / (4 * self.of))
        low, high = (middle - half) / (1 + square), (middle + half) / (1 + square)
        return Interval(
            0.0 if not self.rejected else max(0.0, low), 1.0 if self.rejected == self.of else min(1.0, high)
        )

    def plus(self, other: Share) -> Share:
        """Return both together."""
        return Share(self.rejected + other.rejected, self.of + other.of)


@dataclass(slots=True)
class Price:
    """What one rule costs on some entries: by publisher, and by the part of the entry that it is about.

    An entry that breaches a rule in two parts is one rejection and counts in both parts.
    """

    of: Counter[str] = field(default_factory=Counter)
    rejected: Counter[str] = field(default_factory=Counter)
    parts: Counter[Part] = field(default_factory=Counter)

    @property
    def share(self) -> Share:
        """All publishers together."""
        return Share(self.rejected.total(), self.of.total())

    def add(self, entry: Entry, parts: Collection[Part]) -> None:
        """Count one entry that the rule reads, and the parts in which it breaches the rule."""
        publisher = entry.artifact.publisher
        self.of[publisher] += 1
        if parts:
            self.rejected[publisher] += 1
            self.parts.update(parts)


def price(entries: Iterable[Entry], rules: Iterable[Rule], known: Known, into: dict[str, Price]) -> None:
    """Add to `into`, by slug, what each of `rules` costs on `entries`, and what the adopted ones cost together."""
    asked = [(rule, into.setdefault(rule.slug, Price())) for rule in rules]
    together = into.setdefault(TOGETHER, Price())
    for entry in entries:
        adopted: set[Part] = set()
        for rule, sum_of in asked:
            if reads(rule, entry):
                parts = {found.part for found in breaches(entry, (rule,), known)}
                sum_of.add(entry, parts)
                if rule.status is Status.ADOPTED:
                    adopted |= parts
        together.add(entry, adopted)


def reads(rule: Rule, entry: Entry) -> bool:
    """Whether there is anything of `entry` that `rule` reads: a rule on documentation reads what is documented."""
    if not concerns(rule, entry):
        return False
    return (
        bool(rule.parts & ALWAYS_THERE)
        or (Part.CONSTANT in rule.parts and bool(entry.constants))
        or (Part.PROSE in rule.parts and bool(entry.prose))
    )
