"""Rules over a corpus -> the tables that must be read, and what an engine answers of each: counts of equal rows.

An engine counts two things, and a price is derived from these alone: how many rows of a library, language and kind
there are, and of how many a set of rules refuses which parts. So two engines agree when these tables are equal.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from paredown.errors import BadRule
from paredown.lab.corpus.opened import Corpus
from paredown.lab.price.asked import RuleSpec, rule_of
from paredown.lab.price.declared import Resolve
from paredown.model import Part, Rule

IN_PROSE = frozenset({Part.PROSE, Part.CONSTANT})


class Question(NamedTuple):
    """What an engine is asked: the rules that one table answers, and how names resolve."""

    table: str
    specs: tuple[RuleSpec, ...]
    resolve: Resolve


class Here(NamedTuple):
    """Rows of one library, language and kind; whether they have a comment, or a literal."""

    purl: str
    language: str
    kind: str
    documented: bool
    literals: bool


class Found(NamedTuple):
    """Rows of one library, language and kind of which the rules refuse these parts: a byte a rule, as hex digits."""

    purl: str
    language: str
    kind: str
    found: str


class Rejected(NamedTuple):
    """One row that some rule refuses."""

    purl: str
    ordinal: int
    found: str


class Engine(Protocol):
    """What counts."""

    def rows(self, corpus: Corpus) -> Counter[Here]:
        """Count every row of the surface."""

    def found(self, corpus: Corpus, question: Question) -> Counter[Found]:
        """Count the rows that some rule of the question refuses."""

    def rejected(self, corpus: Corpus, question: Question) -> Iterator[Rejected]:
        """Yield the rows that some rule of the question refuses, in any order, as a stream."""


def questions(specs: Sequence[RuleSpec], resolve: Resolve) -> list[Question]:
    """Return the questions that price `specs`, a table each; raises `BadRule` for a rule that needs both tables."""
    tables: dict[str, list[RuleSpec]] = {}
    for spec in specs:
        tables.setdefault(table_of(rule_of(spec), spec.slug), []).append(spec)
    return [Question(table, tuple(asked), resolve) for table, asked in sorted(tables.items(), reverse=True)]


def table_of(rule: Rule, subject: str) -> str:
    """Return the table that `rule` reads; raises `BadRule`."""
    if not rule.parts & IN_PROSE:
        return "surface"
    if rule.parts <= IN_PROSE | {Part.NAME, Part.MODULE}:
        return "prose"
    raise BadRule(subject, "reads signatures and prose at once, which are kept apart; price it as two rules")


def digest_of(counted: Counter[Found]) -> str:
    """Return the digest of an engine's answer: equal answers of two engines are equal to the row."""
    rows = sorted([*row, count] for row, count in counted.items())
    return hashlib.sha256(json.dumps(rows, separators=(",", ":")).encode()).hexdigest()
