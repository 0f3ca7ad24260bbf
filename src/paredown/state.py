"""The project's `.paredown` folder: the index, the record of the run that wrote it, and whether both are current."""

from __future__ import annotations

import fcntl
import hashlib
import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from paredown import __version__
from paredown.errors import CannotWrite, IndexBusy, IndexMissing, IndexUnusable
from paredown.index.schema import VERSION
from paredown.report.record import Record
from paredown.resolve import inputs
from paredown.settings import FILE as CONFIGURATION
from paredown.settings import Settings

FOLDER = ".paredown"


def index_path(project: Path) -> Path:
    """Return where the index of `project` lies."""
    return project / FOLDER / "index.sqlite"


def record_path(project: Path) -> Path:
    """Return where the record of the run that wrote the index lies."""
    return project / FOLDER / "record.json"


def lock_digest(project: Path, settings: Settings) -> str:
    """Return 12 hex digits over all that decides the index: manifests, lock files, settings, tool, schema and Python.

    It reads manifests and lock files and nothing else. A file that cannot be read counts by its name.
    """
    total = hashlib.sha256()
    told = (__version__, str(VERSION), platform.python_version(), sys.platform, platform.machine(), settings.asked)
    total.update("\0".join(told).encode("utf-8", "surrogateescape"))
    for path in (*inputs(project, settings.ecosystems), project / CONFIGURATION):
        try:
            content = path.read_bytes()
        except OSError:
            content = b""
        total.update(os.fsencode(os.path.relpath(path, project)) + b"\0" + hashlib.sha256(content).digest())
    return total.hexdigest()[:12]


def read_record(project: Path) -> Record:
    """Return the record of the last run; raises `IndexMissing` or `IndexUnusable`."""
    path = record_path(project)
    try:
        return Record.from_json(path.read_text("utf-8"))
    except OSError as error:
        raise IndexMissing(path, "there is no index; run `paredown index`") from error
    except (ValueError, KeyError, TypeError) as error:
        raise IndexUnusable(path, "is not a record of this version; run `paredown index` again") from error


def current(project: Path, settings: Settings) -> Record | None:
    """Return the last run's record when nothing that decides the index has changed since, else None.

    A run that was offline and missed something counts as changed once it may go online.
    """
    with suppress(IndexMissing, IndexUnusable):
        record = read_record(project)
        retry = record.offline and not settings.offline and record.unread
        if index_path(project).is_file() and not retry and record.lock_digest == lock_digest(project, settings):
            return record
    return None


class Watch:
    """Whether the lock file, a manifest or paredown itself changed since the index was written; asked at every call.

    It asks with the settings of the run that wrote the index, whoever runs it now. The record of that run lists all
    that was refused and can be large: it is read again only when another has taken its place.
    """

    def __init__(self, project: Path, cache: Path) -> None:
        self._project = project
        self._cache = cache
        self._seen: tuple[int, int, int] | None = None
        self._digest = ""
        self._settings = Settings(cache=cache)

    def __call__(self) -> bool:
        """Return whether it changed; raises `IndexMissing` or `IndexUnusable` without a record to compare with."""
        try:
            found = record_path(self._project).stat()
        except OSError as error:
            raise IndexMissing(record_path(self._project), "there is no index; run `paredown index`") from error
        seen = (found.st_ino, found.st_mtime_ns, found.st_size)
        if seen != self._seen:
            record = read_record(self._project)
            self._digest, self._settings = record.lock_digest, self._as_asked(record)
            self._seen = seen
        return self._digest != lock_digest(self._project, self._settings)

    def _as_asked(self, record: Record) -> Settings:
        return Settings(
            cache=self._cache,
            allow=record.exceptions,
            scope=record.scope,
            dev=record.dev,
            ecosystems=record.ecosystems,
            environment=Path(record.environment) if record.environment else None,
        )


def write_record(project: Path, record: Record) -> None:
    """Write `record` beside the index, whole or not at all; raises `CannotWrite`."""
    path = record_path(project)
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".record-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(record.to_json())
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise CannotWrite(path, error.strerror or "cannot be written") from error


@contextmanager
def alone(project: Path) -> Iterator[None]:
    """Hold the project's folder against a second run; raises `IndexBusy` or `CannotWrite`."""
    folder = project / FOLDER
    try:
        folder.mkdir(exist_ok=True)
        ignore = folder / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", "utf-8")
        handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise CannotWrite(folder, error.strerror or "cannot be written") from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(handle)
        raise IndexBusy(folder, "another `paredown index` is writing here; try again when it has ended") from error
    try:
        yield
    finally:
        os.close(handle)
