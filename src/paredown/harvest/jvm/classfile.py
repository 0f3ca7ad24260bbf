"""The bytes of a class file -> its class, its visible members and their attributes; code is skipped, not read."""

from __future__ import annotations

import struct
from struct import Struct
from typing import Final, NamedTuple

from paredown.errors import UnreadableFile
from paredown.harvest.jvm.constants import Constants

MAGIC: Final = b"\xca\xfe\xba\xbe"
NEWEST: Final = 71
"""The newest class file version that is known (Java 27). A newer one is read as this one, and said."""

PUBLIC, PRIVATE, PROTECTED, STATIC, FINAL = 0x1, 0x2, 0x4, 0x8, 0x10
BRIDGE, VARARGS, INTERFACE, ABSTRACT, SYNTHETIC = 0x40, 0x80, 0x200, 0x400, 0x1000
ANNOTATION, ENUM, MODULE = 0x2000, 0x4000, 0x8000
VISIBLE: Final = PUBLIC | PROTECTED
EVERY: Final = 0xFFFF

HEADER: Final = Struct(">HHHH").unpack_from
ATTRIBUTE: Final = Struct(">HI").unpack_from
INNER: Final = Struct(">HHHH")


class Member(NamedTuple):
    """One field or method as the file holds it; `attributes` maps names to where their content starts."""

    access: int
    name: str
    descriptor: str
    attributes: dict[str, int]


class Inner(NamedTuple):
    """What a class file says of a nested class: the class it is declared in (or empty), its name, its own access."""

    outer: str
    name: str
    access: int


class ClassFile:
    """One class. Names are internal (`java/util/Map$Entry`), access flags those of the file.

    `fields` and `methods` hold only what is public or protected, in the order of the file. The constructor raises
    `UnreadableFile`, or one of `DAMAGED` where the bytes end early.
    """

    __slots__ = (
        "_all",
        "_seen",
        "_start",
        "access",
        "attributes",
        "constants",
        "fields",
        "interfaces",
        "major",
        "methods",
        "name",
        "parent",
    )

    def __init__(self, data: bytes, path: str) -> None:
        if data[:4] != MAGIC:
            raise UnreadableFile(path, "is damaged or not a class file")
        self.major = data[6] << 8 | data[7]
        self.constants = constants = Constants(data, path)
        at = constants.after
        self.access, this, parent, count = HEADER(data, at)
        self.name = constants.class_name(this)
        self.parent = constants.class_name(parent)
        at += 8
        self.interfaces = tuple(constants.class_name(data[i] << 8 | data[i + 1]) for i in range(at, at + 2 * count, 2))
        at += 2 * count
        self._start = at
        self._seen: dict[str, Member] | None = None
        self._all: dict[str, Member] | None = None
        self.fields, at = _members(constants, at)
        self.methods, at = _members(constants, at)
        self.attributes, at = _attributes(constants, at + 2, data[at] << 8 | data[at + 1])
        if at > len(data) or not self.name:
            raise constants.damaged()

    def find(self, key: str) -> Member | None:
        """Return the field or method with `key` as name and descriptor in one, private ones included."""
        if self._seen is None:
            self._seen = {member.name + member.descriptor: member for member in (*self.fields, *self.methods)}
        found = self._seen.get(key)
        if found is None:
            if self._all is None:
                fields, at = _members(self.constants, self._start, EVERY)
                methods, at = _members(self.constants, at, EVERY)
                self._all = {member.name + member.descriptor: member for member in (*fields, *methods)}
            found = self._all.get(key)
        return found

    @property
    def inner(self) -> Inner | None:
        """What the file says of this class as a nested one, or None when it is not nested."""
        at = self.attributes.get("InnerClasses")
        if at is None:
            return None
        constants = self.constants
        data = constants.data
        for entry in range(at + 2, at + 2 + 8 * (data[at] << 8 | data[at + 1]), 8):
            this, outer, name, access = INNER.unpack_from(data, entry)
            if constants.class_name(this) == self.name:
                return Inner(constants.class_name(outer), constants.text(name) if name else "", access)
        return None


DAMAGED: Final = (IndexError, KeyError, ValueError, struct.error)
"""What reading beyond the end of a class file raises, or following a wrong number in it."""


def _members(constants: Constants, at: int, wanted: int = VISIBLE) -> tuple[list[Member], int]:
    data = constants.data
    count = data[at] << 8 | data[at + 1]
    at += 2
    found: list[Member] = []
    for _ in range(count):
        access, name, descriptor, attributes = HEADER(data, at)
        at += 8
        if access & wanted or wanted == EVERY:
            held, at = _attributes(constants, at, attributes)
            found.append(Member(access, constants.text(name), constants.text(descriptor), held))
        else:
            for _ in range(attributes):
                at += 6 + ATTRIBUTE(data, at)[1]
    return found, at


def _attributes(constants: Constants, at: int, count: int) -> tuple[dict[str, int], int]:
    data = constants.data
    found: dict[str, int] = {}
    for _ in range(count):
        name, length = ATTRIBUTE(data, at)
        at += 6
        found[constants.text(name)] = at
        at += length
    return found, at
