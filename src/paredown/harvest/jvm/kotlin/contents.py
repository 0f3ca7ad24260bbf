"""The message of a class, or of the facade of a file, -> what it declares, each part read when asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from paredown.harvest.jvm.kotlin import flags as bits
from paredown.harvest.jvm.kotlin.declarations import Declaration, Reader
from paredown.harvest.jvm.kotlin.generics import Generics, class_generics
from paredown.harvest.jvm.kotlin.header import CLASS, Header
from paredown.harvest.jvm.kotlin.types import Types
from paredown.harvest.jvm.names import MAX_LISTED
from paredown.harvest.jvm.protobuf import fields, packed

# Keys of `Class`.
FLAGS, NAME, COMPANION, PARAMETERS, SUPERTYPE, SUPERTYPE_IDS = 8, 24, 32, 42, 50, 18
CONSTRUCTOR, FUNCTION, PROPERTY, ALIAS, ENTRY, TABLE = 66, 74, 82, 90, 106, 242
# Keys of `Package`.
FILE_FUNCTION, FILE_PROPERTY, FILE_ALIAS = 26, 34, 42
ENTRY_NAME: Final = 8
DEFAULT_FLAGS: Final = 6


class Contents:
    """What the metadata of one class file declares.

    `flags` and `kind` are those of a class; `kind` is -1 for the facade of a file. Everything raises ValueError or
    IndexError when the message is corrupt.
    """

    __slots__ = ("_classes", "_generics", "_parts", "_reader", "_strings", "flags", "kind", "types")

    def __init__(self, header: Header, outer: Mapping[int, str]) -> None:
        """Read `header`; `outer` are the type parameters of the classes around an inner one, by number."""
        data, strings = header.message, header.strings
        self._strings = strings
        self._classes = strings if header.classes is None else header.classes
        self._parts = parts = fields(data, header.start, len(data))
        self.types = types = Types(data, strings, header.classes)
        types.parameters.update(outer)
        self._reader = Reader(data, strings, types)
        self._generics: Generics | None = None
        self.flags = DEFAULT_FLAGS
        self.kind = -1
        for key, value, stop in parts:
            if key == TABLE:
                types.table(value, stop)
        if header.kind != CLASS:
            return
        self.flags = next((value for key, value, _ in parts if key == FLAGS), DEFAULT_FLAGS)
        self.kind = bits.class_kind(self.flags)

    @property
    def name(self) -> str:
        """The name of a class as the metadata spells it (`okhttp3/Interceptor.Chain`), empty for a facade."""
        return self._text(NAME, self._classes)

    @property
    def companion(self) -> str:
        """The name of the companion object of a class, or nothing."""
        return self._text(COMPANION, self._strings)

    def _text(self, wanted: int, names: Mapping[int, str]) -> str:
        for key, value, _ in self._parts if self.kind >= 0 else ():
            if key == wanted:
                return names[value]
        return ""

    @property
    def generics(self) -> Generics:
        """The type parameters of a class."""
        if self._generics is None:
            messages = [part for part in self._parts if part[0] == PARAMETERS] if self.kind >= 0 else []
            self._generics = class_generics(self._reader.data, self._strings, self.types, messages)
        return self._generics

    @property
    def supertypes(self) -> list[str]:
        """The types that a class inherits from."""
        found: list[str] = []
        for key, value, stop in self._parts:
            if key == SUPERTYPE:
                found.append(self.types.read(value, stop).text)
            elif key == SUPERTYPE_IDS:
                found += [self.types.numbered(number).text for number in packed(self._reader.data, value, stop)]
        return found[:MAX_LISTED]

    @property
    def entries(self) -> list[str]:
        """The names of the entries of an enum class."""
        found: list[str] = []
        for key, start, stop in self._parts:
            if key == ENTRY and self.kind >= 0:
                parts = fields(self._reader.data, start, stop)
                found += [self._strings[number] for part, number, _ in parts if part == ENTRY_NAME]
        return found

    def declarations(self, *, every: bool) -> Iterator[Declaration]:
        """Yield what is declared: `every` declaration, or only those that a caller may reach."""
        reader = self._reader
        if self.kind < 0:
            function, property_, alias, constructor, own = FILE_FUNCTION, FILE_PROPERTY, FILE_ALIAS, -1, ""
        else:
            function, property_, alias, constructor = FUNCTION, PROPERTY, ALIAS, CONSTRUCTOR
            _ = self.generics  # their numbers stand in the types below
            own = self.name.rpartition("/")[2].rpartition(".")[2]
        found: Declaration | None
        for key, value, stop in self._parts:
            if key == function:
                found = reader.function(value, stop, every)
            elif key == property_:
                found = reader.property(value, stop, every)
            elif key == constructor:
                found = reader.constructor(value, stop, own, every)
            elif key == alias:
                found = reader.alias(value, stop)
            else:
                continue
            if found is not None:
                yield found
