"""The archives that npm brought, kept for every project: a name and version -> one tarball, checked each time.

Files are put in place with one rename, so two runs at once see a whole file or none. Beside a tarball lies what
paredown read of its package.json, for lock files that say neither peers nor platforms.
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import NamedTuple

from paredown.errors import CannotWrite, UnreadableFile, UnsafeArchive
from paredown.model import Files, Form
from paredown.resolve.npm.installed import parse_manifest
from paredown.resolve.npm.integrity import Measured, measure
from paredown.tree import open_tree

INNER = "package"


class Kept(NamedTuple):
    """A tarball of the store."""

    files: Files
    measured: Measured


class Store:
    """The folder of brought archives."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find(self, name: str, version: str, integrity: str) -> Kept | None:
        """Return the tarball when it lies here and is not another one than `integrity` asks for."""
        path = self._path(name, version)
        try:
            measured = measure(path, integrity)
        except OSError:
            return None
        return None if measured.matches is False else Kept(tarball(path), measured)

    def keep(self, name: str, version: str, brought: Path) -> None:
        """Move the tarball at `brought`, which lies in `scratch`, to its place; raises `CannotWrite`."""
        path = self._path(name, version)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            os.replace(brought, path)
        except OSError as error:
            raise CannotWrite(path, error.strerror or "refuses") from error

    def scratch(self) -> tempfile.TemporaryDirectory[str]:
        """Return a fresh folder on the same disk; raises `CannotWrite`."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            return tempfile.TemporaryDirectory(prefix=".bring-", dir=self._folder, ignore_cleanup_errors=True)
        except OSError as error:
            raise CannotWrite(self._folder, error.strerror or "refuses") from error

    def manifest(self, name: str, version: str, kept: Kept) -> dict[str, object]:
        """Return the fields of the tarball's package.json that a lock may leave out; empty when it has none."""
        aside = self._path(name, version).with_name(f"{version}.{kept.measured.digest[7:23]}.json")
        try:
            found = parse_manifest(aside.read_bytes())
        except OSError:
            found = None
        if found is None:
            found = _fields(manifest_of(kept.files))
            self._write(aside, json.dumps(found).encode("utf-8"))
        return found

    def _path(self, name: str, version: str) -> Path:
        return self._folder / name / f"{version}.tgz"

    def _write(self, path: Path, content: bytes) -> None:
        """Write what is only a copy of what the tarball says, so a disk that refuses loses nothing but time."""
        aside = ""
        try:
            handle, aside = tempfile.mkstemp(prefix=".write-", dir=path.parent)
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            os.replace(aside, path)
        except OSError:
            if aside:
                Path(aside).unlink(missing_ok=True)


def tarball(path: Path) -> Files:
    """Return the files of an npm tarball."""
    return Files(root=path, form=Form.TGZ, inner=INNER)


def manifest_of(files: Files) -> dict[str, object]:
    """Return the package.json of an archive, empty when there is none that can be read."""
    try:
        with open_tree(files) as tree:
            return parse_manifest(tree.read("package.json")) or {}
    except (UnreadableFile, UnsafeArchive):
        return {}


def _fields(found: dict[str, object]) -> dict[str, object]:
    names = ("name", "version", "peerDependencies", "peerDependenciesMeta", "os", "cpu", "libc")
    return {name: found[name] for name in names if name in found}
