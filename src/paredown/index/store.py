"""An index file -> cards, opened read-only."""

from __future__ import annotations

import difflib
import json
import sqlite3
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from paredown.errors import BadQuery, IndexMissing, IndexUnusable
from paredown.index.beyond import symbol_hash
from paredown.index.order import Row, Word, ordered
from paredown.index.query import CANDIDATES, MAX_WORDS, clause, expression
from paredown.index.schema import VERSION
from paredown.index.terms import query_words, stem
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


class Outside(NamedTuple):
    """Where a symbol is that is not in the surface, without a word of it.

    `elsewhere` are package URLs of artifacts that have it and that another member of the project declares. Otherwise an
    artifact has it that nobody here declares, and `bringers` are the declared ones that bring that.
    """

    elsewhere: tuple[str, ...] = ()
    bringers: tuple[str, ...] = ()


class Shown(NamedTuple):
    """A symbol's overloads, its members, and when it is unknown: symbols with a near name, and where else it is."""

    cards: tuple[Card, ...]
    members: tuple[Card, ...]
    members_total: int
    near: tuple[str, ...]
    outside: Outside | None = None


class Line(NamedTuple):
    """One artifact of the surface."""

    purl: str
    name: str
    version: str
    publisher: str
    declared: bool
    entries: int


FIELDS = "s.symbol, e.signature, e.kind, a.purl, s.import_path, e.deprecated"
JOINED = "FROM symbols s JOIN entries e ON e.symbol = s.id JOIN artifacts a ON a.id = s.artifact"
CARDS = f"SELECT {FIELDS} {JOINED} "
ROWS = "SELECT id, name, owner, kind FROM symbols WHERE id IN"
NUMBERED = f"SELECT s.id, {FIELDS} {JOINED} "

NARROWED = " AND rowid IN (SELECT s.id FROM symbols s JOIN artifacts a ON a.id = s.artifact WHERE "


OF_MEMBER = """
CREATE TEMP VIEW artifacts AS SELECT * FROM main.artifacts WHERE id IN (SELECT id FROM temp.speaking);
CREATE TEMP VIEW symbols AS SELECT * FROM main.symbols WHERE artifact IN (SELECT id FROM temp.speaking);
CREATE TEMP TABLE mine (id INTEGER PRIMARY KEY);
INSERT INTO mine SELECT id FROM symbols;
"""
"""Names that stand before those of the file, so that every question is about what one member declares."""


class Store:
    """An index, for any number of threads.

    With `members`, names of the project's members, it is the surface of what these declare and of nothing else. Raises
    `IndexMissing` when there is no file, `IndexUnusable` when it is not an index of this schema.
    """

    def __init__(self, path: Path, members: frozenset[str] | None = None) -> None:
        if not path.is_file():
            raise IndexMissing(path, "there is no index; run `paredown index`")
        self._lock = threading.Lock()
        self._path = path
        try:
            uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
            self._db = sqlite3.connect(uri, uri=True, check_same_thread=False)
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            if version != VERSION:
                self._db.close()
                raise IndexUnusable(path, f"has schema {version}, not {VERSION}; run `paredown index` again")
            meta = dict(self._db.execute("SELECT key, value FROM meta"))
            self._symbols = int(self._db.execute("SELECT count(*) FROM symbols").fetchone()[0])
            self.meta = Meta(*(meta[field] for field in Meta._fields))
            self._of_member = members is not None
            if members is not None:
                self._narrow(members)
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
        narrowed += " AND rowid IN mine" if self._of_member else ""
        matching = f"FROM fts WHERE fts MATCH ?{narrowed}"
        with self._reading():
            parts = {clause(word): self._holding(clause(word)) for word in asked}
            sought = [Word(stem(word), rows) for word, rows in zip(asked, parts.values(), strict=True)]
            text, choosing = expression({part: len(rows) for part, rows in parts.items()})
            bound = [text, *narrowing]
            if narrowed:
                total = self._db.execute(f"SELECT count(*) {matching}", bound).fetchone()[0]
            else:
                total = len(frozenset().union(*(parts[part] for part in choosing)))
            ranked = f"SELECT rowid, rank {matching} ORDER BY rank LIMIT ?"
            ranks = dict(self._db.execute(ranked, [*bound, max(limit, CANDIDATES)]))
            best = ordered(sought, self._rows(ranks), ranks, self._symbols)[:limit]
            cards = self._cards_of(best)
        return Found(tuple(cards), total)

    def show(self, symbol: str, *, limit: int = 100) -> Shown:
        """Return the overloads and at most `limit` members of `symbol`.

        A name without its module (`Client.get`) is found when it ends exactly one path; otherwise every path it
        ends is named in `near`.
        """
        with self._reading():
            exact = self._cards("WHERE s.symbol = ? ORDER BY e.ordinal", symbol)
            # A module has members and, mostly, no entry of its own.
            if not exact and not self._members(symbol):
                ending = self._ending(symbol)
                if len(ending) != 1:
                    near = tuple(ending[:NEAR]) or self._near(symbol)
                    return Shown((), (), 0, near, None if ending else self._outside(symbol))
                symbol = ending[0]
                exact = self._cards("WHERE s.symbol = ? ORDER BY e.ordinal", symbol)
            members = self._cards("WHERE s.owner = ? ORDER BY s.name, e.ordinal LIMIT ?", symbol, limit)
            total = self._members(symbol)
        return Shown(tuple(exact), tuple(members), total, ())

    def declared(self, name: str, purl: str) -> str:
        """Return the one symbol of the artifact `purl` that `name` is or ends; empty when there is none."""
        last = name.rpartition(".")[2]
        own = (
            "SELECT DISTINCT s.symbol FROM symbols s JOIN artifacts a ON a.id = s.artifact "
            "WHERE s.name = ? AND a.purl = ?"
        )
        with self._reading():
            found = [symbol for (symbol,) in self._db.execute(own, (last, purl))]
        if name in found:
            return name
        ending = [symbol for symbol in found if symbol.endswith("." + name)]
        return ending[0] if len(ending) == 1 else ""

    def digest_of(self, purl: str) -> tuple[str, str] | None:
        """Return the digest and the name of the artifact `purl`, None for one that does not speak."""
        with self._reading():
            found = self._db.execute("SELECT digest, name FROM artifacts WHERE purl = ?", (purl,)).fetchone()
        return (found[0], found[1]) if found else None

    def everything(self) -> tuple[Card, ...]:
        """Return every card, by symbol."""
        with self._reading():
            return tuple(self._cards("ORDER BY s.symbol, a.purl, e.ordinal"))

    def surface(self) -> tuple[Line, ...]:
        """Return every artifact that speaks, by name."""
        with self._reading():
            rows = self._db.execute(
                "SELECT purl, name, version, publisher, declared, entries FROM artifacts ORDER BY name, version"
            ).fetchall()
        return tuple(Line(p, n, v, u, bool(d), e) for p, n, v, u, d, e in rows)

    def _cards(self, where: str, *bound: object) -> list[Card]:
        return [_card(*row) for row in self._db.execute(CARDS + where, bound)]

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Hold the file alone; a page that is damaged makes it unusable, whichever is read first."""
        with self._lock:
            try:
                yield
            except sqlite3.ProgrammingError:
                raise
            except sqlite3.DatabaseError as error:
                raise IndexUnusable(self._path, "is damaged; run `paredown index --refresh`") from error

    def _narrow(self, members: frozenset[str]) -> None:
        rows = self._db.execute("SELECT id, members FROM main.artifacts").fetchall()
        self._db.execute("CREATE TEMP TABLE speaking (id INTEGER PRIMARY KEY)")
        speaking = ((number,) for number, held in rows if not members.isdisjoint(json.loads(held)))
        self._db.executemany("INSERT INTO speaking VALUES (?)", speaking)
        self._db.executescript(OF_MEMBER)

    def _outside(self, symbol: str) -> Outside | None:
        """Return where the whole name `symbol` is, if it is not in this surface."""
        if self._of_member:
            other = (
                "SELECT DISTINCT a.purl FROM main.symbols s JOIN main.artifacts a ON a.id = s.artifact "
                "WHERE s.symbol = ? ORDER BY a.purl LIMIT ?"
            )
            if elsewhere := tuple(purl for (purl,) in self._db.execute(other, (symbol, NEAR))):
                return Outside(elsewhere=elsewhere)
        origins = "SELECT origin FROM beyond WHERE hash = ? LIMIT ?"
        found = [origin for (origin,) in self._db.execute(origins, (symbol_hash(symbol), NEAR))]
        if not found:
            return None
        bringers: dict[str, None] = {}
        for origin in found:
            rows = self._db.execute("SELECT purl FROM bringers WHERE origin = ? ORDER BY rank", (origin,)).fetchall()
            bringers.update((purl, None) for (purl,) in rows if self._speaks(purl))
        return Outside(bringers=tuple(bringers)[:NEAR])

    def _speaks(self, purl: str) -> bool:
        """Whether `purl` may be named: declared, and by this member where there is one."""
        if not self._of_member:
            return True
        return self._db.execute("SELECT 1 FROM artifacts WHERE purl = ?", (purl,)).fetchone() is not None

    def _cards_of(self, numbers: Sequence[int]) -> list[Card]:
        """Return the cards of some symbols, in the order of their numbers."""
        marks = ", ".join("?" * len(numbers))
        rows = self._db.execute(f"{NUMBERED} WHERE s.id IN ({marks}) ORDER BY e.ordinal", numbers)
        held: dict[int, list[Card]] = {number: [] for number in numbers}
        for number, *row in rows:
            held[number].append(_card(*row))
        return [card for number in numbers for card in held[number]]

    def _rows(self, numbers: Collection[int]) -> list[Row]:
        marks = ", ".join("?" * len(numbers))
        rows = self._db.execute(f"{ROWS} ({marks})", tuple(numbers))
        return [Row(*row) for row in rows]

    def _holding(self, part: str) -> frozenset[int]:
        # A common word has thousands of rows: they are taken apart without a step of the interpreter for each.
        return frozenset(chain.from_iterable(self._db.execute("SELECT rowid FROM fts WHERE fts MATCH ?", (part,))))

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


def _card(symbol: str, signature: str, kind: str, artifact: str, path: str, deprecated: int) -> Card:
    return Card(
        symbol=symbol,
        signature=signature,
        kind=kind,
        artifact=artifact,
        import_path=path,
        deprecated=bool(deprecated),
    )
