"""Every exception that paredown raises on purpose.

::

    ParedownError                  a sentence for people; carries its subject
    ├── UnreadableProject          a manifest or lock file that cannot be understood: file, reason, way on
    ├── UnreadableFile             one file of an artifact that must not or cannot be read
    ├── UnsafeArchive              an archive whose members cannot be trusted
    ├── BadConfiguration           paredown.toml or [tool.paredown]: key and nearest known key
    ├── IndexMissing               no index where one was asked for
    ├── IndexUnusable              an index file of another schema, or not an index
    ├── IndexBusy                  another `paredown index` holds the lock
    ├── CannotWrite                a folder or disk that refuses
    ├── BadQuery                   a search that cannot be run
    ├── BadRule                    a rule that cannot be priced: not portable, explodes, raises
    ├── CorpusUnusable             a corpus that is half-built, cut short or of another form
    └── ExtraMissing               a library that an extra of paredown brings is not installed: which extra

Only `paredown.cli` catches them. What is expected to be missing is a value (`Unread`), never an exception
that crosses a stage.
"""

from __future__ import annotations

from pathlib import Path


class ParedownError(Exception):
    """The root: `subject` is what failed, `reason` is why, in one sentence."""

    def __init__(self, subject: str | Path, reason: str) -> None:
        super().__init__(f"{subject}: {reason}")
        self.subject = str(subject)
        self.reason = reason


class UnreadableProject(ParedownError):
    """A manifest or lock file that cannot be understood."""


class UnreadableFile(ParedownError):
    """One file of an artifact that cannot or must not be read; a harvest turns it into an `Unread`."""


class UnsafeArchive(ParedownError):
    """An archive that escapes its folder, is truncated, or unpacks to more than it may."""


class BadConfiguration(ParedownError):
    """A configuration key or value that paredown does not know."""


class IndexMissing(ParedownError):
    """No index where one was asked for."""


class IndexUnusable(ParedownError):
    """A file that is not an index of this schema."""


class IndexBusy(ParedownError):
    """Another run is writing this index."""


class CannotWrite(ParedownError):
    """A folder or disk that refuses to take the index or a cache file."""


class BadQuery(ParedownError):
    """A search that cannot be run."""


class BadRule(ParedownError):
    """A rule that cannot be priced: not portable, of exploding cost, or one that raises."""


class CorpusUnusable(ParedownError):
    """A corpus that is half-built, cut short, or of another form."""


class ExtraMissing(ParedownError):
    """A library that one of paredown's extras brings is not installed."""
