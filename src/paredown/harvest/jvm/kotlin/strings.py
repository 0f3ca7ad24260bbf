"""The string table of Kotlin metadata -> names, each put together only when asked for."""

from __future__ import annotations

from typing import Final

from paredown.harvest.jvm.constants import Constants
from paredown.harvest.jvm.protobuf import fields, packed

RECORD: Final = 10
RANGE, PREDEFINED, OPERATION, SUBSTRING, REPLACED, WRITTEN = 8, 16, 24, 34, 42, 50
INTERNAL_TO_CLASS, DESCRIPTOR_TO_CLASS = 1, 2
MAX_RECORDS: Final = 1 << 20
WELL_KNOWN: Final = tuple(
    "kotlin/" + name
    for name in """Any Nothing Unit Throwable Number Byte Double Float Int Long Short Boolean Char CharSequence String
    Comparable Enum Array ByteArray DoubleArray FloatArray IntArray LongArray ShortArray BooleanArray CharArray
    Cloneable Annotation collections/Iterable collections/MutableIterable collections/Collection
    collections/MutableCollection collections/List collections/MutableList collections/Set collections/MutableSet
    collections/Map collections/MutableMap collections/Map.Entry collections/MutableMap.MutableEntry
    collections/Iterator collections/MutableIterator collections/ListIterator collections/MutableListIterator""".split()  # noqa: SIM905 - names
)
"""The names that the metadata spells as a number, in the compiler's order."""


class Strings(dict[int, str]):
    """The names of one class's metadata, by number."""

    __slots__ = ("_constants", "_data", "_end", "_numbers", "_records", "_start")

    def __init__(self, data: bytes, start: int, end: int, constants: Constants, numbers: list[int]) -> None:
        """Take the records in `data[start:end]`, which say how to make names of the string constants `numbers`."""
        self._data = data
        self._start = start
        self._end = end
        self._constants = constants
        self._numbers = numbers
        self._records: dict[int, tuple[int, int]] | None = None

    @staticmethod
    def none(constants: Constants) -> Strings:
        """Return the empty table."""
        return Strings(b"", 0, 0, constants, [])

    def __missing__(self, number: int) -> str:
        found = self[number] = self._made(number)
        return found

    def _read(self) -> dict[int, tuple[int, int]]:
        """Return where the records lie that make a name of more than its string, by number."""
        data = self._data
        found: dict[int, tuple[int, int]] = {}
        number = 0
        for key, start, end in fields(data, self._start, self._end):
            if key != RECORD:
                continue
            if start == end:
                number += 1
                continue
            repeated, plain = 1, True
            if end - start == 2 and data[start] == RANGE:  # most of those that say anything
                repeated = data[start + 1]
            else:
                for part, value, _ in fields(data, start, end):
                    if part == RANGE:
                        repeated = value
                    else:
                        plain = False
            if number + repeated > MAX_RECORDS:
                raise ValueError("a string table with more names than any class has")
            if not plain:
                found.update(dict.fromkeys(range(number, number + repeated), (start, end)))
            number += repeated
        return found

    def _made(self, number: int) -> str:
        if self._records is None:
            self._records = self._read()
        record = self._records.get(number)
        if record is None:
            return self._constants.text(self._numbers[number])
        text: str | None = None
        known = operation = -1
        cut: list[int] = []
        replaced: list[int] = []
        data = self._data
        for key, value, end in fields(data, *record):
            if key == PREDEFINED:
                known = value
            elif key == OPERATION:
                operation = value
            elif key == SUBSTRING:
                cut = packed(data, value, end)
            elif key == REPLACED:
                replaced = packed(data, value, end)
            elif key == WRITTEN:
                text = data[value:end].decode()
        if text is None:
            text = WELL_KNOWN[known] if 0 <= known < len(WELL_KNOWN) else self._constants.text(self._numbers[number])
        if len(cut) >= 2 and 0 <= cut[0] <= cut[1] <= len(text):
            text = text[cut[0] : cut[1]]
        if len(replaced) >= 2:
            text = text.replace(chr(replaced[0]), chr(replaced[1]))
        if operation == DESCRIPTOR_TO_CLASS and len(text) >= 2:
            text = text[1:-1]
        return text.replace("$", ".") if operation in (INTERNAL_TO_CLASS, DESCRIPTOR_TO_CLASS) else text
