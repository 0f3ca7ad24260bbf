"""Hostile and ordinary archives, made in memory: what a registry would never build, a client might still bring."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

Member = tuple[str, bytes]


def tar_header(name: bytes, size: int, kind: bytes = b"0", size_field: bytes | None = None) -> bytes:
    """Return one raw header block, with `size_field` in place of `size` where a real writer would refuse it."""
    field = size_field if size_field is not None else b"%011o\0" % size
    block = bytearray(512)
    for offset, value in ((0, name), (100, b"0000644\0"), (108, b"0000000\0"), (116, b"0000000\0")):
        block[offset : offset + len(value)] = value
    block[124:136] = field
    block[136:148] = b"00000000000\0"
    block[148:156] = b" " * 8
    block[156:157] = kind
    block[257:265] = b"ustar\x0000"
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block)


def padded(content: bytes) -> bytes:
    """Return `content` filled up to whole blocks."""
    return content + b"\0" * (-len(content) % 512)


def tgz_of_blocks(path: Path, *blocks: bytes) -> Path:
    """Write raw tar blocks, and the two empty ones that end an archive, to `path`."""
    path.write_bytes(gzip.compress(b"".join(blocks) + b"\0" * 1024))
    return path


def tgz(path: Path, members: Iterable[Member | tarfile.TarInfo]) -> Path:
    """Write a gzipped tarball of (name, content) pairs and ready-made members without content."""
    with tarfile.open(path, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for member in members:
            if isinstance(member, tarfile.TarInfo):
                archive.addfile(member)
            else:
                info = tarfile.TarInfo(member[0])
                info.size = len(member[1])
                archive.addfile(info, io.BytesIO(member[1]))
    return path


def link(name: str, target: str, kind: bytes = tarfile.SYMTYPE) -> tarfile.TarInfo:
    """Return a tar member that is a link or a device."""
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def wheel(
    path: Path, members: Iterable[tuple[str | zipfile.ZipInfo, bytes]], packed: int = zipfile.ZIP_DEFLATED
) -> Path:
    """Write a zip file."""
    with zipfile.ZipFile(path, "w", packed) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return path


def zip_link(name: str) -> zipfile.ZipInfo:
    """Return a zip member whose attributes say that it is a symbolic link."""
    info = zipfile.ZipInfo(name)
    info.external_attr = 0o120777 << 16
    return info
