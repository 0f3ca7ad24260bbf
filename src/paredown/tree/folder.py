"""A folder -> its files, without following a link out of it."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator, Sequence

from paredown.errors import UnreadableFile
from paredown.model import Files
from paredown.tree.bounds import MAX_FILE, MAX_FILES, Refused, Tree, readable, safe_name

SKIPPED = frozenset({"node_modules", "__pycache__", ".git"})
"""Folders that belong to another artifact or to no one."""


class Folder(Tree):
    """The files below a folder, or the listed ones of it."""

    def __init__(self, files: Files) -> None:
        self._root = os.path.realpath(files.root)
        if not os.path.isdir(self._root):
            raise NotADirectoryError(20, "is not a folder")
        self._listed = files.names
        self._names: tuple[str, ...] | None = None
        self._known: frozenset[str] | None = None
        self._folders: dict[str, bool] = {}
        self.refused: list[Refused] = []

    def names(self) -> Sequence[str]:
        """Every file below the root; links out of it and unsafe names are refused."""
        if self._names is None:
            found = self._listed or tuple(self._walk())
            self._names = tuple(sorted(name for name in found if self._admitted(name)))
        return self._names

    def has(self, name: str) -> bool:
        """Whether `name` is a regular file below the root, or one of the listed files that stays there."""
        if self._listed:
            if self._known is None:
                self._known = frozenset(self.names())
            return name in self._known
        path = os.path.join(self._root, name)
        if not safe_name(name) or not os.path.isfile(path):
            return False
        return self._below(path) if os.path.islink(path) else self._below_folder(os.path.dirname(path))

    def read(self, name: str) -> bytes:
        """Return the bytes of `name`."""
        path = self._inside(name)
        try:
            with open(path, "rb", opener=_without_waiting) as file:
                status = os.fstat(file.fileno())
                if not stat.S_ISREG(status.st_mode):
                    raise UnreadableFile(name, "is not a regular file")
                if status.st_size > MAX_FILE:
                    raise UnreadableFile(name, f"{status.st_size:,} bytes, more than the {MAX_FILE:,} that are read")
                return file.read(MAX_FILE + 1)
        except OSError as error:
            raise UnreadableFile(name, error.strerror or "cannot be read") from error

    def digest(self) -> str:
        """Return `sha256:…` over the names and contents of the readable files."""
        total = hashlib.sha256()
        for name in self.names():
            if not readable(name):
                continue
            try:
                content = self.read(name)
            except UnreadableFile:
                content = b"unreadable"
            encoded = name.encode("utf-8", "surrogatepass")
            total.update(len(encoded).to_bytes(4, "big") + encoded + len(content).to_bytes(8, "big") + content)
        return f"sha256:{total.hexdigest()}"

    def _below(self, path: str) -> bool:
        return (os.path.realpath(path) + os.sep).startswith(self._root + os.sep)

    def _below_folder(self, folder: str) -> bool:
        # `has` is asked many thousand times a package: a folder's links are followed once.
        known = self._folders.get(folder)
        if known is None:
            known = self._folders[folder] = self._below(folder)
        return known

    def _inside(self, name: str) -> str:
        if not safe_name(name):
            raise UnreadableFile(name, "leaves the folder of its package")
        path = os.path.realpath(os.path.join(self._root, name))
        if path != self._root and not path.startswith(self._root + os.sep):
            raise UnreadableFile(name, "is a link out of its package")
        return path

    def _admitted(self, name: str) -> bool:
        if not safe_name(name):
            self.refused.append(Refused(name, "leaves the folder of its package"))
            return False
        return True

    def _walk(self) -> Iterator[str]:
        stack = [("", self._root)]
        count = 0
        while stack:
            prefix, folder = stack.pop()
            try:
                entries = list(os.scandir(folder))
            except OSError as error:
                self.refused.append(Refused(prefix.rstrip("/"), error.strerror or "cannot be listed"))
                continue
            for entry in entries:
                name = prefix + entry.name
                if entry.is_symlink():
                    # Not `entry.is_dir()`, which raises for a link to itself.
                    if readable(name) or os.path.isdir(entry.path):
                        yield from self._link(name, entry)
                elif entry.is_dir(follow_symlinks=False):
                    if entry.name not in SKIPPED:
                        stack.append((name + "/", entry.path))
                elif entry.is_file(follow_symlinks=False):
                    count += 1
                    if count > MAX_FILES:
                        self.refused.append(Refused("", f"holds more than {MAX_FILES:,} files; the rest is not read"))
                        return
                    yield name

    def _link(self, name: str, entry: os.DirEntry[str]) -> Iterator[str]:
        target = os.path.realpath(entry.path)
        if not target.startswith(self._root + os.sep):
            self.refused.append(Refused(name, "is a link out of its package"))
        elif os.path.isfile(target):
            yield name


def _without_waiting(path: str, flags: int) -> int:
    # A pipe would keep a reader waiting for a writer.
    return os.open(path, flags | os.O_NONBLOCK)
