"""package-lock.json, npm-shrinkwrap.json and npm's hidden lock file -> pins.

The key of an entry is the folder it is installed in, so a dependency is found as Node finds it: in the
`node_modules` beside the asking package, then in that of each folder above.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence

from paredown.errors import UnreadableProject
from paredown.resolve.npm.document import parse_json, required_table, table, text_of, texts
from paredown.resolve.npm.machine import Limits
from paredown.resolve.npm.manifest import Manifest, wants_of
from paredown.resolve.npm.naming import exact, is_remote
from paredown.resolve.npm.pin import PROJECT, THE_PROJECT, Bond, Kind, Locked, Origin, Pin

MODULES = "node_modules"
MAX_PATH = 4096
"""Characters of an installed folder's path."""
NO_PATHS = "lockfileVersion 1 has no package paths; run `npm install --package-lock-only` with npm 7 or later"

Entries = Mapping[str, Mapping[str, object]]


def read(text: str, called: str, manifests: Sequence[Manifest]) -> Locked:
    """Return the pins of a lock file of version 2 or 3."""
    document = parse_json(text, called)
    version = document.get("lockfileVersion")
    if version == 1 or (version is None and "packages" not in document):
        raise UnreadableProject(called, NO_PATHS)
    if version not in (2, 3):
        raise UnreadableProject(called, "has a lockfileVersion that paredown does not know; it reads 2 and 3")
    entries: dict[str, Mapping[str, object]] = {}
    for path, entry in required_table(document, "packages", called).items():
        if len(path) > MAX_PATH:
            raise UnreadableProject(called, f"holds a path of more than {MAX_PATH:,} characters")
        entries[path] = table(entry)
    return locked(entries, f"{posixpath.basename(called)} v{version}", manifests)


def locked(entries: Entries, source: str, manifests: Sequence[Manifest]) -> Locked:
    """Return the pins of `entries`, which are keyed by installed folder and shaped like a package.json."""
    return _Reader(entries, manifests).locked(source)


class _Reader:
    def __init__(self, entries: Entries, manifests: Sequence[Manifest]) -> None:
        self._entries = entries
        self._manifests = manifests
        self._members = {manifest.folder for manifest in manifests}
        self._remote: set[str] = set()

    def locked(self, source: str) -> Locked:
        """Return every entry as a pin, and what each member's dependencies mean."""
        bonds: dict[str, tuple[Bond, ...]] = {}
        missing: dict[str, tuple[str, ...]] = {}
        for path, entry in self._entries.items():
            if entry.get("link") is not True and path not in self._members:
                bonds[path], missing[path] = self._bonds(path, entry)
        direct: dict[str, dict[str, str]] = {}
        for manifest in self._manifests:
            found = direct[manifest.folder] = {}
            for want in manifest.wants:
                key = self._find(manifest.folder, want.name)
                if key is not None:
                    found[want.name] = key
                    if is_remote(want.specifier):
                        self._remote.add(key)
        pins = {path: self._pin(path, bonds[path], missing[path]) for path in bonds}
        targets = {key for found in direct.values() for key in found.values()}
        targets.update(bond.key for held in bonds.values() for bond in held)
        for target in sorted(targets - pins.keys() - {PROJECT}):  # a link to a folder without an entry of its own
            pins[target] = Pin(key=target, name=posixpath.basename(target), version="", origin=Origin.FOLDER, at=target)
        return Locked(source=source, pins={PROJECT: THE_PROJECT, **pins}, direct=direct)

    def _bonds(self, path: str, entry: Mapping[str, object]) -> tuple[tuple[Bond, ...], tuple[str, ...]]:
        bonds: list[Bond] = []
        missing: list[str] = []
        bundled = texts(entry.get("bundleDependencies")) + texts(entry.get("bundledDependencies"))
        for want in wants_of(entry):
            if want.kind is Kind.DEVELOPMENT:
                continue
            key = self._find(path, want.name)
            if key is not None:
                bonds.append(Bond(want.name, key, want.kind))
                if is_remote(want.specifier):
                    self._remote.add(key)
            elif want.kind is Kind.PRODUCTION and want.name not in bundled:
                missing.append(want.name)
        return tuple(bonds), tuple(missing)

    def _find(self, asker: str, name: str) -> str | None:
        folder = asker
        while True:
            if posixpath.basename(folder) != MODULES:
                path = f"{folder}/{MODULES}/{name}" if folder else f"{MODULES}/{name}"
                entry = self._entries.get(path)
                if entry is not None:
                    return self._through(path, entry)
            if not folder:
                return None
            folder = posixpath.dirname(folder)

    def _through(self, path: str, entry: Mapping[str, object]) -> str:
        """Follow a link to the key that it means."""
        if entry.get("link") is not True:
            return path
        target = posixpath.normpath(text_of(entry.get("resolved")).removeprefix("file:"))
        target = "" if target == "." else target
        return PROJECT if target in self._members else target

    def _pin(self, path: str, bonds: tuple[Bond, ...], missing: tuple[str, ...]) -> Pin:
        entry = self._entries[path]
        installed = MODULES in path.split("/")
        name = text_of(entry.get("name")) or (path.rpartition(f"{MODULES}/")[2] if installed else "")
        resolved = text_of(entry.get("resolved"))
        version = text_of(entry.get("version"))
        origin = Origin.REGISTRY
        at = ""
        if not installed:
            origin, at, name = Origin.FOLDER, path, name or posixpath.basename(path)
        elif resolved.startswith("file:"):
            origin, at = Origin.ARCHIVE, posixpath.normpath(resolved.removeprefix("file:"))
        elif path in self._remote or (is_remote(resolved) and not resolved.startswith("http")) or not exact(version):
            origin = Origin.REMOTE
        return Pin(
            key=path,
            name=name,
            version=version,
            origin=origin,
            at=at,
            integrity=text_of(entry.get("integrity")),
            places=(path,) if installed else (),
            bonds=bonds,
            limits=Limits(texts(entry.get("os")), texts(entry.get("cpu")), texts(entry.get("libc"))),
            optional=entry.get("optional") is True,
            missing=missing,
        )
