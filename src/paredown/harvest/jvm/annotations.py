"""The annotations of a class, field or method -> the few whose values are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from paredown.errors import UnreadableFile
from paredown.harvest.jvm.constants import Constants

KINDS: Final = ("RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations")
ARRAY, ENUM, NESTED, TEXT, NUMBER, TRUTH = b"[e@sIZ"
ONE_NUMBER: Final = frozenset(b"BCDFIJSZsc")
MAX_PARTS: Final = 100_000
"""Values within one value; the longest of real annotations have some thousand."""


class Annotations:
    """The annotations of one declaration, by descriptor (`Lkotlin/Deprecated;`); none where it has none."""

    __slots__ = ("_constants", "_found")

    def __init__(self, constants: Constants, attributes: Mapping[str, int]) -> None:
        self._constants = constants
        self._found: dict[str, int] = {}
        for kind in KINDS:
            at = attributes.get(kind)
            if at is not None:
                self._list(at)

    def __contains__(self, descriptor: str) -> bool:
        return descriptor in self._found

    @property
    def types(self) -> tuple[str, ...]:
        """The descriptors of all of them."""
        return tuple(self._found)

    def values(self, descriptor: str) -> Values:
        """Return the values of the annotation `descriptor`; there are none where it is not."""
        return Values(self._constants, self._found.get(descriptor))

    def _list(self, at: int) -> None:
        data, text = self._constants.data, self._constants.text
        count = data[at] << 8 | data[at + 1]
        at += 2
        for _ in range(count):
            self._found[text(data[at] << 8 | data[at + 1])] = at + 2
            values, at = data[at + 2] << 8 | data[at + 3], at + 4
            for _ in range(values):
                at = after(self._constants, at + 2)


class Values:
    """The values of one annotation, by name."""

    __slots__ = ("_constants", "_found")

    def __init__(self, constants: Constants, at: int | None) -> None:
        self._constants = constants
        self._found: dict[str, int] = {}
        if at is not None:
            data, text = constants.data, constants.text
            count, at = data[at] << 8 | data[at + 1], at + 2
            for _ in range(count):
                self._found[text(data[at] << 8 | data[at + 1])] = at + 2
                at = after(constants, at + 2)

    def text(self, name: str) -> str:
        """Return the value `name` when it is a string or an enum constant, or else nothing."""
        at = self._found.get(name)
        if at is None:
            return ""
        data = self._constants.data
        if data[at] == ENUM:
            at += 2
        elif data[at] != TEXT:
            return ""
        return self._constants.text(data[at + 1] << 8 | data[at + 2])

    def integers(self, name: str) -> tuple[int, ...]:
        """Return the value `name`, an int or an array of them; empty when it is not there."""
        return tuple([self._constants.integer(number) for number in self._numbers(name, NUMBER)])

    def is_true(self, name: str) -> bool:
        """Whether the value `name` is there and true."""
        return any(self._constants.integer(number) for number in self._numbers(name, TRUTH))

    def texts(self, name: str) -> list[int]:
        """Return the numbers of the string constants in the array `name`; empty when it is not there."""
        return self._numbers(name, TEXT)

    def _numbers(self, name: str, tag: int) -> list[int]:
        data = self._constants.data
        at = self._found.get(name)
        if at is None:
            return []
        count = 1
        if data[at] == ARRAY:
            count = data[at + 1] << 8 | data[at + 2]
            at += 3
        end = at + 3 * count
        if data[at:end:3].count(tag) != count:
            raise self._constants.damaged()
        return [high << 8 | low for high, low in zip(data[at + 1 : end : 3], data[at + 2 : end : 3], strict=True)]


def after(constants: Constants, at: int) -> int:
    """Return where the value that begins at `at` ends."""
    data = constants.data
    tag = data[at]
    if tag in ONE_NUMBER:
        return at + 3
    if tag == ENUM:
        return at + 5
    if tag == ARRAY:
        count = data[at + 1] << 8 | data[at + 2]
        end = at + 3 + 3 * count
        if not count or (data[at + 3] in ONE_NUMBER and data[at + 3 : end : 3].count(data[at + 3]) == count):
            return end
    return _after_nested(constants, at)


def _after_nested(constants: Constants, at: int) -> int:
    """Skip values within values: `left` counts those of each level still to come, `names` the bytes before each."""
    data = constants.data
    left, names = [1], [0]
    parts = 0
    while left:
        if not left[-1]:
            left.pop()
            names.pop()
            continue
        left[-1] -= 1
        at += names[-1]
        tag = data[at]
        if tag in ONE_NUMBER:
            at += 3
        elif tag == ENUM:
            at += 5
        elif tag in (ARRAY, NESTED):
            skipped = 3 if tag == ARRAY else 5
            left.append(data[at + skipped - 2] << 8 | data[at + skipped - 1])
            names.append(0 if tag == ARRAY else 2)
            at += skipped
        else:
            raise constants.damaged()
        parts += 1
        if parts > MAX_PARTS:
            raise UnreadableFile(constants.path, "holds an annotation with more values than are read")
    return at
