"""A surface -> an index file, built aside and swapped in whole."""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from paredown.errors import CannotWrite
from paredown.index.beyond import Origin
from paredown.index.schema import INDEXES, RANK, SCHEMA, VERSION
from paredown.index.terms import doc_terms, spoken
from paredown.model import Artifact, Entry, Surface


class SymbolRow(NamedTuple):
    """One symbol of one artifact, with its overloads."""

    first: Entry
    entries: tuple[Entry, ...]


def build(path: Path, surface: Surface, meta: Mapping[str, str], origins: Sequence[Origin] = ()) -> None:
    """Write the index of `surface` to `path`; an index that is there stays whole until the new one is.

    `meta` is kept in the file's `meta` table; `origins` are what the project brings and does not declare. Raises
    `CannotWrite`.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".index-", suffix=".sqlite")
        os.close(handle)
    except OSError as error:
        raise CannotWrite(path.parent, error.strerror or "cannot be written") from error
    try:
        with closing(sqlite3.connect(temporary, isolation_level=None)) as db:
            # The file is new and private until it is swapped in: a journal would protect nothing.
            db.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;")
            db.executescript(SCHEMA)
            db.execute("INSERT INTO fts(fts, rank) VALUES ('rank', ?)", (RANK,))
            db.execute("BEGIN")
            _fill(db, surface, meta)
            _fill_beyond(db, origins)
            db.execute("COMMIT")
            db.executescript(INDEXES)
            db.execute(f"PRAGMA user_version = {VERSION}")
        _sync(temporary)
        os.replace(temporary, path)
    except (sqlite3.OperationalError, sqlite3.DatabaseError) as error:
        raise CannotWrite(path, f"the index could not be written ({error})") from error
    except OSError as error:
        raise CannotWrite(path, error.strerror or "the index could not be written") from error
    finally:
        with suppress(FileNotFoundError):
            os.unlink(temporary)


def _sync(path: str) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _fill(db: sqlite3.Connection, surface: Surface, meta: Mapping[str, str]) -> None:
    db.executemany("INSERT INTO meta VALUES (?, ?)", sorted(meta.items()))
    ids: dict[str, int] = {}
    counts: dict[str, int] = {}
    for entry in surface.entries:
        purl = entry.artifact.purl
        ids.setdefault(purl, len(ids) + 1)
        counts[purl] = counts.get(purl, 0) + 1
    artifacts = {entry.artifact.purl: entry.artifact for entry in surface.entries}
    db.executemany(
        "INSERT INTO artifacts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (_artifact_row(ids[purl], artifacts[purl], counts[purl]) for purl in ids),
    )
    rows = list(_symbols(surface.entries))
    db.executemany(
        "INSERT INTO symbols VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            (number, str(s.symbol), s.symbol.name, s.symbol.owner, s.kind, ids[s.artifact.purl], s.import_path)
            for number, (s, _) in enumerate(rows, 1)
        ),
    )
    db.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", _entry_rows(rows))
    db.executemany("INSERT INTO fts (rowid, name, path, signature, doc) VALUES (?, ?, ?, ?, ?)", _found_by(rows))


def _fill_beyond(db: sqlite3.Connection, origins: Sequence[Origin]) -> None:
    # Sorted, since a table without row ids is filled fastest in the order of its key.
    rows = sorted((held, number) for number, origin in enumerate(origins, 1) for held in origin.hashes)
    db.executemany("INSERT INTO beyond VALUES (?, ?)", rows)
    db.executemany(
        "INSERT INTO bringers VALUES (?, ?, ?)",
        ((number, purl, rank) for number, origin in enumerate(origins, 1) for rank, purl in enumerate(origin.bringers)),
    )


def _artifact_row(number: int, artifact: Artifact, entries: int) -> tuple[int | str, ...]:
    members = json.dumps(artifact.direct_of)
    return (
        number,
        artifact.purl,
        artifact.name,
        artifact.version,
        artifact.publisher,
        int(artifact.declared),
        members,
        entries,
        artifact.digest,
    )


def _symbols(entries: Iterable[Entry]) -> Iterator[SymbolRow]:
    key = attrgetter("symbol", "artifact.purl")
    # A stable sort: overloads keep the order in which their file declares them.
    for _, group in groupby(sorted(entries, key=key), key=key):
        held = tuple(group)
        yield SymbolRow(held[0], held)


def _entry_rows(rows: list[SymbolRow]) -> Iterator[tuple[int, int, str, str, bool]]:
    for number, row in enumerate(rows, 1):
        for ordinal, entry in enumerate(row.entries):
            yield number, ordinal, entry.kind, entry.signature, entry.deprecation != "none"


def _found_by(rows: list[SymbolRow]) -> Iterator[tuple[int, str, str, str, str]]:
    for number, (first, entries) in enumerate(rows, 1):
        signatures = " ".join(spoken(entry.signature) for entry in entries)
        documented = next((entry.prose for entry in entries if entry.prose), None)
        doc = " ".join(doc_terms(documented)) if documented else ""
        yield number, spoken(first.symbol.name), spoken(first.symbol.owner), signatures, doc
