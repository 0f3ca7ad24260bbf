"""A corpus on the disk -> its manifest and the paths of its tables, checked before anything is counted over them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from paredown.errors import CorpusUnusable, ExtraMissing
from paredown.lab.corpus.manifest import Library, Manifest, read_manifest

MAGIC = b"PAR1"
BUILD_AGAIN = "build the corpus again"


class Corpus:
    """An opened corpus."""

    def __init__(self, folder: Path, *, thorough: bool = False) -> None:
        """Open the corpus in `folder`; `thorough` reads every byte. Raises `CorpusUnusable`."""
        self.folder = folder
        self.manifest: Manifest = read_manifest(folder)
        for part in self.manifest.parts:
            self._check(folder / part.path, part.bytes, part.sha256 if thorough else "")

    @property
    def digest(self) -> str:
        """What stamps a figure."""
        return self.manifest.digest

    @cached_property
    def libraries(self) -> dict[str, Library]:
        """Every library by package URL."""
        return {one.purl: one for one in self.manifest.libraries}

    def paths(self, table: str) -> list[str]:
        """Return the parts of a table, in order; empty when no row is in it."""
        return [str(self.folder / one.path) for one in self.manifest.parts if one.path.startswith(f"{table}/")]

    def batches(self, table: str, columns: list[str] | None = None) -> Iterator[Any]:
        """Yield a table as record batches, one row group at most; raises `CorpusUnusable`."""
        pq = parquet()
        for path in self.paths(table):
            try:
                with pq.ParquetFile(path) as file:
                    for group in range(file.num_row_groups):
                        yield from file.read_row_group(group, columns=columns).to_batches()
            except (OSError, ValueError) as error:
                raise CorpusUnusable(path, f"cannot be read; {BUILD_AGAIN}") from error

    @staticmethod
    def _check(path: Path, size: int, digest: str) -> None:
        try:
            found = path.stat().st_size
            if found != size:
                raise CorpusUnusable(path, f"is cut short: {found} of {size} bytes; {BUILD_AGAIN}")
            with path.open("rb") as file:
                start = file.read(4)
                file.seek(-4, 2)
                if start != MAGIC or file.read(4) != MAGIC:
                    raise CorpusUnusable(path, f"is not a whole Parquet file; {BUILD_AGAIN}")
                file.seek(0)
                if digest and hashlib.file_digest(file, "sha256").hexdigest() != digest:
                    raise CorpusUnusable(path, f"is not the file that was written; {BUILD_AGAIN}")
        except OSError as error:
            raise CorpusUnusable(path, f"is missing; {BUILD_AGAIN}") from error


def parquet() -> Any:
    """Return `pyarrow.parquet`; raises `ExtraMissing`."""
    try:
        import pyarrow.parquet
    except ImportError as error:
        raise ExtraMissing("the laboratory", "reads Parquet with pyarrow: install paredown[wide]") from error
    return pyarrow.parquet
