"""`libs.versions.toml` -> the libraries and bundles that a script's accessors (`libs.foo.bar`) mean."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from paredown.errors import UnreadableProject
from paredown.resolve.jvm.coordinates import Module
from paredown.resolve.jvm.gradle.wanted import Rich, Wanted, read_notation, read_version
from paredown.resolve.jvm.reading import text_of
from paredown.resolve.project_file import ProjectFile

SEPARATOR = re.compile(r"[-_.]")
AT_LINE = re.compile(r"at line (\d+)")
MAX_KEY = 32
"""Dots in a line of a catalog outside of strings; `tomllib` takes time that grows with their square."""

Accessor = tuple[str, ...]


class Alias(NamedTuple):
    """A library of a catalog, or in `why` the reason that it cannot be told which."""

    wanted: Wanted | None
    why: str = ""


class Catalog(NamedTuple):
    """One catalog, its aliases as accessors spell them."""

    libraries: Mapping[Accessor, Alias]
    bundles: Mapping[Accessor, Sequence[Accessor]]
    versions: Mapping[Accessor, Rich]
    plugins: Mapping[Accessor, tuple[str, str]]


def accessor(alias: str) -> Accessor:
    """Return the parts under which a script names `alias`: `foo-bar_baz` is `foo.bar.baz`."""
    return tuple(SEPARATOR.split(alias))


def read_catalog(file: ProjectFile) -> Catalog:
    """Return the catalog in `file`; raises `UnreadableProject` with the line where TOML ends to be TOML."""
    import tomllib

    text = text_of(file)
    for number, line in enumerate(text.splitlines(), 1):
        if re.sub(r'"[^"]*"|\'[^\']*\'', "", line).count(".") > MAX_KEY:
            raise UnreadableProject(file.at(number), f"a key of more than {MAX_KEY} parts")
    try:
        tables = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        at = AT_LINE.search(str(error))
        raise UnreadableProject(file.at(int(at[1]) if at else 0), "is not valid TOML") from error
    versions = {accessor(name): _version(value, {}) for name, value in _table(tables, "versions").items()}
    return Catalog(
        libraries={accessor(name): _library(value, versions) for name, value in _table(tables, "libraries").items()},
        bundles={
            accessor(name): [accessor(one) for one in value if isinstance(one, str)]
            for name, value in _table(tables, "bundles").items()
            if isinstance(value, list)
        },
        versions={name: version for name, version in versions.items() if version},
        plugins={accessor(name): _plugin(value, versions) for name, value in _table(tables, "plugins").items()},
    )


def _table(tables: Mapping[str, object], name: str) -> Mapping[str, object]:
    found = tables.get(name)
    return found if isinstance(found, dict) else {}


def _library(value: object, versions: Mapping[Accessor, Rich | None]) -> Alias:
    if isinstance(value, str):
        wanted = read_notation(value)
        return Alias(wanted, "" if wanted else "the catalog names no group and artifact for it")
    if not isinstance(value, dict):
        return Alias(None, "the catalog names no group and artifact for it")
    module = value.get("module")
    group, _, artifact = module.partition(":") if isinstance(module, str) else ("", "", "")
    group, artifact = group or _text(value.get("group")), artifact or _text(value.get("name"))
    if not group or not artifact:
        return Alias(None, "the catalog names no group and artifact for it")
    version = _version(value["version"], versions) if "version" in value else Rich()
    if version is None:
        return Alias(None, "the catalog has no version of the name that it refers to")
    return Alias(Wanted(Module(group, artifact), version))


def _version(value: object, versions: Mapping[Accessor, Rich | None]) -> Rich | None:
    if isinstance(value, str):
        return read_version(value)
    if isinstance(value, dict):
        reference = value.get("ref")
        if isinstance(reference, str):
            return versions.get(accessor(reference))
        return Rich(_text(value.get("require")), _text(value.get("strictly")), _text(value.get("prefer")))
    return None


def _plugin(value: object, versions: Mapping[Accessor, Rich | None]) -> tuple[str, str]:
    """Return a plugin's id and version, whatever is missing of them empty."""
    if isinstance(value, str):
        name, _, version = value.partition(":")
        return name, version
    if not isinstance(value, dict):
        return "", ""
    found = _version(value["version"], versions) if "version" in value else None
    return _text(value.get("id")), found.wanted if found else ""


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
