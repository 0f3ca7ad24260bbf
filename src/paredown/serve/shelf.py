"""The path of an index -> the store that is open on it now."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from paredown.errors import IndexMissing

if TYPE_CHECKING:
    from paredown.index import Store


class Mark(NamedTuple):
    """What tells one file at a path from the next one there."""

    device: int
    inode: int
    modified: int
    size: int


class Shelf:
    """One index file, opened when it is first asked for and again whenever another file has taken its place.

    Any number of threads may ask. A store that another file has replaced is closed: who still holds it asks again.
    """

    def __init__(self, path: Path, open_store: Callable[[Path], Store]) -> None:
        self._path = path
        self._open = open_store
        self._mark: Mark | None = None
        self._store: Store | None = None
        self._lock = threading.RLock()

    def store(self) -> Store:
        """Return the store on the file that is there now; raises `IndexMissing` or `IndexUnusable`."""
        with self._lock:
            # Looked at before it is opened: a file swapped in between is seen as new by the next call.
            mark = self._look()
            if self._store is None or mark != self._mark:
                self.close()
                self._store = self._open(self._path)
                self._mark = mark
            return self._store

    def close(self) -> None:
        """Close the store; the next call opens it again."""
        with self._lock:
            store, self._store = self._store, None
        if store is not None:
            store.close()

    def _look(self) -> Mark:
        try:
            seen = self._path.stat()
        except OSError as error:
            self.close()
            raise IndexMissing(self._path, "there is no index; run `paredown index`") from error
        return Mark(seen.st_dev, seen.st_ino, seen.st_mtime_ns, seen.st_size)
