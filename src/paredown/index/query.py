"""The words of a question -> the expression that FTS5 is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from paredown.index.terms import hashed

MAX_WORDS = 24
"""Words of a query that count; more only make it slower."""
RANKED = 3_000
"""Rows that a search may rank. Ranking costs about a microsecond a row, so a word that half the surface holds would
cost more than all others together and tell nothing apart."""
CANDIDATES = 200
"""Rows that bm25 proposes and `index.order` puts in order."""


def clause(word: str) -> str:
    """Return the expression that finds one word, in a name or a signature by itself, in documentation by its hash.

    A word holds letters and digits only, and it is quoted: no operator of the search syntax can get in.
    """
    return f'({{name path signature}}: "{word}" OR doc: "{hashed(word)}")'


class Expression(NamedTuple):
    """What FTS5 is asked, and the clauses in it that choose the rows: a row that matches holds one of these."""

    text: str
    choosing: tuple[str, ...]


def expression(rows: Mapping[str, int]) -> Expression:
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
    return Expression(f"({chosen}) AND ({chosen} OR {common})" if common else chosen, tuple(choosing))
