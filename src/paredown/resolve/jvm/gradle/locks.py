"""Gradle's lock files, and listings of class paths that other tools keep -> the libraries that are resolved."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from paredown.resolve.jvm.coordinates import Module
from paredown.resolve.jvm.gradle.configurations import Use, class_path_use
from paredown.resolve.jvm.gradle.wanted import read_notation
from paredown.resolve.jvm.reading import text_of
from paredown.resolve.project_file import ProjectFile

LISTED = re.compile(r"(?:[+\\|` -]*)([\w.-]+:[\w.-]+)(?::([\w.+-]+))?(?: \(\*\))?")
CLASS_PATH_FILE = re.compile(r"(.+)\.(?:txt|lockfile)")


class Locked(NamedTuple):
    """One library on class paths of a member, without a version where a listing leaves it out."""

    module: Module
    version: str
    uses: frozenset[Use]


def read_lock(file: ProjectFile) -> Iterator[Locked]:
    """Yield the libraries of a lock file, one for all configurations or for one; raises `UnreadableProject`."""
    alone = CLASS_PATH_FILE.fullmatch(file.name.rpartition("/")[2])
    named = alone[1] if alone and alone[1] != "gradle" else ""
    for line in text_of(file).splitlines():
        coordinates, equals, configurations = line.strip().partition("=")
        wanted = None if line.startswith("#") else read_notation(coordinates)
        if wanted is None or not wanted.version.require or not (equals or named):
            continue
        uses = frozenset(class_path_use(one) for one in (configurations.split(",") if equals else [named]))
        yield Locked(wanted.module, wanted.version.require, uses)


def read_listing(file: ProjectFile) -> Iterator[Locked]:
    """Yield the libraries that a listing names; lines of members and of other things are left out."""
    use = class_path_use(file.name.rpartition("/")[2].removesuffix(".txt"))
    for line in text_of(file).splitlines():
        found = LISTED.fullmatch(line.rstrip())
        if found is not None:
            group, _, artifact = found[1].partition(":")
            yield Locked(Module(group, artifact), found[2] or "", frozenset((use,)))


def kept(locked: Iterable[Locked], *, dev: bool) -> list[Locked]:
    """Return those on a class path that counts."""
    counted = {Use.NAMED, Use.TEST} if dev else {Use.NAMED}
    return [one for one in locked if one.uses & counted]
