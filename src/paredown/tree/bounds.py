"""What a tree of files promises, and the bounds it keeps.

The constants bound hostile input; real libraries stay far below them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import PurePosixPath
from types import TracebackType
from typing import NamedTuple, Self

MAX_FILE = 4 * 1024 * 1024
"""Bytes of one file; a larger one is refused, with its size."""
MAX_FILES = 200_000
"""Files of one artifact."""
MAX_UNPACKED = 2 * 1024**3
"""Bytes that one archive may unpack to."""
MAX_RATIO = 200
"""Unpacked bytes for each packed byte, above a first 64 MiB."""
RATIO_FREE = 64 * 1024 * 1024

READABLE = frozenset(
    {".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", ".jsx", ".py", ".pyi", ".json", ".typed"}
    | {".swift", ".swiftinterface"}
)
"""Suffixes of the files a harvester may ask for: a digest covers these."""


class Refused(NamedTuple):
    """A file that the tree holds and will not give, and why."""

    path: str
    why: str


class Tree(ABC):
    """A read-only tree of files. Names are relative POSIX paths, sorted by code point."""

    refused: list[Refused]

    @abstractmethod
    def names(self) -> Sequence[str]:
        """Every file name of the artifact."""

    @abstractmethod
    def has(self, name: str) -> bool:
        """Whether `name` is one of the files."""

    @abstractmethod
    def read(self, name: str) -> bytes:
        """Return the bytes of `name`; raises `UnreadableFile`, with the reason, when it must not be read."""

    def close(self) -> None:
        """Give the file handle back."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def readable(name: str) -> bool:
    """Whether a harvester may ask for `name`."""
    dot = name.rfind(".")
    return dot > 0 and name[dot:] in READABLE


def safe_name(name: str) -> bool:
    """Whether `name` stays below the root: relative, without `..`, drive, backslash or NUL."""
    if not name or "\\" in name or "\0" in name or name.startswith("/") or (len(name) > 1 and name[1] == ":"):
        return False
    return ".." not in PurePosixPath(name).parts
