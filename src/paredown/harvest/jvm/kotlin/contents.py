"""The message of a class or of a file's facade -> what it declares."""

from __future__ import annotations

from typing import NamedTuple

from paredown.harvest.jvm.kotlin import flags as bits
from paredown.harvest.jvm.kotlin.declarations import Declaration, Reader
from paredown.harvest.jvm.kotlin.generics import NO_GENERICS, Generics
from paredown.harvest.jvm.kotlin.header import Header
from paredown.harvest.jvm.kotlin.types import Types
from paredown.harvest.jvm.protobuf import Field, fields, packed

# Keys of `Class`.
FLAGS, NAME, COMPANION, PARAMETERS, SUPERTYPE, SUPERTYPE_IDS = 8, 24, 32, 42, 50, 18
CONSTRUCTOR, FUNCTION, PROPERTY, ALIAS, ENTRY, TABLE = 66, 74, 82, 90, 106, 242
# Keys of `Package`.
P_FUNCTION, P_PROPERTY, P_ALIAS = 26, 34, 42
ENTRY_NAME = 8
LOCAL = "."


class Contents(NamedTuple):
    """What the metadata of one class file declares.

    `name` is that of a class, as the metadata spells it (`okhttp3/Interceptor.Chain`), and `flags` are its own;
    both are empty for the facade of a file. `scope` holds the type parameters by number, for the inner classes.
    """

    name: str
    flags: int
    generics: Generics
    supertypes: tuple[str, ...]
    companion: str
    declarations: tuple[Declaration, ...]
    entries: tuple[str, ...]
    scope: dict[int, str]


def read_contents(header: Header, outer: dict[int, str]) -> Contents:
    """Return what `header` holds; `outer` are the type parameters of the classes around an inner one.

    Raises ValueError or IndexError when it is corrupt.
    """
    data, strings = header.message, header.strings
    types = Types(data, strings)
    types.parameters.update(outer)
    parts = fields(data, header.start, len(data)) if data else []
    for key, value, stop in parts:
        if key == TABLE:
            types.table(value, stop)
    reader = Reader(data, strings, types)
    if header.kind != 1:
        return Contents("", 0, NO_GENERICS, (), "", _of_file(reader, parts), (), {})
    name = companion = ""
    flags = 6
    entries: list[str] = []
    for key, value, stop in parts:
        if key == NAME:
            name = strings[value]
        elif key == FLAGS:
            flags = value
        elif key == COMPANION:
            companion = strings[value]
        elif key == ENTRY:
            entries += [strings[number] for inner, number, _ in fields(data, value, stop) if inner == ENTRY_NAME]
    generics = Generics.of(data, strings, types, [part for part in parts if part[0] == PARAMETERS], of_class=True)
    supertypes: list[str] = []
    for key, value, stop in parts:
        if key == SUPERTYPE:
            supertypes.append(types.read(value, stop).text)
        elif key == SUPERTYPE_IDS:
            supertypes += [types.numbered(number).text for number in packed(data, value, stop)]
    own = name.rpartition("/")[2].rpartition(".")[2]
    declared = tuple(_of_class(reader, parts, own))
    return Contents(name, flags, generics, tuple(supertypes), companion, declared, tuple(entries), types.parameters)


def _of_class(reader: Reader, parts: list[Field], name: str) -> list[Declaration]:
    found: list[Declaration] = []
    for key, value, stop in parts:
        if key == FUNCTION:
            found.append(reader.function(value, stop))
        elif key == PROPERTY:
            found.append(reader.property(value, stop))
        elif key == CONSTRUCTOR:
            found.append(reader.constructor(value, stop, name))
        elif key == ALIAS:
            found.append(reader.alias(value, stop))
    return found


def _of_file(reader: Reader, parts: list[Field]) -> tuple[Declaration, ...]:
    found: list[Declaration] = []
    for key, value, stop in parts:
        if key == P_FUNCTION:
            found.append(reader.function(value, stop))
        elif key == P_PROPERTY:
            found.append(reader.property(value, stop))
        elif key == P_ALIAS:
            found.append(reader.alias(value, stop))
    return tuple(found)


def is_nested_in_a_body(contents: Contents) -> bool:
    """Whether a class is declared within a function, so that nobody else can name it."""
    return contents.flags >> 1 & 7 == bits.LOCAL or contents.name.startswith(LOCAL)
