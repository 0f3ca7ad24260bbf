"""A pdm.lock -> its packages; an entry for a package with extras adds the edges of those extras."""

from __future__ import annotations

import re

from packaging.utils import canonicalize_name

from paredown.resolve.project_file import ProjectFile
from paredown.resolve.pypi.lock import (
    Lock,
    Need,
    Origin,
    Pinned,
    checked_hashes,
    locked_name,
    locked_version,
    needs_of,
)
from paredown.resolve.pypi.reading import Table, toml_of
from paredown.resolve.pypi.wanted import parse_all

VERSIONS = re.compile(r"4(?:\.\d{1,3}){0,2}")


def read_pdm_lock(file: ProjectFile) -> Lock:
    """Return what `file` pins; raises `UnreadableProject` for a lock version that is not known."""
    top = toml_of(file)
    metadata = top.at("metadata")
    version = metadata.text("lock_version")
    if not VERSIONS.fullmatch(version):
        raise file.unreadable("lock_version is not 4; run `pdm lock` with PDM 2.8 or later")
    added: dict[tuple[str, str], dict[str, tuple[Need, ...]]] = {}
    plain_entries: list[Table] = []
    for package in top.tables("package"):
        extras = package.texts("extras")
        if not extras:
            plain_entries.append(package)
            continue
        key = (locked_name(file, package.text("name"), package.where), locked_version(package.text("version")))
        for extra in extras:
            added.setdefault(key, {})[canonicalize_name(extra)] = _needs(package)
    pinned = [_pinned(package, added) for package in plain_entries]
    return Lock(
        source=f"{file.name} {version}",
        file=file.name,
        pinned=tuple(one for one in pinned if one.version),
        requires_python=next((one.text("requires_python") for one in metadata.tables("targets")), ""),
        versionless=frozenset(one.name for one in pinned if not one.version),
    )


def _pinned(package: Table, added: dict[tuple[str, str], dict[str, tuple[Need, ...]]]) -> Pinned:
    name = locked_name(package.file, package.text("name"), package.where)
    version = locked_version(package.text("version"))
    files = list(package.tables("files"))
    names = [one.text("file") or one.text("url").rpartition("/")[2] for one in files]
    path = package.text("path")
    origin = Origin.REGISTRY
    if "git" in package or "ref" in package:
        origin = Origin.VCS
    elif path:
        origin = Origin.WHEEL if path.endswith(".whl") else Origin.FOLDER
    elif "url" in package:
        origin = Origin.ADDRESS
    return Pinned(
        name=name,
        version=version,
        origin=origin,
        path=path,
        markers=(package.text("marker"),) if package.text("marker") else (),
        needs=_needs(package),
        extras=added.get((name, version), {}),
        hashes=checked_hashes(one.text("hash") for one in files),
        wheels=tuple(one for one in names if one.endswith(".whl")) if names else None,
    )


def _needs(package: Table) -> tuple[Need, ...]:
    texts = package.texts("dependencies")
    return needs_of(parse_all(texts, package.file.name, package.place("dependencies")).wanted)
