"""yarn.lock of yarn 1 -> pins.

The format is yarn's own: blocks keyed by one or more `name@specifier`, two spaces for each level, values after a
space, quoted where they hold a mark. A dependency is found by its name and specifier. The format holds neither
platforms nor peers.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from paredown.errors import UnreadableProject
from paredown.names import plain
from paredown.resolve.npm.document import SHOWN
from paredown.resolve.npm.integrity import from_hex
from paredown.resolve.npm.manifest import Manifest
from paredown.resolve.npm.naming import exact, is_remote, legal, real_name
from paredown.resolve.npm.pin import PROJECT, THE_PROJECT, Bond, Kind, Locked, Origin, Pin

HEADER = re.compile(r"^# yarn lockfile v(\d+)\s*$", re.MULTILINE)
TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[^\s",:]+(?::[^\s",:]+)*|[,:])')
MAPS = {"dependencies": Kind.PRODUCTION, "optionalDependencies": Kind.OPTIONAL}
SHA1 = re.compile(r"#([0-9a-f]{40})$")
ARCHIVES = (".tgz", ".tar.gz", ".tar")


class Block(NamedTuple):
    """One block: its keys, its values, and the maps inside it."""

    keys: tuple[str, ...]
    values: dict[str, str]
    maps: dict[str, dict[str, str]]


def read(text: str, called: str, manifests: Sequence[Manifest]) -> Locked:
    """Return the pins of a lock file of version 1."""
    version = HEADER.search(text)
    if version is not None and version[1] != "1":
        raise UnreadableProject(called, "has a version that paredown does not know; it reads 1 and yarn 2 and later")
    blocks = parse(text, called)
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


def parse(text: str, called: str) -> list[Block]:
    """Return the blocks of `text`; raises `UnreadableProject` with the line of the first fault."""
    blocks: list[Block] = []
    seen: set[str] = set()
    inner: dict[str, str] | None = None
    for number, line in enumerate(text.split("\n"), 1):
        content = line.strip()
        if not content or content.startswith("#"):
            continue
        depth = (len(line) - len(line.lstrip(" "))) / 2
        tokens = _tokens(content)
        opens = tokens is not None and len(tokens) > 1 and tokens[-1] == ":"
        names = [name for name in (tokens or [])[: -1 if opens else None] if name != ","]
        if tokens is None or depth not in (0, 1, 2) or not names or (depth > 0 and not blocks):
            raise UnreadableProject(called, f"line {number}: is not what yarn writes")
        if depth == 0 and opens:
            for name in names:
                if name in seen:
                    raise UnreadableProject(called, f"line {number}: holds {plain(name)[:SHOWN]} twice")
                seen.add(name)
            blocks.append(Block(tuple(names), {}, {}))
            inner = None
        elif depth == 1 and opens and len(names) == 1:
            inner = blocks[-1].maps.setdefault(names[0], {})
        elif depth >= 1 and not opens and len(names) == 2 and (depth == 1 or inner is not None):
            target = blocks[-1].values if depth == 1 or inner is None else inner
            target[names[0]] = names[1]
        else:
            raise UnreadableProject(called, f"line {number}: is not what yarn writes")
    return blocks


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


def _tokens(content: str) -> list[str] | None:
    """Return the tokens of a line, or None when something is left that is no token."""
    tokens: list[str] = []
    at = 0
    while at < len(content):
        found = TOKEN.match(content, at)
        if found is None:
            return None
        at = found.end()
        token = found[1]
        if token.startswith('"'):
            try:
                token = json.loads(token, strict=False)
            except ValueError:
                return None
        tokens.append(token)
    return tokens


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
