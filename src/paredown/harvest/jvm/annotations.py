"""The annotations of a class, field or method -> the few whose values are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from paredown.errors import UnreadableFile
from paredown.harvest.jvm.constants import Constants

KINDS: Final = ("RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations")
ARRAY, ENUM, NESTED = b"[e@"
ONE_NUMBER: Final = frozenset(b"BCDFIJSZsc")
MAX_PARTS: Final = 100_000
"""Values of one annotation; the longest Kotlin metadata has some thousand."""


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

    def strings(self, descriptor: str) -> dict[str, str]:
        """Return the values of an annotation that are a string or an enum constant, by name."""
        data, text = self._constants.data, self._constants.text
        found: dict[str, str] = {}
        for name, at in self._values(descriptor).items():
            if data[at] == 0x73:
                found[name] = text(data[at + 1] << 8 | data[at + 2])
            elif data[at] == ENUM:
                found[name] = text(data[at + 3] << 8 | data[at + 4])
        return found

    def numbers(self, descriptor: str, name: str) -> tuple[int, ...]:
        """Return the value `name` of an annotation: an int, or an array of them; empty when it is not there."""
        return tuple(self._constants.integer(number) for number in self._many(descriptor, name, 0x49))

    def encoded(self, descriptor: str, name: str) -> list[bytes]:
        """Return the array of strings `name` of an annotation, in the encoding of class files."""
        return [self._constants.raw(number) for number in self._many(descriptor, name, 0x73)]

    def _many(self, descriptor: str, name: str, tag: int) -> list[int]:
        data = self._constants.data
        at = self._values(descriptor).get(name)
        if at is None:
            return []
        count, at = (data[at + 1] << 8 | data[at + 2], at + 3) if data[at] == ARRAY else (1, at)
        end = at + 3 * count
        if end > len(data) or any(data[i] != tag for i in range(at, end, 3)):
            raise self._constants.damaged()
        return [data[i + 1] << 8 | data[i + 2] for i in range(at, end, 3)]

    def _list(self, at: int) -> None:
        data, text = self._constants.data, self._constants.text
        count, at = data[at] << 8 | data[at + 1], at + 2
        for _ in range(count):
            self._found[text(data[at] << 8 | data[at + 1])] = at + 2
            at = skip_pairs(data, at + 2, self._constants)

    def _values(self, descriptor: str) -> dict[str, int]:
        at = self._found.get(descriptor)
        if at is None:
            return {}
        data, text = self._constants.data, self._constants.text
        count, at = data[at] << 8 | data[at + 1], at + 2
        found: dict[str, int] = {}
        for _ in range(count):
            found[text(data[at] << 8 | data[at + 1])] = at + 2
            at = _skip(data, at + 2, [1], [0], self._constants)
        return found


def skip_pairs(data: bytes, at: int, constants: Constants) -> int:
    """Return where the names and values that begin at `at` with their count end."""
    count = data[at] << 8 | data[at + 1]
    return _skip(data, at + 2, [count], [2], constants) if count else at + 2


def _skip(data: bytes, at: int, left: list[int], names: list[int], constants: Constants) -> int:
    """Skip nested values: `left` counts those of each level still to come, `names` the bytes before each of them."""
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
        elif tag == ARRAY:
            left.append(data[at + 1] << 8 | data[at + 2])
            names.append(0)
            at += 3
        elif tag == NESTED:
            left.append(data[at + 3] << 8 | data[at + 4])
            names.append(2)
            at += 5
        else:
            raise constants.damaged()
        parts += 1
        if parts > MAX_PARTS:
            raise UnreadableFile(constants.path, "holds an annotation with more values than are read")
    return at
