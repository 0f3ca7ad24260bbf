"""The `@kotlin.Metadata` annotation -> what kind of class carries it, its message, and the names that it uses."""

from __future__ import annotations

from typing import Final, NamedTuple

from paredown.harvest.jvm.annotations import Annotations
from paredown.harvest.jvm.constants import modified_utf8
from paredown.harvest.jvm.kotlin.strings import Strings
from paredown.harvest.jvm.protobuf import varint

METADATA: Final = "Lkotlin/Metadata;"
CLASS, FILE_FACADE, SYNTHETIC, FACADE, PART = 1, 2, 3, 4, 5
OLDEST: Final = (1, 1)
"""The first version of the metadata whose names are written as they still are."""
PACKED_IN_UTF8: Final = b"\xc0\x80"
PACKED_IN_SEVEN_BITS: Final = b"\xef\xbf\xbf"


class Header(NamedTuple):
    """The metadata of one class file.

    `kind` is one of the constants above. `message` is a serialised class or package that begins at `start`; it is
    empty for a synthetic class and for the facade of many files, whose `parts` are the classes that have one.
    `package` is the Kotlin package where it is not that of the class file.
    """

    kind: int
    version: tuple[int, ...]
    message: bytes
    start: int
    strings: Strings
    parts: tuple[str, ...]
    facade: str
    package: str | None


def read_header(annotations: Annotations) -> Header | None:
    """Return the metadata among `annotations`, or None for a class that is not Kotlin's.

    Raises ValueError or IndexError when it is corrupt, or older than Kotlin 1.0.
    """
    if METADATA not in annotations:
        return None
    numbers = annotations.numbers(METADATA, "k")
    kind = numbers[0] if numbers else CLASS
    version = annotations.numbers(METADATA, "mv")
    if version and version < OLDEST:
        raise ValueError("metadata of a Kotlin before 1.0")
    named = annotations.strings(METADATA)
    first = annotations.encoded(METADATA, "d1")
    if kind == FACADE:
        parts = tuple(map(modified_utf8, first))
        return Header(kind, version, b"", 0, Strings.none(), parts, "", named.get("pn"))
    if kind not in (CLASS, FILE_FACADE, PART) or not first:
        return Header(kind, version, b"", 0, Strings.none(), (), "", None)
    message = unpacked(first)
    size, at = varint(message, 0)
    strings = Strings(message, at, at + size, annotations.encoded(METADATA, "d2"))
    return Header(kind, version, message, at + size, strings, (), named.get("xs", ""), named.get("pn"))


def unpacked(texts: list[bytes]) -> bytes:
    """Return the bytes that the compiler packed into strings, in either of its two ways.

    One character a byte, after a NUL; or seven bits a character, each one more than it means, least significant
    first, with or without U+FFFF before them.
    """
    joined = b"".join(texts)
    if joined.startswith(PACKED_IN_UTF8):
        return modified_utf8(joined[2:]).encode("latin-1")
    characters = modified_utf8(joined.removeprefix(PACKED_IN_SEVEN_BITS)).encode("latin-1")
    found = bytearray()
    bits = held = 0
    for character in characters:
        held |= ((character - 1) & 127) << bits
        bits += 7
        if bits >= 8:
            found.append(held & 255)
            held >>= 8
            bits -= 8
    return bytes(found)
