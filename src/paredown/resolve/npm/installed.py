"""The `node_modules` of a project -> what is installed in which folder.

Packages are found as folders, at any depth, also in the stores of pnpm and bun inside `node_modules`. A link is
recorded with where it leads when that is inside the project, and never walked through, so cycles cannot matter.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from paredown.resolve.npm.document import table, text_of
from paredown.resolve.npm.naming import legal

MODULES = "node_modules"
STORES = (".pnpm", ".bun", ".store")
MAX_MANIFEST = 4 * 1024 * 1024
"""Bytes of an installed package.json."""
MAX_INSTALLED = 100_000
"""Folders that are looked at."""
MAX_PATH = 4096
CUT = f"node_modules holds more than {MAX_INSTALLED:,} packages; the others were not looked at"


@dataclass(frozen=True, slots=True, kw_only=True)
class Installed:
    """What was found, keyed by the folder's path relative to the project: a package.json, or where a link leads.

    `cut` says that there is more than is looked at.
    """

    packages: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    links: Mapping[str, str] = field(default_factory=dict)
    cut: bool = False

    def entries(self) -> dict[str, Mapping[str, object]]:
        """Return it in the shape of npm's lock file."""
        linked = {path: {"link": True, "resolved": target} for path, target in self.links.items()}
        return {**{path: _entry(path, found) for path, found in self.packages.items()}, **linked}


def scan(project: Path, members: Iterable[str]) -> Installed:
    """Return what lies in `node_modules` of the project's root and of the folders of its `members`."""
    root = os.path.realpath(project)
    packages: dict[str, Mapping[str, object]] = {}
    links: dict[str, str] = {}
    stack = [f"{folder}/{MODULES}" if folder else MODULES for folder in members]
    while stack and len(packages) + len(links) < MAX_INSTALLED:
        modules = stack.pop()
        if os.path.islink(os.path.join(root, modules)):
            continue
        for name, entry in _children(root, modules):
            path = f"{modules}/{name}"
            if entry.is_symlink():
                target = os.path.relpath(os.path.realpath(entry.path), root).replace(os.sep, "/")
                if target != ".." and not target.startswith("../") and os.path.isdir(entry.path):
                    links[path] = target
            elif name in STORES:
                stack.extend(_stored(root, path))
            elif len(path) <= MAX_PATH:
                found = read_installed(os.path.join(root, path))
                if found is not None:
                    packages[path] = found
                stack.append(f"{path}/{MODULES}")
    return Installed(packages=packages, links=links, cut=bool(stack))


def read_installed(folder: str) -> dict[str, object] | None:
    """Return the package.json in `folder`, or None when it is missing, too large or not one."""
    try:
        handle = os.open(os.path.join(folder, "package.json"), os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
    except OSError:
        return None
    with os.fdopen(handle, "rb") as file:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode) or status.st_size > MAX_MANIFEST:
            return None
        return parse_manifest(file.read(MAX_MANIFEST + 1))


def parse_manifest(content: bytes) -> dict[str, object] | None:
    """Return a dependency's package.json, or None when it is not an object of JSON."""
    try:
        found = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _children(root: str, modules: str) -> Iterator[tuple[str, os.DirEntry[str]]]:
    for entry in _listed(os.path.join(root, modules)):
        if entry.name.startswith("@"):
            if not entry.is_symlink():
                for inner in _listed(entry.path):
                    if legal(f"{entry.name}/{inner.name}"):
                        yield f"{entry.name}/{inner.name}", inner
        elif legal(entry.name) or entry.name in STORES:
            yield entry.name, entry


def _stored(root: str, store: str) -> Iterator[str]:
    for entry in _listed(os.path.join(root, store)):
        if not entry.is_symlink():
            yield f"{store}/{entry.name}" if entry.name == MODULES else f"{store}/{entry.name}/{MODULES}"


def _listed(folder: str) -> list[os.DirEntry[str]]:
    # Not `entry.is_dir()`, which raises for a link to itself.
    try:
        with os.scandir(folder) as entries:
            return [entry for entry in entries if os.path.isdir(entry.path)]
    except OSError:
        return []


def _entry(path: str, found: Mapping[str, object]) -> Mapping[str, object]:
    """Leave out what only the lock file would know, and a name that is the folder's own."""
    fields = {key: value for key, value in found.items() if key not in ("link", "resolved", "integrity", "optional")}
    if text_of(fields.get("name")) == path.rpartition(f"{MODULES}/")[2]:
        fields.pop("name")
    fields["optionalDependencies"] = table(fields.get("optionalDependencies"))
    return fields
