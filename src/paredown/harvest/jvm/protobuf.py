"""The bytes of a protobuf message -> its fields, one level at a time."""

from __future__ import annotations

from typing import Final

Field = tuple[int, int, int]
"""A field: its key (number and wire type as the message spells them), a value, and 0; for a length-delimited one
the value and the third number are where its bytes begin and end. A plain tuple: there are millions of them."""
MALFORMED: Final = "a message that ends early or holds an unknown wire type"
VARINT, BYTES = 0, 2
FIXED: Final = {1: 8, 5: 4}
"""Bytes of the two wire types of a fixed size, which no field that is read has."""


def fields(data: bytes, at: int, end: int) -> list[Field]:
    """Return the fields of the message in `data[at:end]`; raises ValueError or IndexError when it is not one."""
    found: list[Field] = []
    add = found.append
    while at < end:
        key = data[at]
        at += 1
        if key > 127:
            key, at = varint(data, at - 1)
        wire = key & 7
        if wire in FIXED:
            at += FIXED[wire]
            continue
        value = data[at]
        at += 1
        if value > 127:
            more = data[at]
            if more < 128:  # nearly always: two bytes reach as far as sixteen thousand
                value += (more << 7) - 128
                at += 1
            else:
                value, at = varint(data, at - 1)
        if wire == BYTES:
            add((key, at, at := at + value))
        elif wire == VARINT:
            add((key, value, 0))
        else:
            raise ValueError(MALFORMED)
    if at != end:
        raise ValueError(MALFORMED)
    return found


def varint(data: bytes, at: int) -> tuple[int, int]:
    """Return the number at `at`, and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7
        if shift > 63:
            raise ValueError(MALFORMED)


def packed(data: bytes, at: int, end: int) -> list[int]:
    """Return the numbers packed into `data[at:end]`."""
    found: list[int] = []
    while at < end:
        value, at = varint(data, at)
        found.append(value)
    return found
