"""pnpm-lock.yaml of versions 5, 6 and 9 -> pins.

The key of an entry is a dependency path: `/name/1.0.0_peers` (5), `/name@1.0.0(peers)` (6), `name@1.0.0(peers)` (9,
where `snapshots` hold the dependencies and `packages` what is the same for every set of peers). Peers are already
resolved. pnpm 11 and later may put a document about itself before the project's; the last document is the project's.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from paredown.errors import UnreadableProject
from paredown.resolve.npm.document import required_table, table, text_of, text_table, texts
from paredown.resolve.npm.machine import Limits
from paredown.resolve.npm.manifest import Manifest, Want, optional_peers
from paredown.resolve.npm.naming import exact
from paredown.resolve.npm.pin import PROJECT, THE_PROJECT, Bond, Kind, Locked, Origin, Pin
from paredown.resolve.npm.yaml_document import parse_yaml

FIELDS = {
    "dependencies": Kind.PRODUCTION,
    "optionalDependencies": Kind.OPTIONAL,
    "devDependencies": Kind.DEVELOPMENT,
}
LINK = "link:"


class Named(NamedTuple):
    """What a dependency path says."""

    name: str
    version: str


def read(text: str, called: str, manifests: Sequence[Manifest]) -> Locked:
    """Return the pins of the project's document."""
    documents = parse_yaml(text, called)
    if not documents:
        raise UnreadableProject(called, "is empty")
    document = documents[-1]
    major = text_of(document.get("lockfileVersion")).partition(".")[0]
    if major not in ("5", "6", "9"):
        raise UnreadableProject(called, "has a lockfileVersion that paredown does not know; it reads 5, 6 and 9")
    return _Reader(document, int(major), called, manifests).locked()


class _Reader:
    def __init__(self, document: dict[str, object], major: int, called: str, manifests: Sequence[Manifest]) -> None:
        self._major = major
        self._called = called
        self._manifests = manifests
        self._members = {manifest.folder for manifest in manifests}
        self._packages = required_table(document, "packages", called)
        self._nodes = required_table(document, "snapshots", called) if major >= 9 else self._packages
        self._importers = required_table(document, "importers", called) or {".": document}
        self._linked: dict[str, Pin] = {}

    def locked(self) -> Locked:
        """Return every entry as a pin, and what each member's dependencies mean."""
        pins = {key: self._pin(key) for key in self._nodes}
        direct: dict[str, dict[str, str]] = {}
        for manifest in self._manifests:
            importer = table(self._importers.get(manifest.folder or "."))
            asked = {want.name: want for want in manifest.wants}
            found = direct[manifest.folder] = {}
            for field in ("devDependencies", "optionalDependencies", "dependencies"):
                for name, value in table(importer.get(field)).items():
                    reference = text_of(table(value).get("version")) or text_of(value)
                    key = self._meant(name, reference, manifest.folder, asked.get(name))
                    if key is not None:
                        found[name] = key
        source = f"{self._called} v{self._major}"
        return Locked(source=source, pins={PROJECT: THE_PROJECT, **pins, **self._linked}, direct=direct)

    def _meant(self, name: str, reference: str, folder: str, want: Want | None = None) -> str | None:
        """Return the key that `reference` means to an asker in `folder`."""
        if reference.startswith(LINK):
            return self._link(name, posixpath.normpath(posixpath.join(folder, reference.removeprefix(LINK))), want)
        for key in (f"{name}@{reference}", f"/{name}@{reference}", f"/{name}/{reference}", reference):
            if key in self._nodes:
                return key
        return None

    def _link(self, name: str, target: str, want: Want | None) -> str:
        """Return the project itself for a folder of it, unless it was asked for as `file:`."""
        target = "" if target == "." else target
        outside = target == ".." or target.startswith(("../", "/"))
        if target in self._members or not (outside or (want and want.specifier.startswith("file:"))):
            return PROJECT
        key = LINK + target
        self._linked[key] = Pin(key=key, name=name, version="", origin=Origin.FOLDER, at=target)
        return key

    def _pin(self, key: str) -> Pin:
        node = table(self._nodes[key])
        about = table(self._packages.get(key)) or table(self._packages.get(_unpeered(key)))
        named = _named(key, self._major)
        resolution = table(about.get("resolution"))
        folder = text_of(resolution.get("directory"))
        tarball = text_of(resolution.get("tarball"))
        name = text_of(about.get("name")) or named.name
        version, origin, at = named.version, Origin.REGISTRY, ""
        if folder:
            at = posixpath.normpath(folder)
            origin = Origin.PROJECT if at in self._members else Origin.FOLDER
        elif tarball.startswith("file:"):
            origin, at = Origin.ARCHIVE, posixpath.normpath(tarball.removeprefix("file:"))
        elif not exact(named.version) or "type" in resolution:
            origin = Origin.REMOTE
        if origin is not Origin.REGISTRY:
            version = text_of(about.get("version"))
        bonds, missing = ((), ()) if origin is Origin.PROJECT else self._bonds(node, about)
        return Pin(
            key=key,
            name=name,
            version=version,
            origin=origin,
            at=at,
            integrity=text_of(resolution.get("integrity")),
            bonds=bonds,
            limits=Limits(texts(about.get("os")), texts(about.get("cpu")), texts(about.get("libc"))),
            optional=(node.get("optional") or about.get("optional")) == "true",
            missing=missing,
        )

    def _bonds(
        self, node: Mapping[str, object], about: Mapping[str, object]
    ) -> tuple[tuple[Bond, ...], tuple[str, ...]]:
        peers = table(about.get("peerDependencies"))
        loose = optional_peers(about)
        bonds: list[Bond] = []
        missing: list[str] = []
        for name, reference, kind in _asked(node):
            told = kind
            if name in peers:
                told = Kind.PEER_OPTIONAL if name in loose else Kind.PEER
            key = self._meant(name, reference, "")
            if key is not None:
                bonds.append(Bond(name, key, told))
            elif told is Kind.PRODUCTION:
                missing.append(name)
        return tuple(bonds), tuple(missing)


class Asked(NamedTuple):
    """A dependency as an entry names it."""

    name: str
    reference: str
    kind: Kind


def _asked(node: Mapping[str, object]) -> Iterator[Asked]:
    for field in ("dependencies", "optionalDependencies"):
        for name, reference in text_table(node.get(field)).items():
            yield Asked(name, reference, FIELDS[field])


def _unpeered(key: str) -> str:
    return key.partition("(")[0]


def _named(key: str, major: int) -> Named:
    """Return the name and version of a dependency path; the version is anything at all for what is no registry's."""
    path = key.removeprefix("/")
    if major > 5:
        path = _unpeered(path)
        at = path.find("@", 1)
        return Named(path, "") if at < 0 else Named(path[:at], path[at + 1 :])
    if not key.startswith("/"):
        return Named(path, "")
    parts = path.split("/")
    scope = 1 if path.startswith("@") else 0
    rest = parts[scope + 1] if len(parts) > scope + 1 else ""
    return Named("/".join(parts[: scope + 1]), rest.partition("_")[0])
