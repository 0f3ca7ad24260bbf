"""A zip or a gzipped tarball -> its files, bounded before and while they are unpacked."""

from __future__ import annotations

import gzip
import os
import posixpath
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Sequence
from typing import IO, Generic, NamedTuple, TypeVar

from paredown.errors import UnreadableFile, UnsafeArchive
from paredown.model import Files
from paredown.tree.bounds import (
    MAX_FILE,
    MAX_FILES,
    MAX_RATIO,
    MAX_UNPACKED,
    RATIO_FREE,
    Refused,
    Tree,
    safe_name,
)
from paredown.tree.tar import members

CHUNK = 1 << 20
SPOOL = 32 * 1024 * 1024
"""Unpacked bytes that stay in memory; beyond that they go to a temporary file."""
WHEEL_PACKING = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""The packings of wheels. `zipfile` unpacks a block of the others whole, whatever it swells to."""
DAMAGED = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, ValueError)
"""What `zipfile` raises for bytes that no writer made, documented or not."""
TWICE = "is in the archive twice with other bytes; the last is read, as an installer does"


Where = TypeVar("Where")


def _too_large(name: str, size: int) -> UnreadableFile:
    return UnreadableFile(name, f"{size:,} bytes, more than the {MAX_FILE:,} that are read")


class _Archive(Tree, Generic[Where]):
    """An archive whose members are listed once; `Where` is what it takes to read one."""

    _members: dict[str, Where]

    def names(self) -> Sequence[str]:
        """Every member that is a plain file with a safe name."""
        return sorted(self._members)

    def has(self, name: str) -> bool:
        """Whether `name` is a member."""
        return name in self._members


class Wheel(_Archive[zipfile.ZipInfo]):
    """The members of a zip file."""

    def __init__(self, files: Files) -> None:
        self.refused: list[Refused] = []
        try:
            self._zip = zipfile.ZipFile(files.root)
        except DAMAGED as error:
            raise UnsafeArchive(files.root, "is truncated or not a zip file") from error
        try:
            self._members = self._list(files)
        except BaseException:
            self.close()
            raise

    def read(self, name: str) -> bytes:
        """Return the bytes of `name`, never more than `MAX_FILE`, whatever its header claims."""
        info = self._members.get(name)
        if info is None:
            raise UnreadableFile(name, "is not in the archive")
        if info.file_size > MAX_FILE:
            raise _too_large(name, info.file_size)
        try:
            with self._zip.open(info) as file:
                content = file.read(MAX_FILE + 1)
        except (*DAMAGED, OSError) as error:
            raise UnreadableFile(name, "is corrupt, encrypted or packed in an unknown way") from error
        if len(content) > MAX_FILE:
            raise _too_large(name, len(content))
        return content

    def close(self) -> None:
        """Close the archive."""
        self._zip.close()

    def _list(self, files: Files) -> dict[str, zipfile.ZipInfo]:
        infos = self._zip.infolist()
        total = sum(info.file_size for info in infos)
        packed = max(1, os.path.getsize(files.root))
        if len(infos) > MAX_FILES:
            raise UnsafeArchive(files.root, f"holds {len(infos):,} members, more than {MAX_FILES:,}")
        if total > MAX_UNPACKED or (total > RATIO_FREE and total > packed * MAX_RATIO):
            raise UnsafeArchive(files.root, f"unpacks to {total:,} bytes from {packed:,}")
        found: dict[str, zipfile.ZipInfo] = {}
        prefix = files.inner + "/" if files.inner else ""
        for info in infos:
            name = info.filename.removeprefix(prefix)
            # Not `info.is_dir()`, which raises for an empty name.
            if info.filename.endswith("/") or not info.filename.startswith(prefix):
                continue
            if not safe_name(info.filename) or not safe_name(name):
                self.refused.append(Refused(info.filename, "leaves the folder of its package"))
            elif (info.external_attr >> 16) & 0o170000 == 0o120000:
                self.refused.append(Refused(name, "is a link"))
            elif info.compress_type not in WHEEL_PACKING:
                self.refused.append(Refused(name, "is packed in a way that wheels are not"))
            else:
                name = posixpath.normpath(name)
                if name in found and (found[name].CRC, found[name].file_size) != (info.CRC, info.file_size):
                    self.refused.append(Refused(name, TWICE))
                found[name] = info
        return found


class _Place(NamedTuple):
    """Where a member's bytes lie in the unpacked tar."""

    offset: int
    size: int


class Tarball(_Archive[_Place]):
    """The members of a gzipped tarball, unpacked once into a bounded temporary file and read by offset."""

    def __init__(self, files: Files) -> None:
        self.refused: list[Refused] = []
        self._plain: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=SPOOL)  # noqa: SIM115 - closed by close()
        self._members = {}
        try:
            self._list(files, self._unpack(files))
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            self.close()
            raise UnsafeArchive(files.root, "is truncated or not a gzipped tarball") from error
        except BaseException:
            self.close()
            raise

    def read(self, name: str) -> bytes:
        """Return the bytes of `name`."""
        place = self._members.get(name)
        if place is None:
            raise UnreadableFile(name, "is not in the archive")
        if place.size > MAX_FILE:
            raise _too_large(name, place.size)
        return self._bytes(place)

    def close(self) -> None:
        """Drop the temporary file."""
        self._plain.close()

    def _unpack(self, files: Files) -> int:
        packed = max(1, os.path.getsize(files.root))
        most = min(MAX_UNPACKED, max(RATIO_FREE, packed * MAX_RATIO))
        total = 0
        with gzip.open(files.root) as source:
            while chunk := source.read(CHUNK):
                total += len(chunk)
                if total > most:
                    raise UnsafeArchive(files.root, f"unpacks to more than {most:,} bytes from {packed:,}")
                self._plain.write(chunk)
        if not total:
            raise UnsafeArchive(files.root, "is empty")
        return total

    def _list(self, files: Files, length: int) -> None:
        for count, member in enumerate(members(self._plain, length, files.root), 1):
            if count > MAX_FILES:
                raise UnsafeArchive(files.root, f"holds more than {MAX_FILES:,} members")
            # An npm tarball has one top folder, `package` by custom; npm drops it whatever its name is.
            name = member.name.partition("/")[2] if files.inner else member.name
            if not safe_name(member.name) or not safe_name(name):
                self.refused.append(Refused(member.name, "leaves the folder of its package"))
            elif not member.plain:
                self.refused.append(Refused(name, "is a link or a device"))
            else:
                name = posixpath.normpath(name)
                place = _Place(member.offset, member.size)
                if name in self._members and not self._alike(self._members[name], place):
                    self.refused.append(Refused(name, TWICE))
                self._members[name] = place

    def _alike(self, one: _Place, other: _Place) -> bool:
        # npm itself packs a file twice when the manifest spells its path in two ways.
        return one.size == other.size <= MAX_FILE and self._bytes(one) == self._bytes(other)

    def _bytes(self, place: _Place) -> bytes:
        self._plain.seek(place.offset)
        return self._plain.read(place.size)
