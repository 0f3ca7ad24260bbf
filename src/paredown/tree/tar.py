"""The bytes of an unpacked tar file -> where its members lie.

Not `tarfile`: a crafted header makes it loop (a negative size), recurse without end (a chain of long names), hold
a gigabyte at once (a long header), raise what it does not document, or stop early and say nothing (a damaged
header). Here a header is right or the archive is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

from paredown.errors import UnsafeArchive

BLOCK = 512
MAX_HEADER = 1024 * 1024
"""Bytes of one extended header: a path, never a file."""
PLAIN = frozenset(b"0\x007")
DIRECTORY, LONG_NAME, LONG_LINK, EXTENDED, EXTENDED_FOR_ALL = b"5LKxg"
HEADERS = frozenset((LONG_NAME, LONG_LINK, EXTENDED, EXTENDED_FOR_ALL))


class Member(NamedTuple):
    """One member: its name as the archive spells it, where its bytes lie, and whether it is a plain file."""

    name: str
    offset: int
    size: int
    plain: bool


def members(file: IO[bytes], length: int, archive: Path) -> Iterator[Member]:
    """Yield the members of the tar `file` of `length` bytes, without folders, in its order.

    Raises `UnsafeArchive` for `archive` at the first header that is damaged or claims more than there is.
    """
    at = empty = 0
    long_name, long_size = "", -1
    while at + BLOCK <= length and empty < 2:
        file.seek(at)
        block = file.read(BLOCK)
        at += BLOCK
        if not any(block):
            empty += 1
            continue
        empty = 0
        kind = _checked(block, archive)
        size = _number(block[124:136]) if long_size < 0 else long_size
        if size < 0 or at + size > length or (kind in HEADERS and size > MAX_HEADER):
            raise UnsafeArchive(archive, "is truncated, or a member of it claims a size that cannot be")
        start, at = at, at + size + -size % BLOCK
        if kind in HEADERS:
            content = file.read(size)
            if kind == LONG_NAME:
                long_name = _text(content)
            elif kind == EXTENDED:
                long_name, long_size = _extended(content, archive, long_name)
            continue
        name = long_name or _name(block)
        long_name, long_size = "", -1
        if kind != DIRECTORY and not name.endswith("/"):
            yield Member(name, start, size, kind in PLAIN)


def _checked(block: bytes, archive: Path) -> int:
    """Return the kind of the header in `block`; raises when its checksum is wrong."""
    if _number(block[148:156]) != sum(block[:148]) + 8 * 0x20 + sum(block[156:]):
        raise UnsafeArchive(archive, "has a damaged header")
    return block[156]


def _number(field: bytes) -> int:
    """Return a number in octal digits or, with the top bit set, in base 256; -1 when it is neither."""
    if field[0] == 0x80:
        return int.from_bytes(field[1:], "big")
    try:
        return int(field.partition(b"\0")[0].strip() or b"0", 8)
    except ValueError:
        return -1


def _name(block: bytes) -> str:
    name = _text(block[:100])
    prefix = _text(block[345:500]) if block[257:263] == b"ustar\0" else ""
    return f"{prefix}/{name}" if prefix else name


def _text(field: bytes) -> str:
    # As npm writes it to the disk.
    return field.partition(b"\0")[0].decode("utf-8", "replace")


def _extended(content: bytes, archive: Path, name: str) -> tuple[str, int]:
    """Return the path and the size that an extended header gives the next member, or `name` and -1."""
    size = -1
    while content:
        digits, blank, _ = content.partition(b" ")
        length = int(digits) if digits.isdigit() and len(digits) < 8 else 0
        record = content[len(digits) + 1 : length]
        if not blank or not record.endswith(b"\n") or length > len(content):
            raise UnsafeArchive(archive, "has a damaged header")
        key, _, value = record[:-1].partition(b"=")
        if key == b"path":
            name = value.decode("utf-8", "replace")
        elif key == b"size":
            size = int(value) if value.isdigit() and len(value) < 20 else 1 << 63
        content = content[length:]
    return name, size
