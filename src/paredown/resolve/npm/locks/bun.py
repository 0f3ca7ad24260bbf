"""bun.lock, the text lock file of bun -> pins.

The key of an entry is the chain of packages that lead to it (`a/is-number`), so a dependency is found under the
asking package's key, then under each shorter one, then at the top.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from paredown.errors import UnreadableProject
from paredown.resolve.npm.document import parse_jsonc, required_table, table, text_of, texts
from paredown.resolve.npm.machine import Limits
from paredown.resolve.npm.manifest import Manifest, wants_of
from paredown.resolve.npm.naming import exact, is_remote
from paredown.resolve.npm.pin import PROJECT, THE_PROJECT, Bond, Kind, Locked, Origin, Pin

MAX_CHAIN = 64
"""Packages in one key."""
ARCHIVES = (".tgz", ".tar.gz", ".tar")


class Entry(NamedTuple):
    """One array of `packages`: what it resolves to, what the package asks for, its hash."""

    name: str
    reference: str
    info: Mapping[str, object]
    integrity: str


def read(text: str, called: str, manifests: Sequence[Manifest]) -> Locked:
    """Return the pins of a lock file of version 0 or 1."""
    document = parse_jsonc(text, called)
    version = document.get("lockfileVersion")
    if version not in (0, 1) or isinstance(version, bool):
        raise UnreadableProject(called, "has a lockfileVersion that paredown does not know; it reads 0 and 1")
    entries = {key: _entry(value, called) for key, value in required_table(document, "packages", called).items()}
    pins = {key: _pin(key, entry, entries) for key, entry in entries.items()}
    direct: dict[str, dict[str, str]] = {}
    for manifest in manifests:
        # A member's own dependencies are keyed under its name; the root's are at the top.
        asker = manifest.name if manifest.folder else ""
        found = direct[manifest.folder] = {}
        for want in manifest.wants:
            key = _find(asker, want.name, entries)
            if key is not None:
                found[want.name] = key
    return Locked(source=f"{called} v{version}", pins={PROJECT: THE_PROJECT, **pins}, direct=direct)


def _entry(value: object, called: str) -> Entry:
    parts = value if isinstance(value, list) else []
    resolution = text_of(parts[0]) if parts else ""
    at = resolution.find("@", 1)
    if at < 0:
        raise UnreadableProject(called, "holds a package that is no list of name and version")
    info = next((part for part in parts[1:] if isinstance(part, dict)), {})
    last = text_of(parts[-1])
    return Entry(resolution[:at], resolution[at + 1 :], info, last if len(parts) > 1 and "-" in last else "")


def _pin(key: str, entry: Entry, entries: Mapping[str, Entry]) -> Pin:
    origin, version, at = Origin.REGISTRY, entry.reference, ""
    if entry.reference.startswith(("workspace:", "root:")):
        origin = Origin.PROJECT
    elif entry.reference.startswith("link:"):
        # What `bun link` registered lies elsewhere on the machine; only what is installed can say what it is.
        origin, version = Origin.REMOTE, ""
    elif is_remote(entry.reference):
        origin, version = Origin.REMOTE, ""
    elif not exact(entry.reference):
        at = entry.reference.removeprefix("file:")
        origin, version = (Origin.ARCHIVE if at.endswith(ARCHIVES) else Origin.FOLDER), ""
    bonds: list[Bond] = []
    missing: list[str] = []
    loose = texts(entry.info.get("optionalPeers"))
    for want in wants_of(entry.info):
        if want.kind is Kind.DEVELOPMENT or origin is Origin.PROJECT:
            continue
        found = _find(key, want.name, entries)
        kind = Kind.PEER_OPTIONAL if want.kind is Kind.PEER and want.name in loose else want.kind
        if found is not None:
            bonds.append(Bond(want.name, found, kind))
        elif kind is Kind.PRODUCTION:
            missing.append(want.name)
    info = table(entry.info)
    return Pin(
        key=key,
        name=entry.name,
        version=version,
        origin=origin,
        at=at,
        integrity=entry.integrity if origin in (Origin.REGISTRY, Origin.ARCHIVE) else "",
        bonds=tuple(bonds),
        limits=Limits(texts(info.get("os")), texts(info.get("cpu")), texts(info.get("libc"))),
        missing=tuple(missing),
    )


def _find(asker: str, name: str, entries: Mapping[str, Entry]) -> str | None:
    chain = _chain(asker)
    for length in range(len(chain), -1, -1):
        key = "/".join((*chain[:length], name))
        if key in entries:
            return PROJECT if entries[key].reference.startswith(("workspace:", "root:")) else key
    return None


def _chain(key: str) -> list[str]:
    """`@a/b/c` is the packages `@a/b` and `c`."""
    chain: list[str] = []
    for part in key.split("/")[: 2 * MAX_CHAIN]:
        if chain and chain[-1].startswith("@") and "/" not in chain[-1]:
            chain[-1] += "/" + part
        elif part:
            chain.append(part)
    return chain
