"""The bytes of a class file -> its class, its members and their attributes; code is skipped, not read."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable
from struct import Struct
from typing import Final, NamedTuple

from paredown.errors import UnreadableFile
from paredown.harvest.jvm.constants import Constants

MAGIC: Final = b"\xca\xfe\xba\xbe"
NEWEST: Final = 71
"""The newest class file version that is known (Java 27). A newer one is read as this one, and said."""

PUBLIC, PROTECTED, STATIC, FINAL = 0x1, 0x4, 0x8, 0x10
BRIDGE, VARARGS, INTERFACE, ABSTRACT, SYNTHETIC = 0x40, 0x80, 0x200, 0x400, 0x1000
ANNOTATION, ENUM = 0x2000, 0x4000
VISIBLE: Final = PUBLIC | PROTECTED

HEADER: Final = Struct(">HHHH").unpack_from
LENGTH: Final = Struct(">I").unpack_from
INNER: Final = Struct(">HHHH").iter_unpack
DAMAGED: Final = (IndexError, KeyError, ValueError, struct.error)
"""What reading beyond the end of a class file raises, or following a wrong number in it."""


Signature = tuple[str, str]
"""The name and descriptor of a field or method. A plain tuple, since one is made for every member of every class."""


class Member(NamedTuple):
    """One field or method; `attributes` maps names to where their content starts."""

    access: int
    name: str
    descriptor: str
    attributes: dict[str, int]

    @property
    def signature(self) -> Signature:
        """Its name and descriptor."""
        return self.name, self.descriptor


class Inner(NamedTuple):
    """What a class file says of a nested class: the class it is declared in (or empty), its name, its own access."""

    outer: str
    name: str
    access: int


class ClassFile:
    """One class: its names are internal (`java/util/Map$Entry`), its access is the file's.

    Raises `UnreadableFile` or one of `DAMAGED` from whatever turns out not to be there: only the constants and the
    first few bytes are read at once, members and attributes when they are asked for.
    """

    __slots__ = (
        "_attributes",
        "_by_signature",
        "_end",
        "_fields",
        "_methods",
        "_start",
        "_this",
        "access",
        "constants",
        "major",
    )
    _attributes: dict[str, int]
    _end: int
    _fields: list[int]
    _methods: list[int]

    def __init__(self, data: bytes, path: str) -> None:
        if data[:4] != MAGIC:
            raise UnreadableFile(path, "is damaged or not a class file")
        self.major = data[6] << 8 | data[7]
        self.constants = Constants(data, path)
        self._start = at = self.constants.after
        self.access = data[at] << 8 | data[at + 1]
        self._this = data[at + 2] << 8 | data[at + 3]
        self._by_signature: dict[Signature, int] | None = None

    @property
    def name(self) -> str:
        """Its internal name."""
        return self.constants.class_name(self._this)

    @property
    def parent(self) -> str:
        """The internal name of the class that it extends, empty for none."""
        data, at = self.constants.data, self._start + 4
        return self.constants.class_name(data[at] << 8 | data[at + 1])

    @property
    def interfaces(self) -> tuple[str, ...]:
        """The internal names of the interfaces that it implements or extends."""
        data, at = self.constants.data, self._start + 6
        end = at + 2 + 2 * (data[at] << 8 | data[at + 1])
        return tuple([self.constants.class_name(data[i] << 8 | data[i + 1]) for i in range(at + 2, end, 2)])

    @property
    def attributes(self) -> dict[str, int]:
        """Where the content of each of its own attributes starts."""
        try:
            return self._attributes
        except AttributeError:
            self._scan()
            return self._attributes

    def fields(self) -> list[Member]:
        """Return its public and protected fields, in the order of the file."""
        if not hasattr(self, "_fields"):
            self._scan()
        data = self.constants.data
        return [self._member(at) for at in self._fields if data[at + 1] & VISIBLE]

    def methods(self) -> list[Member]:
        """Return its public and protected methods, in the order of the file."""
        if not hasattr(self, "_methods"):
            self._scan()
        data = self.constants.data
        return [self._member(at) for at in self._methods if data[at + 1] & VISIBLE]

    def find(self, signature: Signature) -> Member | None:
        """Return the field or method with `signature`, private ones included."""
        if self._by_signature is None:
            self._by_signature = {self._signature(at): at for at, _ in self._spans()}
        at = self._by_signature.get(signature)
        return None if at is None else self._member(at)

    def marked(self, annotations: Iterable[bytes]) -> dict[Signature, Member]:
        """Return the members that one of these annotations may be on, by their descriptors.

        A class has few of them, and most classes none: what is looked at closely is only what this returns.
        """
        numbers = [number for number in map(self.constants.number_of, annotations) if number]
        if not numbers:
            return {}
        data = self.constants.data
        # Its type and how many values it has, which are few: code seldom looks like that by chance.
        types = b"|".join([re.escape(number.to_bytes(2, "big")) for number in numbers])
        anyone = re.compile(b"(?:" + types + b")\\0[\\0-\\7]", re.DOTALL).search
        return {self._signature(at): self._member(at) for at, end in self._spans() if anyone(data, at, end)}

    def mentions(self, text: bytes) -> bool:
        """Whether `text` lies anywhere in the file: what it does not name, none of its attributes can say."""
        return text in self.constants.data

    @property
    def inner(self) -> Inner | None:
        """What the file says of this class as a nested one, or None when it is not nested."""
        if not self.mentions(b"InnerClasses"):
            return None
        at = self.attributes.get("InnerClasses")
        if at is None:
            return None
        constants = self.constants
        data = constants.data
        entries = data[at + 2 : at + 2 + 8 * (data[at] << 8 | data[at + 1])]
        # Compilers name a class by one constant, so that nearly always its number is enough.
        found = next((entry for entry in INNER(entries) if entry[0] == self._this), None)
        if found is None and "$" in (own := self.name):
            found = next((entry for entry in INNER(entries) if constants.class_name(entry[0]) == own), None)
        if found is None:
            return None
        _, outer, name, access = found
        return Inner(constants.class_name(outer), constants.text(name) if name else "", access)

    def _scan(self) -> None:
        """Find where members and attributes start."""
        data = self.constants.data
        at = self._start + 6
        at += 2 + 2 * (data[at] << 8 | data[at + 1])
        found: list[list[int]] = []
        for _ in range(2):
            members: list[int] = []
            count = data[at] << 8 | data[at + 1]
            at += 2
            for _ in range(count):
                members.append(at)
                attributes = data[at + 6] << 8 | data[at + 7]
                at += 8
                for _ in range(attributes):
                    at += 6 + LENGTH(data, at + 2)[0]
            found.append(members)
        self._fields, self._methods = found
        self._end = at
        self._attributes, at = self._list(at)
        if at > len(data):
            raise self.constants.damaged()

    def _spans(self) -> list[tuple[int, int]]:
        """Return where each field and method starts and ends."""
        if not hasattr(self, "_fields"):
            self._scan()
        starts = [*self._fields, *self._methods]
        return list(zip(starts, [*starts[1:], self._end], strict=True)) if starts else []

    def _signature(self, at: int) -> Signature:
        data, text = self.constants.data, self.constants.text
        return text(data[at + 2] << 8 | data[at + 3]), text(data[at + 4] << 8 | data[at + 5])

    def _member(self, at: int) -> Member:
        access, name, descriptor, _ = HEADER(self.constants.data, at)
        text = self.constants.text
        return Member(access, text(name), text(descriptor), self._list(at + 6)[0])

    def _list(self, at: int) -> tuple[dict[str, int], int]:
        """Return the attributes whose count lies at `at`, and where they end."""
        data, text = self.constants.data, self.constants.text
        count = data[at] << 8 | data[at + 1]
        at += 2
        found: dict[str, int] = {}
        for _ in range(count):
            found[text(data[at] << 8 | data[at + 1])] = at + 6
            at += 6 + LENGTH(data, at + 2)[0]
        return found, at
