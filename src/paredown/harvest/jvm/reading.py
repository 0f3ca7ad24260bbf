"""A package of class files -> what each of its classes declares, one damaged class costing no other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, TypeVar

from paredown.errors import UnreadableFile
from paredown.harvest.jvm.archives import SUFFIX, class_trees
from paredown.harvest.jvm.classfile import DAMAGED, NEWEST
from paredown.harvest.jvm.declared import Declared, Maker
from paredown.harvest.jvm.deprecation import numbers
from paredown.harvest.jvm.jar import Jar
from paredown.harvest.jvm.java.entries import entries_of
from paredown.harvest.jvm.java.types import Types
from paredown.harvest.jvm.kotlin.entries import class_entries, facade_entries
from paredown.harvest.jvm.kotlin.header import CLASS
from paredown.harvest.jvm.membership import Reached, reachable
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
    """Yield the declarations of `package` that a caller can reach, in the order of its class names."""
    java, kotlin = Maker(package.artifact, Language.JAVA), Maker(package.artifact, Language.KOTLIN)
    types = Types()

    def read(jar: Jar, unit: Unit, path: str) -> list[Declared | Unread]:
        if unit.header is None:
            held = reachable(jar, unit.name)
            return [*entries_of(jar, held, java, types)] if held else []
        if unit.kind == CLASS:
            return [*class_entries(jar, unit, kotlin)] if jar.standing(unit.name).reachable else []
        if unit.is_facade and jar.standing(unit.name).reachable:
            missing = [name for name in unit.header.parts if not jar.has(name)]
            said = [package.unread(path, MISSING)] if missing else []
            return [*facade_entries(jar, unit, kotlin), *said]
        return []

    yield from _read(package, read)


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
