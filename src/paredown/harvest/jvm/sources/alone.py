"""A package of source files without class files -> the entries that their own words tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from paredown.harvest.jvm.declared import Declared
from paredown.harvest.jvm.sources.heirs import Heirs, settled
from paredown.harvest.jvm.sources.library import JAVA, KOTLIN, UNDECLARING, read_all
from paredown.harvest.jvm.sources.written import Shape, Sort, Written
from paredown.harvest.package import Package
from paredown.model import Entry, Language, Prose, Symbol, Unread
from paredown.tree import Tree

ELSEWHERE: Final = re.compile(
    r"(?:js|native|ios|macos|tvos|watchos|linux|mingw|windows|apple|darwin|unix|posix|wasm|nix|nonJvm)\w*(?:Main|Test)?/",
    re.IGNORECASE,
)
"""Source sets of a multi-platform library that no caller on the virtual machine sees."""


class Told(NamedTuple):
    """One declaration that callers reach, and the language that it is written in."""

    written: Written
    language: Language


def holds_sources(tree: Tree) -> bool:
    """Whether there are source files of Java or Kotlin in `tree`."""
    return any(name.endswith((JAVA, KOTLIN)) and not name.endswith(UNDECLARING) for name in tree.names())


def declared_alone(package: Package, kotlin: tuple[int, ...] = ()) -> Iterator[Declared | Unread]:
    """Yield what the source files of `package` declare, language by language; `kotlin` is the version callers use."""
    for found in written_alone(package, package.tree, kotlin):
        if isinstance(found, Unread):
            yield found
        else:
            one, language = found
            member = "" if one.sort is Sort.TYPE else one.name
            yield Declared(_entry(package, one, language), one.holder or one.owner, member, "", one.at)


def written_alone(package: Package, tree: Tree, kotlin: tuple[int, ...] = ()) -> Iterator[Told | Unread]:
    """Yield what callers reach of the source files in `tree`, once all of them were read."""
    read: dict[Language, list[Written]] = {}
    shapes: list[Shape] = []
    for file in read_all(package, tree, kotlin=kotlin, without=ELSEWHERE, whole=True):
        if isinstance(file, Unread):
            yield file
        else:
            read.setdefault(file.language, []).extend(file.written)
            shapes += file.shapes
    heirs = Heirs(shapes)
    for language, written in read.items():
        for one in settled(written, heirs, java=language is Language.JAVA):
            yield Told(one, language)


def _entry(package: Package, one: Written, language: Language) -> Entry:
    return Entry(
        symbol=Symbol(language=language, parts=one.parts),
        kind=one.kind,
        signature=one.signature,
        import_path=one.imported,
        artifact=package.artifact,
        deprecation=one.deprecation,
        constants=tuple([Prose(text) for text in one.literals]),
        prose=one.prose,
    )
