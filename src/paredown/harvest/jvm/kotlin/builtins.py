"""A `.kotlin_builtins` file -> the types that Kotlin has of itself and the virtual machine has under other names.

`kotlin.String`, `kotlin.collections.List`: no class file holds them, the compiler reads them from here. The file is a
version, then a message of two tables of names, what stands outside of classes, and the classes. What it says of their
annotations is not read: nothing of it is told to be withdrawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from paredown.harvest.jvm.declared import Declared, Maker, Place
from paredown.harvest.jvm.kotlin import flags as bits
from paredown.harvest.jvm.kotlin.contents import Contents
from paredown.harvest.jvm.kotlin.declarations import Declaration, Sort
from paredown.harvest.jvm.kotlin.entries import told_of
from paredown.harvest.jvm.kotlin.header import CLASS, FILE_FACADE, Header
from paredown.harvest.jvm.kotlin.signatures import (
    alias_signature,
    class_signature,
    constructor_signature,
    function_signature,
    property_signature,
)
from paredown.harvest.jvm.names import cut, in_line, quoted
from paredown.harvest.jvm.protobuf import fields
from paredown.harvest.jvm.sources.library import NO_SOURCES, Sources
from paredown.harvest.jvm.sources.written import Sort as Sought
from paredown.model import NO_PROSE, Entry, Kind, Prose
from paredown.tree import Tree

SUFFIX: Final = ".kotlin_builtins"
MOST_NUMBERS: Final = 16
# Keys of `PackageFragment`, `StringTable`, `QualifiedNameTable` and `QualifiedName`.
STRINGS, NAMES, PACKAGE, BUILT_IN = 10, 18, 26, 34
STRING, QUALIFIED, PARENT, SHORT, OF_WHAT = 10, 10, 8, 16, 24
A_CLASS: Final = 0
A_PACKAGE: Final = 1
NOTHING_AROUND: Final = (1 << 64) - 1
KINDS: Final = {bits.INTERFACE: Kind.INTERFACE, bits.ENUM: Kind.ENUM}


class Name(NamedTuple):
    """One name of a package or a class: the number of what it is in, its own, and which of both it is."""

    parent: int
    short: int
    kind: int


def builtin_files(tree: Tree) -> list[str]:
    """Return the files of built-in types in `tree`."""
    return [name for name in tree.names() if name.endswith(SUFFIX)]


def builtin_entries(data: bytes, path: str, maker: Maker, tree: Tree, sources: Sources) -> Iterator[Declared]:
    """Yield what the file at `path` declares and no class file of `tree` does, with what `sources` say of it.

    Raises ValueError or IndexError when it is corrupt.
    """
    count = int.from_bytes(data[:4], "big")
    if count > MOST_NUMBERS:
        raise ValueError("a version of more numbers than any has")
    strings: list[str] = []
    names: list[Name] = []
    parts = fields(data, 4 + 4 * count, len(data))
    for key, start, end in parts:
        if key == STRINGS:
            strings += [data[at:stop].decode() for part, at, stop in fields(data, start, end) if part == STRING]
        elif key == NAMES:
            names += [_name(data, at, stop) for part, at, stop in fields(data, start, end) if part == QUALIFIED]
    classes = _qualified(names, strings)
    own = dict(enumerate(strings))
    package = path.rpartition("/")[0].replace("/", ".")
    for key, start, end in parts:
        if key not in (PACKAGE, BUILT_IN):
            continue
        kind = CLASS if key == BUILT_IN else FILE_FACADE
        contents = Contents(Header(kind, (), data[start:end], 0, own, (), "", classes), {})
        if kind == FILE_FACADE:
            yield from _outside(contents, package, maker, sources)
        elif not tree.has(f"{contents.name.replace('.', '$')}.class"):
            yield from _class(contents, maker, sources)


def _name(data: bytes, start: int, end: int) -> Name:
    one = {key: value for key, value, _ in fields(data, start, end)}
    return Name(one.get(PARENT, NOTHING_AROUND), one.get(SHORT, 0), one.get(OF_WHAT, A_PACKAGE))


def _qualified(names: list[Name], strings: list[str]) -> Mapping[int, str]:
    """Return the whole name of each class and package, spelled as in the metadata of class files."""
    found: dict[int, str] = {}
    for number, name in enumerate(names):
        text = strings[name.short]
        if name.parent != NOTHING_AROUND:
            # A name comes after what it is in.
            around = found[name.parent]
            text = f"{around}{'.' if names[name.parent].kind == A_CLASS else '/'}{text}"
        found[number] = cut(text)
    return found


def _class(contents: Contents, maker: Maker, sources: Sources) -> Iterator[Declared]:
    if bits.visibility(contents.flags) not in (bits.PUBLIC, bits.PROTECTED) or contents.kind == bits.ENUM_ENTRY:
        return
    package, _, name = contents.name.rpartition("/")
    place = Place(package.replace("/", "."), tuple(name.split(".")))
    internal = contents.name.replace(".", "$")
    kind = KINDS.get(contents.kind, Kind.CLASS)
    _ = contents.generics  # their numbers stand in the types of everything else
    signature = class_signature(contents, place.names[-1])
    told = sources.find(internal, Sought.TYPE, "") if sources else None
    prose, at = (told.prose, told.at) if told else (NO_PROSE, -1)
    yield Declared(maker.entry(place.parts, kind, signature, place.imported, prose=prose), internal, "", "", at)
    sources = sources if told else NO_SOURCES
    for value in contents.entries:
        member = maker.entry((*place.parts, value), Kind.MEMBER, in_line(quoted(value)), place.imported)
        yield Declared(member, internal, value, f"L{internal};")
    final = bits.modality(contents.flags) == bits.IN_FINAL
    for declared in contents.declarations(every=False):
        seen = declared.visibility
        if seen == bits.PUBLIC or (seen == bits.PROTECTED and not final):
            told = told_of(sources, internal, declared) if sources else None
            entry = _member(declared, contents, place, maker, told.prose if told else NO_PROSE)
            yield Declared(entry, internal, *(declared.method or (declared.name, "")), told.at if told else -1)


def _member(declared: Declaration, contents: Contents, place: Place, maker: Maker, prose: Prose) -> Entry:
    if declared.sort is Sort.CONSTRUCTOR:
        return maker.entry(place.parts, Kind.CONSTRUCTOR, constructor_signature(declared), place.imported, prose=prose)
    parts = (*place.parts, declared.name)
    kind = Kind.METHOD if declared.sort is Sort.FUNCTION else _value_kind(declared)
    signature = _signature(declared, in_interface=contents.kind == bits.INTERFACE, shown=bool(declared.receiver.text))
    return maker.entry(parts, kind, signature, place.imported, prose=prose)


def _outside(contents: Contents, package: str, maker: Maker, sources: Sources) -> Iterator[Declared]:
    for declared in contents.declarations(every=False):
        if declared.visibility != bits.PUBLIC:
            continue
        receiver = declared.receiver
        parts = (package, *(receiver.name.replace("`", "").split(".") if receiver.name else ()), declared.name)
        kind = Kind.FUNCTION if declared.sort is Sort.FUNCTION else _value_kind(declared)
        signature = _signature(declared, in_interface=False, shown=receiver.text != receiver.name)
        told = told_of(sources, f"{package.replace('.', '/')}/", declared) if sources else None
        prose, at = (told.prose, told.at) if told else (NO_PROSE, -1)
        entry = maker.entry(parts, kind, signature, f"{package}.{declared.name}", prose=prose)
        yield Declared(entry, package.replace(".", "/"), *(declared.method or (declared.name, "")), at)


def _value_kind(declared: Declaration) -> Kind:
    if declared.sort is Sort.ALIAS:
        return Kind.TYPE
    return Kind.CONSTANT if declared.flags & bits.CONST else Kind.PROPERTY


def _signature(declared: Declaration, *, in_interface: bool, shown: bool) -> str:
    if declared.sort is Sort.FUNCTION:
        return function_signature(declared, in_interface=in_interface, shown=shown)
    if declared.sort is Sort.ALIAS:
        return alias_signature(declared)
    return property_signature(declared, in_interface=in_interface, shown=shown, literal=False)
