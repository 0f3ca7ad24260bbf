"""What a search proposes -> the order in which it is answered.

bm25 alone puts a short text with one of the words before a longer one with all of them, and a deep member that nobody
calls before the function that everybody does. Here a row is worth how much of the question it holds, how much of that
is in its own name, how little else the name says, and what kind of thing it is. Weights were set on the open half of
the graded questions (docs/ranking.md), where a table of synonyms did not pay.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from math import log
from typing import NamedTuple

from paredown.index.terms import stem
from paredown.model import Kind
from paredown.names import words

COVERED, NAMED, ALONE, RANKED = 1.0, 0.4, 0.5, 0.4
"""What it is worth to hold the whole question, to name it, to name nothing else, and to stand first in bm25's order."""
KINDS: Mapping[str, float] = {
    Kind.CLASS: 0.10,
    Kind.FUNCTION: 0.10,
    Kind.INTERFACE: 0.05,
    Kind.METHOD: 0.05,
    Kind.PROPERTY: -0.05,
    Kind.CONSTANT: -0.10,
    Kind.VARIABLE: -0.05,
    Kind.MEMBER: -0.10,
    Kind.CONSTRUCTOR: -0.05,
    Kind.TYPE: 0.0,
}
"""What people call stands before what it is made of."""
DEEP = 0.05
"""What each name of a path costs."""
HIDDEN = 0.4
"""What a name costs that begins with an underscore, or lies in a package for internals."""
INTERNAL = frozenset({"internal", "impl", "testing", "support", "shaded"})


class Word(NamedTuple):
    """A word of the question: its stem, and the rows that hold it."""

    stem: str
    rows: Collection[int]


class Row(NamedTuple):
    """One symbol that may be the answer."""

    number: int
    name: str
    owner: str
    kind: str


def ordered(asked: Sequence[Word], rows: Sequence[Row], ranks: Mapping[int, float], total: int) -> list[int]:
    """Return the numbers of `rows`, best first; `ranks` are bm25's (lower is better), `total` all symbols there are."""
    weights = [log(1 + total / (1 + len(word.rows))) for word in asked]
    whole = sum(weights) or 1.0
    best = min(ranks.values(), default=-1.0) or -1.0

    def worth(row: Row) -> float:
        name = stems(row.name)
        covered = named = 0.0
        said = 0
        for word, weight in zip(asked, weights, strict=True):
            if row.number in word.rows:
                covered += weight
            if word.stem in name:
                named += weight
                said += 1
        alone = named / whole * min(1.0, said / max(len(name), 1))
        return (
            (COVERED * covered + NAMED * named) / whole
            + ALONE * alone
            + RANKED * ranks[row.number] / best
            + KINDS.get(row.kind, 0.0)
            - burden(row.owner)
            - (HIDDEN if row.name.startswith("_") else 0.0)
        )

    worths = {row.number: worth(row) for row in rows}
    return sorted(worths, key=lambda number: (-worths[number], number))


@lru_cache(maxsize=20_000)
def burden(owner: str) -> float:
    """Return what the path of a symbol costs: its length, and a package for internals in it."""
    steps = owner.split(".")
    return DEEP * (len(steps) - 1) + (0.0 if INTERNAL.isdisjoint(steps) else HIDDEN)


@lru_cache(maxsize=50_000)
def stems(name: str) -> frozenset[str]:
    """Return the stems of the words of a name."""
    return frozenset(stem(word.lower()) for word in words(name))
