"""A bound on what an entry may say, and one entry that goes beyond it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, NamedTuple, Protocol

from paredown.model.entry import Entry, Kind
from paredown.model.known import Known
from paredown.model.prose import Prose
from paredown.model.symbol import Language, Symbol


class Status(StrEnum):
    """Whether a rule is enforced. A rejected one stays in the catalogue with its price, so nobody adopts it again."""

    ADOPTED = "adopted"
    REJECTED = "rejected"


class Part(StrEnum):
    """Which part of an entry a rule reads. A price is told apart by part: a name costs what a comment does not."""

    NAME = "name"
    MODULE = "module"
    SIGNATURE = "signature"
    CONSTANT = "constant"
    PROSE = "prose"


@dataclass(frozen=True, slots=True, kw_only=True)
class Breach:
    """One entry that goes beyond a rule.

    `evidence` is the offending text: it is for people, so it is `Prose`, and it never reaches an agent. `why` is a
    sentence of ours that quotes nothing.
    """

    rule: str
    symbol: Symbol
    artifact: str
    part: Part
    why: str
    evidence: Prose


class Rule(Protocol):
    """A bound, as a module of `gate.rules`.

    `screen` is a regular expression in the portable subset (`gate.portable`) that the text of every breach
    matches: an engine screens millions of rows with it, `check` decides the few that remain. `parts` are what it
    reads, `languages` where it holds and `kinds` the declarations it is about (empty: all of them).
    """

    slug: ClassVar[str]
    status: ClassVar[Status]
    parts: ClassVar[frozenset[Part]]
    languages: ClassVar[frozenset[Language]]
    kinds: ClassVar[frozenset[Kind]]
    screen: ClassVar[str]

    def __hash__(self) -> int:
        """Return what tells one rule of the catalogue from another: each is a single object."""

    def check(self, entry: Entry, known: Known) -> Iterator[Breach]:
        """Yield the breaches of `entry`; `known` holds every name that the surface declared before the first cut."""


class Allowed(NamedTuple):
    """An exception that a project makes: a rule, a symbol, and a reason that reports show.

    `symbol` is a whole symbol, or a path ending in `.*` for everything below it.
    """

    rule: str
    symbol: str
    reason: str

    def covers(self, breach: Breach) -> bool:
        """Whether this exception is about `breach`."""
        if self.rule != breach.rule:
            return False
        symbol = str(breach.symbol)
        return symbol.startswith(self.symbol[:-1]) if self.symbol.endswith(".*") else symbol == self.symbol
