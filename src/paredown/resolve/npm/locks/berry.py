"""yarn.lock of yarn 2 and later -> pins.

The format is YAML; a key is one or more descriptors (`lodash@npm:^4.0.0`), `resolution` the one locator they became.
Descriptors that belong to one asker end in `::locator=`. A checksum is of yarn's own zip, never of the registry's
tarball, so what is brought cannot be checked against it. Peers are named, not resolved.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import unquote

from paredown.errors import UnreadableProject
from paredown.resolve.npm.document import table, text_of, text_table
from paredown.resolve.npm.machine import Limits
from paredown.resolve.npm.manifest import Manifest, optional_peers
from paredown.resolve.npm.naming import exact
from paredown.resolve.npm.pin import PROJECT, THE_PROJECT, Bond, Kind, Locked, Origin, Pin
from paredown.resolve.npm.yaml_document import parse_yaml

VERSIONS = range(4, 11)
"""The values of `__metadata.version` from yarn 2.0 to 4."""
METADATA = "__metadata"
WORKSPACE = "@workspace:"
MAX_PATCHES = 4
"""Patches of a patch that are looked through."""
CONDITION = re.compile(r"\b(os|cpu|libc)=(!?[A-Za-z0-9_]+)")
VIRTUAL = re.compile(r"^virtual:[0-9a-f]+#")
PATCHED = re.compile(r"^patch:(?P<of>.+?)#")
ARCHIVES = (".tgz", ".tar.gz", ".tar")


class Named(NamedTuple):
    """`name@reference`, a descriptor or a locator; `asker` is the locator that it is bound to."""

    name: str
    reference: str
    asker: str


def read(text: str, called: str, manifests: Sequence[Manifest]) -> Locked:
    """Return the pins of a lock file; raises `UnreadableProject`."""
    documents = parse_yaml(text, called)
    entries = documents[0] if documents else {}
    version = text_of(table(entries.get(METADATA)).get("version"))
    if not version.isdecimal() or int(version) not in VERSIONS:
        known = f"{VERSIONS[0]} to {VERSIONS[-1]}"
        raise UnreadableProject(called, f"has a version that paredown does not know; it reads 1 and {known}")
    return _Reader(entries, manifests, called).locked(f"{called} v{version}")


def split(text: str) -> Named:
    """Return the parts of a descriptor or locator: `virtual:` gone, `::` parameters but the locator dropped."""
    at = text.find("@", 1)
    name, reference = (text, "") if at < 0 else (text[:at], text[at + 1 :])
    reference, _, parameters = VIRTUAL.sub("", reference).partition("::")
    bound = next((part for part in parameters.split("&") if part.startswith("locator=")), "")
    return Named(name, reference, unquote(bound.removeprefix("locator=")))


class _Reader:
    def __init__(self, entries: Mapping[str, object], manifests: Sequence[Manifest], called: str) -> None:
        self._called = called
        self._manifests = manifests
        self._overrides = manifests[0].overrides if manifests else {}
        self._entries: dict[str, dict[str, object]] = {}
        self._key_of: dict[str, list[tuple[str, str]]] = {}
        for key, value in entries.items():
            if key != METADATA:
                self._take(key, table(value))

    def locked(self, source: str) -> Locked:
        """Return every entry as a pin, and what each member's dependencies mean."""
        pins = {key: self._pin(key, entry) for key, entry in self._entries.items()}
        folders = {self._folder_of(pin): key for key, pin in pins.items() if pin.origin is Origin.PROJECT}
        direct: dict[str, dict[str, str]] = {}
        for manifest in self._manifests:
            member = folders.get(manifest.folder)
            recorded = text_table(self._entries[member].get("dependencies")) if member is not None else {}
            found = direct[manifest.folder] = {}
            for want in manifest.wants:
                # The lock holds what a `catalog:` became; a peer is installed only when asked for otherwise too.
                asked = [w.specifier for w in manifest.wants if w.name == want.name]
                for specifier in dict.fromkeys((*asked, recorded.get(want.name, ""))):
                    key = self._find(want.name, specifier, manifest.folder)
                    if key is not None:
                        found.setdefault(want.name, self._project_or(key))
        return Locked(source=source, pins={PROJECT: THE_PROJECT, **pins}, direct=direct)

    def _take(self, key: str, entry: dict[str, object]) -> None:
        if not text_of(entry.get("resolution")):
            raise UnreadableProject(self._called, "holds an entry without a resolution")
        self._entries[key] = entry
        for descriptor in re.split(r"\s*,\s+", key):
            named = split(descriptor)
            self._key_of.setdefault(f"{named.name}@{named.reference}", []).append((named.asker, key))

    def _find(self, name: str, specifier: str, folder: str | None = None) -> str | None:
        """Return the key of what `name` at `specifier` means, to the member in `folder` or to a package."""
        tries = [specifier, f"npm:{specifier}"]
        for override in self._overrides.get(name, ()):
            tries += [override, f"npm:{override}"]
        for reference in tries:
            known = self._key_of.get(f"{name}@{reference.partition('::')[0]}", [])
            mine = [key for asker, key in known if folder is not None and _asker_folder(asker) == folder]
            free = [key for asker, key in known if not asker]
            if mine or free or len(known) == 1:
                return (mine or free or [known[0][1]])[0]
        return None

    def _pin(self, key: str, entry: Mapping[str, object]) -> Pin:
        locator = split(text_of(entry.get("resolution")))
        reference = locator.reference
        for _ in range(MAX_PATCHES):
            patched = PATCHED.match(reference)
            if patched is not None:
                reference = split(unquote(patched["of"])).reference
        version = text_of(entry.get("version"))
        origin, at = self._place(reference, locator.asker)
        if origin is Origin.REGISTRY and not exact(version):
            origin = Origin.REMOTE
        checksum = text_of(entry.get("checksum"))
        limits: dict[str, list[str]] = {"os": [], "cpu": [], "libc": []}
        for field, word in CONDITION.findall(text_of(entry.get("conditions"))):
            limits[field].append(word)
        loose = optional_peers(entry)
        peers = text_table(entry.get("peerDependencies"))
        # What a member depends on is in its manifest; here its development dependencies are among the others.
        member = WORKSPACE in text_of(entry.get("resolution"))
        bonds, missing = ((), ()) if member else self._bonds(entry)
        return Pin(
            key=key,
            name=locator.name,
            version="" if origin in (Origin.PROJECT, Origin.FOLDER) else version,
            origin=origin,
            at=at,
            checksum=checksum.rpartition("/")[2],
            bonds=bonds,
            peers=tuple(sorted({*peers, *loose})),
            limits=Limits(tuple(limits["os"]), tuple(limits["cpu"]), tuple(limits["libc"])),
            missing=missing,
        )

    def _place(self, reference: str, asker: str) -> tuple[Origin, str]:
        protocol, _, rest = reference.partition(":")
        path = rest.partition("#")[0]
        folder = _asker_folder(asker)
        at = posixpath.normpath(posixpath.join(folder, path)) if folder is not None else ""
        if protocol == "npm":
            return Origin.REGISTRY, ""
        if protocol == "workspace":
            return Origin.PROJECT, posixpath.normpath(rest)
        if protocol in ("link", "portal"):
            outside = not at or at == ".." or at.startswith(("../", "/"))
            return (Origin.FOLDER, at) if outside else (Origin.PROJECT, at)
        if protocol == "file":
            return (Origin.ARCHIVE if at.endswith(ARCHIVES) else Origin.FOLDER), at
        return Origin.REMOTE, ""

    def _bonds(self, entry: Mapping[str, object]) -> tuple[tuple[Bond, ...], tuple[str, ...]]:
        bonds: list[Bond] = []
        missing: list[str] = []
        for name, specifier, kind in _asked(entry):
            key = self._find(name, specifier)
            if key is not None:
                bonds.append(Bond(name, self._project_or(key), kind))
            elif kind is Kind.PRODUCTION:
                missing.append(name)
        return tuple(bonds), tuple(missing)

    def _project_or(self, key: str) -> str:
        return PROJECT if WORKSPACE in text_of(self._entries[key].get("resolution")) else key

    @staticmethod
    def _folder_of(pin: Pin) -> str:
        return "" if pin.at == "." else pin.at


class Asked(NamedTuple):
    """A dependency as an entry names it."""

    name: str
    specifier: str
    kind: Kind


def _asked(entry: Mapping[str, object]) -> Iterator[Asked]:
    meta = table(entry.get("dependenciesMeta"))
    for name, specifier in text_table(entry.get("dependencies")).items():
        optional = table(meta.get(name)).get("optional") == "true"
        yield Asked(name, specifier, Kind.OPTIONAL if optional else Kind.PRODUCTION)


def _asker_folder(asker: str) -> str | None:
    """Return the folder of the member that a locator names, or None when it is not one."""
    _, found, folder = asker.partition(WORKSPACE)
    if not found:
        return None
    folder = posixpath.normpath(folder)
    return "" if folder == "." else folder
