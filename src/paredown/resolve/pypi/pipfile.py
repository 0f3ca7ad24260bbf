"""A Pipfile -> what it names, and a Pipfile.lock -> what it pins."""

from __future__ import annotations

from collections.abc import Iterator

from packaging.utils import canonicalize_name

from paredown.resolve.project_file import ProjectFile
from paredown.resolve.pypi.lock import (
    Lock,
    Origin,
    Pinned,
    checked_hashes,
    locked_name,
    locked_version,
)
from paredown.resolve.pypi.reading import Table, json_of, toml_of
from paredown.resolve.pypi.wanted import Manifest, Parsed, Wanted, normal, not_understood

SPEC = 6
"""The format of Pipfile.lock that is read; it has not changed since 2017."""
MARKER_KEYS = ("sys_platform", "platform_machine", "platform_system", "os_name", "python_version")


def read_pipfile(file: ProjectFile) -> Manifest:
    """Return what `file` names: `packages` to run, `dev-packages` to develop. Sources are not looked at."""
    top = toml_of(file)
    main, dev = _section(top.at("packages")), _section(top.at("dev-packages"))
    version = top.at("requires").text("python_version")
    return Manifest(
        requires_python=f"=={version}.*" if version else "",
        main=main.wanted,
        dev=dev.wanted,
        unresolved=main.unresolved,
        dev_unresolved=dev.unresolved,
    )


def _section(table: Table) -> Parsed:
    names = {key: normal(key) for key in table}
    return Parsed(
        tuple(_wanted(table, key, name) for key, name in names.items() if name),
        tuple(not_understood(table.place(key), table.file.name) for key, name in names.items() if not name),
    )


def read_pipfile_lock(file: ProjectFile) -> Lock:
    """Return what `file` pins; it has no edges, so all of it counts."""
    top = json_of(file)
    spec = top.at("_meta").raw("pipfile-spec")
    if spec != SPEC:
        raise file.unreadable(f"pipfile-spec is not {SPEC}; run `pipenv lock` with a current pipenv")
    versionless: set[str] = set()
    pinned: dict[str, Pinned] = {}
    for section in ("default", "develop"):
        for one in _pinned(top.at(section), section == "develop", versionless):
            pinned.setdefault(one.name, one)
    version = top.at("_meta", "requires").text("python_version")
    return Lock(
        source=f"{file.name} (pipfile-spec {SPEC})",
        file=file.name,
        pinned=tuple(pinned.values()),
        edges=False,
        requires_python=f"=={version}.*" if version else "",
        versionless=frozenset(versionless - pinned.keys()),
    )


def _wanted(table: Table, key: str, name: str) -> Wanted:
    held = table.raw(key)
    entry = Table(table.file, {"version": held} if isinstance(held, str) else held, table.place(key))
    conditions = [entry.text("markers"), *(f"{key} {entry.text(key)}" for key in MARKER_KEYS if entry.text(key))]
    return Wanted(
        name=name,
        source=table.file.name,
        extras=tuple(sorted(canonicalize_name(extra) for extra in entry.texts("extras"))),
        marker=" and ".join(f"({one})" for one in conditions if one),
        pin=entry.text("version").removeprefix("==") if entry.text("version").startswith("==") else "",
        local=entry.text("path"),
    )


def _pinned(section: Table, dev: bool, versionless: set[str]) -> Iterator[Pinned]:
    for key in section:
        entry = section.at(key)
        name = locked_name(section.file, key, section.place(key))
        version = locked_version(entry.text("version").removeprefix("=="))
        if not version:
            versionless.add(name)
            continue
        yield Pinned(
            name=name,
            version=version,
            origin=_origin(entry),
            path=entry.text("path"),
            markers=(entry.text("markers"),) if entry.text("markers") else (),
            hashes=checked_hashes(entry.texts("hashes")),
            dev=dev,
        )


def _origin(entry: Table) -> Origin:
    if any(kind in entry for kind in ("git", "hg", "svn", "bzr")):
        return Origin.VCS
    if "path" in entry:
        return Origin.WHEEL if entry.text("path").endswith(".whl") else Origin.FOLDER
    return Origin.ADDRESS if "file" in entry else Origin.REGISTRY
