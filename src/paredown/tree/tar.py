"""The bytes of an unpacked tar file -> where its members lie.

Not `tarfile`: a crafted header makes it loop (a negative size), recurse without end (a chain of long names), hold
a gigabyte at once (a long header), raise what it does not document, or stop early and say nothing (a damaged
header). Here a header is right or the archive is refused; names and sizes are read as npm reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

from paredown.errors import UnsafeArchive

BLOCK = 512
MAX_HEADER = 1024 * 1024
"""Bytes of one extended header: it holds a path, never a file."""
PLAIN = frozenset(b"0\x007")
DIRECTORY, LONG_NAME, LONG_LINK, EXTENDED, EXTENDED_FOR_ALL = b"5LKxg"
HEADERS = frozenset((LONG_NAME, LONG_LINK, EXTENDED, EXTENDED_FOR_ALL))
NEVER = 1 << 63
"""A size that no archive has: what a number that is not one is read as."""


class Member(NamedTuple):
    """One member: its name as the archive spells it, where its bytes lie, and whether it is a plain file."""

    name: str
    offset: int
    size: int
    plain: bool


class Extended(NamedTuple):
    """What extended headers say of the next member; an empty name and None say nothing."""

    name: str = ""
    size: int | None = None


def members(file: IO[bytes], length: int, archive: Path) -> Iterator[Member]:
    """Yield the members of the tar `file` of `length` bytes, folders left out, in its order.

    Raises `UnsafeArchive` for `archive` at the first header that is damaged or claims more than there is.
    """
    at = empty = 0
    said = Extended()
    while at < length and empty < 2:
        file.seek(at)
        block = file.read(BLOCK)
        at += BLOCK
        if not any(block):
            empty += 1
            continue
        empty = 0
        if len(block) < BLOCK or _number(block[148:156]) != sum(block[:148]) + 8 * 0x20 + sum(block[156:]):
            raise UnsafeArchive(archive, "is truncated or has a damaged header")
        kind = block[156]
        name = said.name or _name(block)
        folder = kind == DIRECTORY or (kind in PLAIN and name.endswith("/"))
        size = 0 if folder else _number(block[124:136]) if said.size is None else said.size
        if at + size > length or (kind in HEADERS and size > MAX_HEADER):
            raise UnsafeArchive(archive, "is truncated, or a member of it claims a size that cannot be")
        start, at = at, at + size + -size % BLOCK
        if kind in HEADERS:
            said = _extended(kind, file.read(size), said, archive)
            continue
        said = Extended()
        if not folder:
            yield Member(name, start, size, kind in PLAIN)


def _number(field: bytes) -> int:
    """Return a number in octal digits or, with the top bit set, in base 256; `NEVER` when it is neither."""
    if field[0] == 0x80:
        return int.from_bytes(field[1:], "big")
    digits = field.partition(b"\0")[0].strip(b" ")
    try:
        return int(digits, 8) if digits.isdigit() else NEVER if digits else 0
    except ValueError:
        return NEVER


def _name(block: bytes) -> str:
    name = _text(block[:100])
    prefix = _text(block[345:500]) if block[257:263] == b"ustar\0" else ""
    return f"{prefix}/{name}" if prefix else name


def _text(field: bytes) -> str:
    return field.partition(b"\0")[0].decode("utf-8", "replace")


def _extended(kind: int, content: bytes, said: Extended, archive: Path) -> Extended:
    """Return `said` with what one more extended header adds."""
    if kind == LONG_NAME:
        return said._replace(name=_text(content))
    at = 0 if kind == EXTENDED else len(content)
    while at < len(content):
        blank = content.find(b" ", at, at + 8)
        digits = content[at:blank] if blank > at else b""
        end = at + int(digits) if digits.isdigit() else at
        if not at < blank < end <= len(content) or content[end - 1 : end] != b"\n":
            raise UnsafeArchive(archive, "is truncated or has a damaged header")
        key, _, value = content[blank + 1 : end - 1].partition(b"=")
        if key == b"path":
            said = said._replace(name=value.decode("utf-8", "replace"))
        elif key == b"size":
            said = said._replace(size=int(value) if value.isdigit() and len(value) < 20 else NEVER)
        at = end
    return said
