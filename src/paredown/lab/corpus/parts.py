"""Columns of many artifacts in order -> Parquet parts of bounded size, each written aside and swapped in whole."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from paredown.errors import CannotWrite
from paredown.lab.corpus.rows import TABLES

PART = 262_144
"""Rows of one part."""
GROUP = 32_768
"""Rows of a row group: what a reader holds at once."""


class Written(NamedTuple):
    """One part: its path below the corpus, its rows, its bytes and their digest."""

    path: str
    rows: int
    bytes: int
    sha256: str


class Parts:
    """Writes one table of one ecosystem."""

    def __init__(self, folder: Path, table: str, ecosystem: str, *, part: int = PART, group: int = GROUP) -> None:
        self._schema: pa.Schema = TABLES[table]
        self._root = folder
        self._folder = folder / table / f"ecosystem={ecosystem}"
        self._part, self._group = part, group
        self._waiting: list[pa.Table] = []
        self._rows = 0
        self._writer: Any = None
        self._in_part = 0
        self.written: list[Written] = []

    def add(self, columns: Mapping[str, list[Any]]) -> None:
        """Append rows; raises `CannotWrite`."""
        table = pa.table(dict(columns), schema=self._schema)
        self._waiting.append(table)
        self._rows += table.num_rows
        while self._rows >= self._group:
            self._flush(self._group)

    def close(self) -> None:
        """Write what is left; raises `CannotWrite`."""
        while self._rows:
            self._flush(min(self._rows, self._group))
        self._end()

    def _flush(self, count: int) -> None:
        held = pa.concat_tables(self._waiting)
        group, rest = held.slice(0, count), held.slice(count)
        self._waiting = [rest] if rest.num_rows else []
        self._rows = rest.num_rows
        try:
            if self._writer is None:
                self._folder.mkdir(parents=True, exist_ok=True)
                self._writer = pq.ParquetWriter(self._aside, self._schema, compression="zstd")
            self._writer.write_table(group, row_group_size=count)
        except OSError as error:
            raise CannotWrite(self._folder, error.strerror or "cannot be written") from error
        self._in_part += count
        if self._in_part >= self._part:
            self._end()

    def _end(self) -> None:
        if self._writer is None:
            return
        path = self._folder / f"part-{len(self.written):05}.parquet"
        try:
            self._writer.close()
            os.replace(self._aside, path)
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise CannotWrite(path, error.strerror or "cannot be written") from error
        where = path.relative_to(self._root).as_posix()
        self.written.append(Written(where, self._in_part, path.stat().st_size, digest))
        self._writer, self._in_part = None, 0

    @property
    def _aside(self) -> Path:
        return self._folder / ".new.parquet"
