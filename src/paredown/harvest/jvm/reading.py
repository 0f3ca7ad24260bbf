"""A package of class files -> what each of its classes declares, one damaged class costing no other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, TypeVar

from paredown.errors import UnreadableFile
from paredown.harvest.jvm.archives import SUFFIX, class_trees, holds_classes
from paredown.harvest.jvm.classfile import DAMAGED, NEWEST
from paredown.harvest.jvm.declared import Declared, Maker
from paredown.harvest.jvm.deprecation import numbers
from paredown.harvest.jvm.jar import Jar
from paredown.harvest.jvm.java.entries import entries_of
from paredown.harvest.jvm.java.types import Types
from paredown.harvest.jvm.kotlin.builtins import builtin_entries, builtin_files
from paredown.harvest.jvm.kotlin.entries import class_entries, facade_entries
from paredown.harvest.jvm.kotlin.header import CLASS
from paredown.harvest.jvm.membership import Reached, reachable
from paredown.harvest.jvm.sources.alone import declared_alone
from paredown.harvest.jvm.sources.library import MISSED, NO_SOURCES, WITHIN, sources_of
from paredown.harvest.jvm.unit import Unit
from paredown.harvest.package import Package
from paredown.model import Language, Unread

T = TypeVar("T")
STDLIB: Final = "org.jetbrains.kotlin:kotlin-stdlib"
"""The library whose version is the Kotlin version that a project's code sees."""
NEWER: Final = (
    "and others, {count:,} in all, are of class file version {newest}, newer than {known}; they were read as that one"
)
MISSING: Final = "stands for several files, and the classes of some are not there"
MISPLACED: Final = "lies at a path that is not its name, where no compiler finds it"


def declared(package: Package) -> Iterator[Declared | Unread]:
    """Yield the declarations of `package` that a caller can reach, by class name, those of one class in their order.

    Class files decide what there is; the sources that came with them add doc comments, the names of parameters and the
    order of the members of a class.
    """
    if not holds_classes(package.tree):
        yield from declared_alone(package, kotlin_version(package))
        return
    sources = NO_SOURCES
    for said in sources_of(package):
        if isinstance(said, Unread):
            yield said
        else:
            sources = said
    java, kotlin = Maker(package.artifact, Language.JAVA), Maker(package.artifact, Language.KOTLIN)
    types = Types()

    def read(jar: Jar, unit: Unit, path: str) -> list[Declared | Unread]:
        if unit.header is None:
            held = reachable(jar, unit.name)
            return in_order([*entries_of(jar, held, java, types, sources)]) if held else []
        if unit.kind == CLASS:
            standing = jar.standing(unit.name)
            return in_order([*class_entries(jar, unit, kotlin, sources)]) if standing.reachable else []
        if unit.is_facade and jar.standing(unit.name).reachable:
            missing = [name for name in unit.header.parts if not jar.has(name)]
            said = [package.unread(path, MISSING)] if missing else []
            return [*in_order([*facade_entries(jar, unit, kotlin, sources)]), *said]
        return []

    yield from _read(package, read)
    for name in builtin_files(package.tree):
        try:
            found = [*builtin_entries(package.tree.read(name), name, kotlin, package.tree, sources)]
        except UnreadableFile as error:
            yield package.unread(name, error.reason)
        except DAMAGED:
            yield package.unread(name, "is damaged, or of a form that is not known")
        else:
            yield from found
    if sources.missed:
        yield package.unread(WITHIN, MISSED.format(count=sources.missed))


def in_order(found: list[Declared]) -> list[Declared | Unread]:
    """Return the entries of one class as their source has them; what it does not hold stays behind its neighbour."""
    places: list[int] = []
    for declared in found:
        places.append(declared.at if declared.at >= 0 or not places else places[-1])
    return [found[index] for index in sorted(range(len(found)), key=places.__getitem__)]


def members(package: Package) -> Iterator[Reached | Unread]:
    """Yield the fields and methods of `package` that a caller can reach, as the virtual machine has them."""

    def read(jar: Jar, unit: Unit, _path: str) -> list[Reached | Unread]:
        held = reachable(jar, unit.name)
        return [*held.members] if held else []

    yield from _read(package, read)


def _read(package: Package, read: Callable[[Jar, Unit, str], list[T | Unread]]) -> Iterator[T | Unread]:
    kotlin = cache(lambda: kotlin_version(package))
    newer: list[str] = []
    newest = NEWEST
    for classes in class_trees(package):
        if isinstance(classes, Unread):
            yield classes
            continue
        jar = Jar(classes.tree, kotlin)
        for name in jar.names():
            path = f"{classes.within}{name}{SUFFIX}"
            try:
                unit = jar.unit(name)
                if unit.is_shut():
                    continue
                if unit.name != name:
                    yield package.unread(path, MISPLACED)
                    continue
                if unit.file.major > NEWEST:
                    newest = max(newest, unit.file.major)
                    newer.append(path)
                found = read(jar, unit, path)
            except UnreadableFile as error:
                yield package.unread(path, error.reason)
            except DAMAGED:
                yield package.unread(path, "is damaged or not a class file")
            else:
                yield from found
    if newer:
        yield package.unread(newer[0], NEWER.format(count=len(newer), newest=newest, known=NEWEST))


def kotlin_version(package: Package) -> tuple[int, ...]:
    """Return the version of Kotlin's own library that the project resolved, empty where the graph has none."""
    artifact = package.artifact
    if artifact.name != STDLIB:
        near = package.near(STDLIB)
        if near is None:
            return ()
        artifact = near.artifact
    return numbers(artifact.version)
