"""A uv.lock -> its packages, with the edges, forks and files of each."""

from __future__ import annotations

from typing import NamedTuple

from packaging.utils import canonicalize_name

from paredown.resolve.project_file import ProjectFile
from paredown.resolve.pypi.lock import Lock, Need, Origin, Pinned, checked_hashes, locked_name, locked_version
from paredown.resolve.pypi.reading import Table, toml_of

VERSION = 1
"""The one format version there is; revisions of it only add keys."""


class Source(NamedTuple):
    """Where a package comes from, and the path where that is local."""

    origin: Origin
    path: str = ""


def read_uv_lock(file: ProjectFile) -> Lock:
    """Return what `file` pins; raises `UnreadableProject` for another format version."""
    top = toml_of(file)
    version, revision = top.raw("version"), top.raw("revision")
    if version is True or version != VERSION:
        raise file.unreadable(f"version is not {VERSION}; run `uv lock` with a uv that writes it")
    pinned: list[Pinned] = []
    versionless: set[str] = set()
    for package in top.tables("package"):
        one = _pinned(package)
        if one.version:
            pinned.append(one)
        else:
            versionless.add(one.name)
    shown = f", revision {revision}" if isinstance(revision, int) else ""
    return Lock(
        source=f"{file.name} v{VERSION}{shown}",
        file=file.name,
        pinned=tuple(pinned),
        requires_python=top.text("requires-python"),
        versionless=frozenset(versionless),
    )


def _pinned(package: Table) -> Pinned:
    source = _source(package.at("source"))
    files = [*package.tables("wheels"), *([package.at("sdist")] if "sdist" in package else [])]
    optional = package.at("optional-dependencies")
    return Pinned(
        name=locked_name(package.file, package.text("name"), package.where),
        version=locked_version(package.text("version")),
        origin=source.origin,
        path=source.path,
        markers=package.texts("resolution-markers"),
        needs=_needs(package, "dependencies"),
        extras={canonicalize_name(extra): _needs(optional, extra) for extra in optional},
        hashes=checked_hashes(one.text("hash") for one in files),
        wheels=tuple(_file_name(wheel) for wheel in package.tables("wheels")),
    )


def _needs(table: Table, key: str) -> tuple[Need, ...]:
    return tuple(
        Need(
            name=locked_name(table.file, one.text("name"), one.where),
            extras=tuple(canonicalize_name(extra) for extra in one.texts("extra")),
            marker=one.text("marker"),
            version=locked_version(one.text("version")),
        )
        for one in table.tables(key)
    )


def _source(source: Table) -> Source:
    if "registry" in source:
        return Source(Origin.REGISTRY)
    for kind in ("editable", "virtual", "directory"):
        if kind in source:
            return Source(Origin.FOLDER, source.text(kind))
    if "path" in source:
        path = source.text("path")
        return Source(Origin.WHEEL if path.endswith(".whl") else Origin.ADDRESS, path)
    return Source(Origin.VCS if "git" in source else Origin.ADDRESS)


def _file_name(wheel: Table) -> str:
    """Return the name of a wheel's file: an index gives an address, a local index a path, a direct one the name."""
    from urllib.parse import unquote, urlsplit

    named = wheel.text("filename") or wheel.text("path") or unquote(urlsplit(wheel.text("url")).path)
    return named.replace("\\", "/").rpartition("/")[2]
