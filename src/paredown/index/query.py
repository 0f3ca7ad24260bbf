"""The words of a question -> the expression that FTS5 is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from paredown.index.terms import hashed

MAX_WORDS = 24
"""Words of a query that count; more only make it slower."""
RANKED = 6_000
"""Rows that a search may rank. Ranking costs about a microsecond a row, so a word that half the surface holds would
cost more than all others together and tell nothing apart."""


def clause(word: str) -> str:
    """Return the expression that finds one word, in a name or a signature by itself, in documentation by its hash.

    A word holds letters and digits only, and it is quoted: no operator of the search syntax can get in.
    """
    return f'({{name path signature}}: "{word}" OR doc: "{hashed(word)}")'


def expression(asked: Sequence[str], count: Callable[[str], int]) -> str:
    """Return the expression for the words `asked`; `count` says how many rows an expression matches.

    The rarest words choose the rows, as many words as keep within `RANKED`; the others only help to rank these.
    """
    clauses = sorted((count(part), part) for part in map(clause, asked[:MAX_WORDS]))
    choosing: list[str] = []
    ranked = 0
    for rows, part in clauses:
        if choosing and ranked and ranked + rows > RANKED:
            break
        choosing.append(part)
        ranked += rows
    chosen = " OR ".join(choosing)
    common = " OR ".join(part for _, part in clauses[len(choosing) :])
    return f"({chosen}) AND ({chosen} OR {common})" if common else chosen
