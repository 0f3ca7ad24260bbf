"""A manifest, build script or store file of the JVM -> its content, within what such files really hold."""

from __future__ import annotations

from pathlib import Path

from paredown.resolve import project_file
from paredown.resolve.project_file import ProjectFile

MAX_FILE = 4 * 1024 * 1024
"""Bytes of a manifest, build script or lock file; the largest in use stay below a megabyte."""


def bytes_of(file: ProjectFile) -> bytes:
    """Return the content of `file`; raises `UnreadableProject`."""
    return project_file.bytes_of(file, MAX_FILE)


def text_of(file: ProjectFile) -> str:
    """Return the text of `file`, UTF-8; raises `UnreadableProject`."""
    return project_file.text_of(file, MAX_FILE)


def read_bounded(path: Path, most: int) -> bytes | None:
    """Return the bytes of a regular file, or None when it is none or holds more than `most`; raises `OSError`."""
    content = project_file.read_bounded(path, most)
    return content if content is not None and len(content) <= most else None
