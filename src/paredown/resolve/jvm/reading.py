"""A file of a project -> its bytes or text, bounded, and never through a link out of the project."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import NamedTuple

from paredown.errors import UnreadableProject
from paredown.names import plain

MAX_FILE = 4 * 1024 * 1024
"""Bytes of a manifest, build script or lock file; the largest in use stay below a megabyte."""


class ProjectFile(NamedTuple):
    """A file of a project: `name` is its POSIX path below `root`."""

    root: Path
    name: str

    @property
    def path(self) -> Path:
        """Where it lies."""
        return self.root / self.name

    @property
    def folder(self) -> str:
        """The name of the folder that holds it, empty for the root."""
        return self.name.rpartition("/")[0]

    @property
    def exists(self) -> bool:
        """Whether it is there, within the project."""
        return inside(self.root, self.name) and os.path.isfile(self.path)

    def at(self, line: int = 0) -> str:
        """Return its name with a line, safe to show."""
        return f"{plain(self.name)}:{line}" if line else plain(self.name)


def inside(root: Path, name: str) -> bool:
    """Whether `name` below `root` is really below it, links followed."""
    top, path = os.path.realpath(root), os.path.realpath(root / name)
    return path.startswith(top.rstrip(os.sep) + os.sep)


def bytes_of(file: ProjectFile) -> bytes:
    """Return the content of `file`; raises `UnreadableProject` for a link out, no regular file, or too many bytes."""
    if not inside(file.root, file.name):
        raise UnreadableProject(file.at(), "is a link out of the project; it is not read")
    try:
        content = read_bounded(file.path, MAX_FILE)
    except OSError as error:
        raise UnreadableProject(file.at(), error.strerror or "cannot be opened") from error
    if content is None:
        raise UnreadableProject(file.at(), f"is no regular file of at most {MAX_FILE:,} bytes")
    return content


def text_of(file: ProjectFile) -> str:
    """Return the text of `file`, UTF-8; raises `UnreadableProject`."""
    content = bytes_of(file)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UnreadableProject(file.at(), f"is not UTF-8 (line {line}); save it as UTF-8") from error


def read_bounded(path: Path, most: int) -> bytes | None:
    """Return the bytes of a regular file, or None when it is none or holds more than `most`; raises `OSError`."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    with os.fdopen(handle, "rb") as opened:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            return None
        content = opened.read(most + 1)
    return content if len(content) <= most else None
