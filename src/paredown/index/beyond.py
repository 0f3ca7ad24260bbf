"""What a project does not declare -> hashes of its symbols, and which declared artifacts bring it.

An agent that asks for a symbol of an undeclared artifact is told which declared one brings it, and nothing else. For
that the index need not hold a word of the artifact, not even its name: a symbol is a 64-bit hash, its artifact a
number. A hash gives back nothing that was not asked for by its whole name.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from paredown.model import Artifact, Entry

BRINGERS = 5
"""Declared artifacts named for one that is not; the nearest first."""


class Origin(NamedTuple):
    """One undeclared artifact: the hashes of its symbols, and the package URLs of declared artifacts that bring it."""

    hashes: frozenset[int]
    bringers: tuple[str, ...]


def beyond(entries: Iterable[Entry], artifacts: Iterable[Artifact]) -> tuple[Origin, ...]:
    """Return the origins among `entries`, which are those of the whole graph of `artifacts`, by package URL.

    A symbol is kept by its whole name, and one of a module's own also without the module (`debounce`).
    """
    hashes: dict[str, set[int]] = {}
    for entry in entries:
        if not entry.artifact.declared:
            held = hashes.setdefault(entry.artifact.purl, set())
            held.add(symbol_hash(str(entry.symbol)))
            if len(entry.symbol.parts) == 2:
                held.add(symbol_hash(entry.symbol.name))
    bringers = _bringers(tuple(artifacts)) if hashes else {}
    return tuple(Origin(frozenset(held), bringers.get(purl, ())) for purl, held in sorted(hashes.items()))


def symbol_hash(symbol: str) -> int:
    """Return the hash of a symbol, as SQLite keeps integers: signed, 64 bits."""
    digest = hashlib.blake2b(symbol.encode("utf-8", "replace"), digest_size=8, person=b"paredown-symbol").digest()
    return int.from_bytes(digest, "big", signed=True)


def _bringers(artifacts: tuple[Artifact, ...]) -> Mapping[str, tuple[str, ...]]:
    """Return for each undeclared artifact the nearest declared ones from which the edges of the graph lead to it."""
    needs = {one.purl: tuple(edge.purl for edge in one.requires) for one in artifacts}
    reached: dict[str, list[tuple[int, str]]] = {}
    for start in sorted(one.purl for one in artifacts if one.declared):
        distance = {start: 0}
        queue = deque([start])
        while queue:
            at = queue.popleft()
            for purl in needs.get(at, ()):
                if purl not in distance:
                    distance[purl] = distance[at] + 1
                    reached.setdefault(purl, []).append((distance[purl], start))
                    queue.append(purl)
    return {purl: tuple(start for _, start in sorted(found)[:BRINGERS]) for purl, found in reached.items()}
