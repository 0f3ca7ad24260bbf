"""The `@kotlin.Metadata` annotation -> what kind of class carries it, its message, and the names that it uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from paredown.harvest.jvm.annotations import Annotations
from paredown.harvest.jvm.constants import Constants, modified_utf8
from paredown.harvest.jvm.kotlin.strings import Strings
from paredown.harvest.jvm.protobuf import varint

METADATA: Final = "Lkotlin/Metadata;"
CLASS, FILE_FACADE, SYNTHETIC, FACADE, PART = 1, 2, 3, 4, 5
OLDEST: Final = (1, 1)
"""The first version of the metadata whose names are written as they still are."""
ONE_CHARACTER_A_BYTE: Final = b"\xc0\x80"
SEVEN_BITS_A_CHARACTER: Final = b"\xef\xbf\xbf"


class Header(NamedTuple):
    """The metadata of one class file.

    `kind` is one of the constants above. `message` is a serialised class or package that begins at `start`; it is
    empty for a synthetic class and for the facade of several files, whose `parts` are the classes that have one.
    `package` is the Kotlin package where it is not that of the class file, `classes` are the names of
    classes where they are not among the `strings`.
    """

    kind: int
    version: tuple[int, ...]
    message: bytes
    start: int
    strings: Mapping[int, str]
    parts: tuple[str, ...]
    package: str
    classes: Mapping[int, str] | None = None


def read_header(constants: Constants, annotations: Annotations) -> Header | None:
    """Return the metadata among `annotations`, or None for a class that is not Kotlin's.

    Raises ValueError or IndexError when it is corrupt, or older than Kotlin 1.0.
    """
    if METADATA not in annotations:
        return None
    values = annotations.values(METADATA)
    (kind,) = values.integers("k") or (CLASS,)
    version = values.integers("mv")
    if version and version < OLDEST:
        raise ValueError("metadata of a Kotlin before 1.0")
    first = values.texts("d1")
    package = values.text("pn")
    if kind == FACADE:
        return Header(kind, version, b"", 0, Strings.none(constants), tuple(map(constants.text, first)), package)
    if kind not in (CLASS, FILE_FACADE, PART) or not first:
        return Header(kind, version, b"", 0, Strings.none(constants), (), package)
    message = unpacked(b"".join(map(constants.raw, first)))
    size, at = varint(message, 0)
    strings = Strings(message, at, at + size, constants, values.texts("d2"))
    return Header(kind, version, message, at + size, strings, (), package)


def unpacked(text: bytes) -> bytes:
    """Return the bytes that the compiler packed into a string, in either of its two ways.

    One character a byte, after a NUL; or seven bits a character, each one more than it means, least significant
    first, with or without U+FFFF before them.
    """
    if text.startswith(ONE_CHARACTER_A_BYTE):
        return text[2:].replace(ONE_CHARACTER_A_BYTE, b"\0").decode().encode("latin-1")
    characters = modified_utf8(text.removeprefix(SEVEN_BITS_A_CHARACTER)).encode("latin-1")
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
