"""A file of the project -> its bytes or text, bounded, and never through a link out of the project.

A project may come from anyone (a cloned repository), so its own files are read with the same care as a dependency's.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import NamedTuple

from paredown.errors import UnreadableProject
from paredown.names import plain


class ProjectFile(NamedTuple):
    """A file of a project: `name` is its POSIX path below `root`."""

    root: Path
    name: str

    @property
    def path(self) -> Path:
        """Where it lies."""
        return self.root / self.name

    @property
    def base(self) -> str:
        """The last part of the name."""
        return self.name.rpartition("/")[2]

    @property
    def folder(self) -> str:
        """The name of the folder that holds it, empty for the root."""
        return self.name.rpartition("/")[0]

    @property
    def inside(self) -> bool:
        """Whether it is really below the root, links followed."""
        top, path = os.path.realpath(self.root), os.path.realpath(self.path)
        return path.startswith(top.rstrip(os.sep) + os.sep)

    @property
    def exists(self) -> bool:
        """Whether it is there, within the project."""
        return self.inside and os.path.isfile(self.path)

    def at(self, line: int = 0) -> str:
        """Return its name with a line, safe to show."""
        return f"{plain(self.name)}:{line}" if line else plain(self.name)

    def unreadable(self, reason: str) -> UnreadableProject:
        """Return the error that names this file and `reason`, to be raised."""
        return UnreadableProject(self.at(), reason)


def bytes_of(file: ProjectFile, most: int) -> bytes:
    """Return the content of `file`, at most `most` bytes.

    Raises `UnreadableProject` for a link out of the project, what is no regular file, and more bytes.
    """
    if not file.inside:
        raise file.unreadable("is a link out of the project; it is not read")
    try:
        content = read_bounded(file.path, most)
    except OSError as error:
        raise file.unreadable((error.strerror or "cannot be opened").lower()) from error
    if content is None:
        raise file.unreadable("is not a regular file")
    if len(content) > most:
        raise file.unreadable(f"is larger than the {most:,} bytes that are read")
    return content


def text_of(file: ProjectFile, most: int) -> str:
    """Return the text of `file`, at most `most` bytes of UTF-8; raises `UnreadableProject`, with the line."""
    content = bytes_of(file, most)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise file.unreadable(f"is not UTF-8 (line {line}); save it as UTF-8") from error


def read_bounded(path: Path, most: int) -> bytes | None:
    """Return at most one byte more than `most` of a regular file, or None when it is none; raises `OSError`."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    with os.fdopen(handle, "rb") as opened:
        return opened.read(most + 1) if stat.S_ISREG(os.fstat(handle).st_mode) else None
