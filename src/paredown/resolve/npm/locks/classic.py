"""yarn.lock of yarn 1 -> pins.

A dependency is found by its name and specifier. The format holds neither platforms nor peers.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence

from paredown.errors import UnreadableProject
from paredown.resolve.npm.integrity import from_hex
from paredown.resolve.npm.locks.blocks import Block, blocks_of
from paredown.resolve.npm.manifest import Manifest
from paredown.resolve.npm.naming import exact, is_remote, legal, real_name
from paredown.resolve.npm.pin import PROJECT, THE_PROJECT, Bond, Kind, Locked, Origin, Pin

HEADER = re.compile(r"^# yarn lockfile v(\d+)\s*$", re.MULTILINE)
MAPS = {"dependencies": Kind.PRODUCTION, "optionalDependencies": Kind.OPTIONAL}
SHA1 = re.compile(r"#([0-9a-f]{40})$")
ARCHIVES = (".tgz", ".tar.gz", ".tar")


def read(text: str, called: str, manifests: Sequence[Manifest]) -> Locked:
    """Return the pins of a lock file of version 1."""
    version = HEADER.search(text)
    if version is not None and version[1] != "1":
        raise UnreadableProject(called, "has a version that paredown does not know; it reads 1 and yarn 2 and later")
    blocks = blocks_of(text, called)
    key_of = {key: block.keys[0] for block in blocks for key in block.keys}
    finder = Finder(key_of, manifests)
    pins = {block.keys[0]: _pin(block, finder) for block in blocks}
    direct: dict[str, dict[str, str]] = {}
    for manifest in manifests:
        found = direct[manifest.folder] = {}
        for want in manifest.wants:
            # A peer of the project is installed when the project asks for it in another way too.
            for specifier in dict.fromkeys(w.specifier for w in manifest.wants if w.name == want.name):
                key = finder.find(want.name, specifier, manifest.folder)
                if key is not None:
                    found.setdefault(want.name, key)
    return Locked(source=f"{called} v1", pins={PROJECT: THE_PROJECT, **pins}, direct=direct)


class Finder:
    """`name@specifier` -> the key of the block that holds it, members and `resolutions` considered."""

    def __init__(self, key_of: Mapping[str, str], manifests: Sequence[Manifest]) -> None:
        self._key_of = key_of
        self._members = {manifest.name for manifest in manifests if manifest.name}
        self._overrides = manifests[0].overrides if manifests else {}

    def find(self, name: str, specifier: str, folder: str = "") -> str | None:
        """Return the key of what a member in `folder` or a package asks for, `PROJECT` for a member, or None."""
        key = self._key_of.get(f"{name}@{specifier}")
        if key is not None:
            return key
        scheme, colon, path = specifier.partition(":")
        if colon and scheme in ("file", "link"):  # yarn writes the paths of members from the root
            path = posixpath.normpath(posixpath.join(folder, path))
            tries = [f"{name}@{scheme}:{start}{path}" for start in ("./", "")]
        elif name in self._members or scheme == "workspace":
            return PROJECT
        else:
            tries = [f"{name}@{override}" for override in self._overrides.get(name, ())]
        return next((self._key_of[key] for key in tries if key in self._key_of), None)


def _pin(block: Block, finder: Finder) -> Pin:
    key = block.keys[0]
    at = key.find("@", 1)
    asked, specifier = (key, "") if at < 0 else (key[:at], key[at + 1 :])
    resolved = block.values.get("resolved", "")
    version = block.values.get("version", "")
    name = block.values.get("name", "")
    origin, place = Origin.REGISTRY, ""
    scheme, _, path = specifier.rpartition(":")
    if scheme == "link":
        place = posixpath.normpath(path)
        origin = Origin.FOLDER if place == ".." or place.startswith(("../", "/")) else Origin.PROJECT
    elif scheme == "file" or path.startswith(("./", "../", "/")):
        place = posixpath.normpath(path)
        origin = Origin.ARCHIVE if place.endswith(ARCHIVES) else Origin.FOLDER
    elif is_remote(specifier) or not exact(version):
        origin = Origin.REMOTE
    bonds: list[Bond] = []
    missing: list[str] = []
    for field, kind in MAPS.items():
        for wanted, wanted_as in block.maps.get(field, {}).items():
            found = finder.find(wanted, wanted_as)
            if found is not None:
                bonds.append(Bond(wanted, found, kind))
            elif kind is Kind.PRODUCTION:
                missing.append(wanted)
    return Pin(
        key=key,
        name=name if legal(name) else real_name(asked, specifier),
        version=version,
        origin=origin,
        at=place,
        integrity=block.values.get("integrity", "") or _sha1(resolved),
        bonds=tuple(bonds),
        peers=None,
        limits=None,
        missing=tuple(missing),
    )


def _sha1(resolved: str) -> str:
    found = SHA1.search(resolved)
    return from_hex("sha1", found[1]) if found is not None else ""
