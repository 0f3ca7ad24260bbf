"""An index file -> cards, opened read-only."""

from __future__ import annotations

import difflib
import sqlite3
import threading
from pathlib import Path
from typing import NamedTuple

from paredown.errors import BadQuery, IndexMissing, IndexUnusable
from paredown.index.query import CANDIDATES, MAX_WORDS, by_coverage, clause, expression
from paredown.index.schema import VERSION
from paredown.index.terms import query_words
from paredown.model import Card

NEAR = 8
"""Near symbols named when one is unknown."""


class Meta(NamedTuple):
    """What the index says of itself."""

    lock_digest: str
    tool: str
    date: str
    project: str
    scope: str


class Found(NamedTuple):
    """The best symbols of a search with all their overloads, and how many symbols matched in all."""

    cards: tuple[Card, ...]
    total: int


class Shown(NamedTuple):
    """A symbol's overloads, its members, and symbols with a near name when it is unknown."""

    cards: tuple[Card, ...]
    members: tuple[Card, ...]
    members_total: int
    near: tuple[str, ...]


class Line(NamedTuple):
    """One artifact of the surface."""

    purl: str
    name: str
    version: str
    publisher: str
    declared: bool
    entries: int


CARDS = """
SELECT s.symbol, e.signature, e.kind, a.purl, s.import_path, e.deprecated
FROM symbols s JOIN entries e ON e.symbol = s.id JOIN artifacts a ON a.id = s.artifact
"""


NARROWED = " AND rowid IN (SELECT s.id FROM symbols s JOIN artifacts a ON a.id = s.artifact WHERE "


class Store:
    """An index, for any number of threads.

    Raises `IndexMissing` when there is no file, `IndexUnusable` when it is not an index of this schema.
    """

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise IndexMissing(path, "there is no index; run `paredown index`")
        self._lock = threading.Lock()
        try:
            uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
            self._db = sqlite3.connect(uri, uri=True, check_same_thread=False)
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            if version != VERSION:
                self._db.close()
                raise IndexUnusable(path, f"has schema {version}, not {VERSION}; run `paredown index` again")
            meta = dict(self._db.execute("SELECT key, value FROM meta"))
            self.meta = Meta(*(meta[field] for field in Meta._fields))
        except (sqlite3.Error, KeyError) as error:
            raise IndexUnusable(path, "is not an index of paredown; run `paredown index` again") from error

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    def find(self, query: str, *, kind: str | None = None, artifact: str | None = None, limit: int = 20) -> Found:
        """Return at most `limit` symbols for a capability in words, best first; raises `BadQuery`.

        `kind` is a `Kind`; `artifact` a package name or package URL.
        """
        asked = query_words(query)[:MAX_WORDS]
        if not asked:
            raise BadQuery("query", "has no word to search for")
        clauses: list[str] = []
        narrowing: list[str] = []
        if kind:
            clauses.append("s.kind = ?")
            narrowing.append(kind)
        if artifact:
            clauses.append("(a.name = ? OR a.purl = ?)")
            narrowing += [artifact, artifact]
        narrowed = f"{NARROWED}{' AND '.join(clauses)})" if clauses else ""
        matching = f"FROM fts WHERE fts MATCH ?{narrowed}"
        with self._lock:
            holding = {part: self._holding(part) for part in map(clause, asked)}
            bound = [expression({part: len(rows) for part, rows in holding.items()}), *narrowing]
            total = self._db.execute(f"SELECT count(*) {matching}", bound).fetchone()[0]
            ranked = f"SELECT rowid, rank {matching} ORDER BY rank LIMIT ?"
            ranks = dict(self._db.execute(ranked, [*bound, max(limit, CANDIDATES)]))
            best = by_coverage(ranks, holding.values())[:limit]
            cards = [card for number in best for card in self._cards("WHERE s.id = ? ORDER BY e.ordinal", number)]
        return Found(tuple(cards), total)

    def show(self, symbol: str, *, limit: int = 100) -> Shown:
        """Return the overloads and at most `limit` members of `symbol`.

        A name without its module (`Client.get`) is found when it ends exactly one path; otherwise every path it
        ends is named in `near`.
        """
        with self._lock:
            exact = self._cards("WHERE s.symbol = ? ORDER BY e.ordinal", symbol)
            # A module has members and, mostly, no entry of its own.
            if not exact and not self._members(symbol):
                ending = self._ending(symbol)
                if len(ending) != 1:
                    return Shown((), (), 0, tuple(ending[:NEAR]) or self._near(symbol))
                symbol = ending[0]
                exact = self._cards("WHERE s.symbol = ? ORDER BY e.ordinal", symbol)
            members = self._cards("WHERE s.owner = ? ORDER BY s.name, e.ordinal LIMIT ?", symbol, limit)
            total = self._members(symbol)
        return Shown(tuple(exact), tuple(members), total, ())

    def everything(self) -> tuple[Card, ...]:
        """Return every card, by symbol."""
        with self._lock:
            return tuple(self._cards("ORDER BY s.symbol, a.purl, e.ordinal"))

    def surface(self) -> tuple[Line, ...]:
        """Return every artifact that speaks, by name."""
        with self._lock:
            rows = self._db.execute(
                "SELECT purl, name, version, publisher, declared, entries FROM artifacts ORDER BY name, version"
            ).fetchall()
        return tuple(Line(p, n, v, u, bool(d), e) for p, n, v, u, d, e in rows)

    def _cards(self, where: str, *bound: object) -> list[Card]:
        rows = self._db.execute(CARDS + where, bound)
        return [
            Card(symbol=s, signature=g, kind=k, artifact=a, import_path=i, deprecated=bool(d))
            for s, g, k, a, i, d in rows
        ]

    def _holding(self, part: str) -> frozenset[int]:
        return frozenset(row for (row,) in self._db.execute("SELECT rowid FROM fts WHERE fts MATCH ?", (part,)))

    def _members(self, owner: str) -> int:
        return int(self._db.execute("SELECT count(*) FROM symbols WHERE owner = ?", (owner,)).fetchone()[0])

    def _ending(self, symbol: str) -> list[str]:
        name = symbol.rpartition(".")[2]
        rows = self._db.execute(
            "SELECT DISTINCT symbol FROM symbols WHERE name = ? COLLATE NOCASE ORDER BY symbol", (name,)
        )
        return [found for (found,) in rows if found.endswith("." + symbol)]

    def _near(self, symbol: str) -> tuple[str, ...]:
        name = symbol.rpartition(".")[2]
        same = "SELECT DISTINCT symbol FROM symbols WHERE name = ? COLLATE NOCASE ORDER BY length(symbol) LIMIT ?"
        found = [s for (s,) in self._db.execute(same, (name, NEAR))]
        if not found and len(name) <= 80:
            alike = "SELECT DISTINCT name FROM symbols WHERE name LIKE ? LIMIT 5000"
            names = [n for (n,) in self._db.execute(alike, (name[:2].replace("%", "").replace("_", "") + "%",))]
            for near in difflib.get_close_matches(name, names, n=3, cutoff=0.75):
                found += [s for (s,) in self._db.execute(same, (near, 3))]
        return tuple(found[:NEAR])
