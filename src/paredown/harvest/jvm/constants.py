"""The constant pool of a class file -> its strings, class names and literals, decoded only when asked for."""

from __future__ import annotations

from struct import Struct
from typing import Final

from paredown.errors import UnreadableFile

INT: Final = Struct(">i").unpack_from

UTF8, INTEGER, CLASS, STRING = 1, 3, 7, 8
SIZES: Final = (0, 0, 0, 5, 5, 9, 9, 3, 3, 5, 5, 5, 5, 0, 0, 4, 3, 5, 5, 3, 3) + (0,) * 235
"""Bytes of a constant by its tag, which is one of them; 0 for a tag that no version defines. A string has more."""


class Texts(dict[int, str]):
    """The string constants of one class file by number, each decoded when it is first asked for."""

    __slots__ = ("_data", "_offsets", "_path")

    def __init__(self, data: bytes, offsets: list[int], path: str) -> None:
        self._data = data
        self._offsets = offsets
        self._path = path

    def __missing__(self, number: int) -> str:
        raw = self.raw(number)
        try:
            found = raw.decode()
        except UnicodeDecodeError:
            found = modified_utf8(raw)
        self[number] = found
        return found

    def raw(self, number: int) -> bytes:
        """Return the bytes of a string constant, in the encoding of class files."""
        at = self._offsets[number]
        data = self._data
        if data[at] != UTF8:
            raise damaged(self._path)
        return data[at + 3 : at + 3 + (data[at + 1] << 8) + data[at + 2]]


class Constants:
    """The constants of one class file, by their numbers in it, which begin with 1.

    `text(number)` returns a string constant: every name and type of the file is one, so it is a lookup and no more.
    `raw(number)` returns its bytes.
    """

    __slots__ = ("_offsets", "after", "data", "path", "raw", "text")

    def __init__(self, data: bytes, path: str) -> None:
        """Find where each constant of `data` lies; raises `UnreadableFile` or IndexError when they do not parse."""
        self.data = data
        self.path = path
        self._offsets = offsets = [0]
        texts = Texts(data, offsets, path)
        self.text = texts.__getitem__
        self.raw = texts.raw
        add = offsets.append
        at = 10
        numbers = iter(range(1, data[8] << 8 | data[9]))
        for _ in numbers:
            add(at)
            tag = data[at]
            if tag == UTF8:
                at += 3 + (data[at + 1] << 8) + data[at + 2]
            else:
                size = SIZES[tag]
                if size == 9:  # a long or a double takes two numbers
                    add(0)
                    next(numbers, None)
                elif not size:
                    raise self.damaged()
                at += size
        self.after = at

    def damaged(self) -> UnreadableFile:
        """Return the error for a file that does not hold what it says."""
        return damaged(self.path)

    def number_of(self, text: bytes) -> int:
        """Return the number of the string constant that is `text`, or 0 when there is none."""
        whole = bytes((UTF8, *len(text).to_bytes(2, "big"))) + text
        at = self.data.find(whole)
        if not 0 < at < self.after:
            return 0
        # What was found may lie within another string.
        numbers = {offset: number for number, offset in enumerate(self._offsets)}
        while 0 < at < self.after and at not in numbers:
            at = self.data.find(whole, at + 1)
        return numbers.get(at, 0)

    def class_name(self, number: int) -> str:
        """Return the internal name (`java/util/Map$Entry`) of the class constant `number`; empty for number 0."""
        if not number:
            return ""
        at = self._offsets[number]
        data = self.data
        if data[at] != CLASS:
            raise self.damaged()
        return self.text(data[at + 1] << 8 | data[at + 2])

    def string(self, number: int) -> str | None:
        """Return the literal `number` when it is a string, or None when it is a number."""
        at = self._offsets[number]
        if not at:
            raise self.damaged()
        data = self.data
        return self.text(data[at + 1] << 8 | data[at + 2]) if data[at] == STRING else None

    def integer(self, number: int) -> int:
        """Return the int constant `number`."""
        at = self._offsets[number]
        if self.data[at] != INTEGER:
            raise self.damaged()
        return int(INT(self.data, at + 1)[0])


def damaged(path: str) -> UnreadableFile:
    """Return the error for a file that does not hold what it says."""
    return UnreadableFile(path, "is damaged or not a class file")


def modified_utf8(raw: bytes) -> str:
    """Return text in the encoding of class files: NUL in two bytes, beyond the basic plane two surrogates."""
    text = raw.replace(b"\xc0\x80", b"\0").decode("utf-8", "surrogatepass")
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
