"""A poetry.lock -> its packages: lock versions 1.1 (files in the metadata), 2.0 and 2.1 (groups and markers)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from packaging.utils import canonicalize_name

from paredown.resolve.project_file import ProjectFile
from paredown.resolve.pypi.lock import Lock, Need, Origin, Pinned, checked_hashes, locked_name, locked_version
from paredown.resolve.pypi.poetry_tables import as_specifiers, python_marker
from paredown.resolve.pypi.reading import Table, toml_of

VERSIONS = re.compile(r"(?:1\.[01]|2\.[01])")
REQUIRED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def read_poetry_lock(file: ProjectFile) -> Lock:
    """Return what `file` pins; raises `UnreadableProject` for a lock version that is not known."""
    top = toml_of(file)
    metadata = top.at("metadata")
    version = metadata.text("lock-version")
    if not VERSIONS.fullmatch(version):
        raise file.unreadable("lock-version is not 1.1, 2.0 or 2.1; run `poetry lock` with a current Poetry")
    pinned: list[Pinned] = []
    versionless: set[str] = set()
    for package in top.tables("package"):
        one = _pinned(package, metadata.at("files"))
        if one.version:
            pinned.append(one)
        else:
            versionless.add(one.name)
    return Lock(
        source=f"{file.name} {version}",
        file=file.name,
        pinned=tuple(pinned),
        requires_python=as_specifiers(metadata.text("python-versions").partition("||")[0]),
        versionless=frozenset(versionless),
    )


def _pinned(package: Table, old_files: Table) -> Pinned:
    name = package.text("name")
    needs = _needs(package.at("dependencies"))
    origin = _origin(package.at("source"))
    files = list(package.tables("files")) or list(old_files.tables(name))
    names = [one.text("file") for one in files]
    return Pinned(
        name=locked_name(package.file, name, package.where),
        version=locked_version(package.text("version")),
        origin=origin,
        path=package.at("source").text("url") if origin in (Origin.FOLDER, Origin.WHEEL) else "",
        markers=_markers(package),
        needs=tuple(one for held in needs.values() for one in held),
        extras=_extras(package.at("extras"), needs),
        hashes=checked_hashes(one.text("hash") for one in files),
        wheels=tuple(one for one in names if one.endswith(".whl")) if names else None,
    )


def _markers(package: Table) -> tuple[str, ...]:
    """Return the conditions of which one must hold; lock version 2.1 gives them whole or by group."""
    held = package.raw("markers")
    if held is None or isinstance(held, str):
        return (held,) if held else ()
    groups = package.at("markers")
    # A group that is not listed needs the package always.
    listed = {canonicalize_name(group) for group in groups}
    if any(canonicalize_name(group) not in listed for group in package.texts("groups")):
        return ()
    return tuple(groups.text(group) for group in groups)


def _needs(dependencies: Table) -> Mapping[str, tuple[Need, ...]]:
    """Return the edges by normalised name; an optional one without a condition waits for an extra that names it."""
    found: dict[str, tuple[Need, ...]] = {}
    for key in dependencies:
        name = locked_name(dependencies.file, key, dependencies.place(key))
        held = dependencies.raw(key)
        for one in held if isinstance(held, list) else [held]:
            entry = Table(dependencies.file, {"version": one} if isinstance(one, str) else one, dependencies.place(key))
            conditions = (entry.text("markers"), python_marker(entry.text("python")))
            marker = " and ".join(f"({text})" for text in conditions if text)
            if entry.flag("optional") and "extra" not in marker:
                marker = " and ".join(filter(None, (marker, 'extra == "-"')))
            extras = tuple(canonicalize_name(extra) for extra in entry.texts("extras"))
            need = Need(name, extras, marker, allowed=as_specifiers(entry.text("version").partition("||")[0]))
            found[name] = (*found.get(name, ()), need)
    return found


def _extras(extras: Table, needs: Mapping[str, Iterable[Need]]) -> dict[str, tuple[Need, ...]]:
    """Return what an extra adds where the edge itself does not say so, as in lock version 1.1."""
    found: dict[str, tuple[Need, ...]] = {}
    for extra in extras:
        added: list[Need] = []
        for text in extras.texts(extra):
            start = REQUIRED.match(text)
            for need in needs.get(canonicalize_name(start[0]), ()) if start else ():
                if 'extra == "-"' in need.marker:
                    marker = need.marker.removesuffix('extra == "-"').removesuffix(" and ")
                    added.append(need._replace(marker=marker))
        if added:
            found[canonicalize_name(extra)] = tuple(added)
    return found


def _origin(source: Table) -> Origin:
    kind = source.text("type")
    if kind == "file":
        return Origin.WHEEL if source.text("url").endswith(".whl") else Origin.ADDRESS
    return {"git": Origin.VCS, "directory": Origin.FOLDER, "url": Origin.ADDRESS}.get(kind, Origin.REGISTRY)
