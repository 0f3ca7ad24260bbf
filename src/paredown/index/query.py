"""The words of a question -> the expression that FTS5 is asked."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from paredown.index.terms import hashed

MAX_WORDS = 24
"""Words of a query that count; more only make it slower."""
RANKED = 6_000
"""Rows that a search may rank. Ranking costs about a microsecond a row, so a word that half the surface holds would
cost more than all others together and tell nothing apart."""
CANDIDATES = 100
"""Rows that bm25 proposes and coverage orders."""


def clause(word: str) -> str:
    """Return the expression that finds one word, in a name or a signature by itself, in documentation by its hash.

    A word holds letters and digits only, and it is quoted: no operator of the search syntax can get in.
    """
    return f'({{name path signature}}: "{word}" OR doc: "{hashed(word)}")'


def expression(rows: Mapping[str, int]) -> str:
    """Return the expression for some clauses, each with the number of rows that it matches alone.

    The rarest choose the rows, as many as keep within `RANKED`; the others only help to rank these.
    """
    clauses = sorted((count, part) for part, count in rows.items())
    choosing: list[str] = []
    ranked = 0
    for count, part in clauses:
        if choosing and ranked and ranked + count > RANKED:
            break
        choosing.append(part)
        ranked += count
    chosen = " OR ".join(choosing)
    common = " OR ".join(part for _, part in clauses[len(choosing) :])
    return f"({chosen}) AND ({chosen} OR {common})" if common else chosen


def by_coverage(ranks: Mapping[int, float], holding: Collection[Collection[int]]) -> list[int]:
    """Return the rows best first: bm25 (lower is better) times the number of the words asked that a row holds.

    Alone, bm25 puts a short name with one of the words before a longer one with all of them. `holding` are the
    rows of each word.
    """
    return sorted(ranks, key=lambda row: (ranks[row] * sum(row in rows for rows in holding), row))
