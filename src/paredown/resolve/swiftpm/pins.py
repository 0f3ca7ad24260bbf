"""A Package.resolved of any version -> the pins of exact revisions that it holds."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from paredown.errors import UnreadableProject
from paredown.resolve.project_file import ProjectFile, text_of
from paredown.resolve.swiftpm.naming import REVISION, VERSION, identity, last_step, legal, steps

MAX_LOCK = 16 * 1024 * 1024
"""Bytes of a Package.resolved; those of the largest projects are a hundredth of it."""
REGISTRY = "registry"
LOCAL = frozenset({"localSourceControl", "fileSystem", "root"})


class Pin(NamedTuple):
    """One package at one revision.

    `path` are the host, owner and name of its repository (for a registry's package its scope and name); `version` is
    the tag's, or the revision where a branch is pinned. `folder` is what its checkout is called.
    """

    identity: str
    path: tuple[str, ...]
    version: str
    revision: str
    folder: str
    registry: bool = False


class Lost(NamedTuple):
    """A pin that names no exact version, or no place to have it from."""

    name: str
    why: str


class Locked(NamedTuple):
    """What a Package.resolved holds: `source` says which and of what version."""

    source: str
    pins: tuple[Pin, ...] = ()
    lost: tuple[Lost, ...] = ()


def read_pins(file: ProjectFile) -> Locked:
    """Return the pins of the lock file at `file`; raises `UnreadableProject`."""
    table = _object(file)
    version = table.get("version")
    if version == 1:
        held = table.get("object")
        entries = held.get("pins") if isinstance(held, Mapping) else None
    elif version in (2, 3):
        entries = table.get("pins")
    else:
        raise file.unreadable("is of a version that is not known; 1, 2 and 3 are read")
    if not isinstance(entries, Sequence) or isinstance(entries, str):
        raise file.unreadable("holds no list of pins")
    pins: dict[str, Pin] = {}
    lost: list[Lost] = []
    for entry in entries:
        read = _pin(entry if isinstance(entry, Mapping) else {})
        if isinstance(read, Lost):
            lost.append(read)
        elif read.identity in pins:
            lost.append(Lost(read.identity, "is pinned twice; the first pin is read"))
        else:
            pins[read.identity] = read
    return Locked(f"{file.base} v{version}", tuple(pins.values()), tuple(lost))


def _pin(entry: Mapping[str, object]) -> Pin | Lost:
    location = _text(entry, "location") or _text(entry, "repositoryURL")
    name = _text(entry, "identity") or identity(location) or _text(entry, "package")
    if not legal(name):
        return Lost("a pin", "has no name")
    state = entry.get("state")
    state = state if isinstance(state, Mapping) else {}
    version, revision = _text(state, "version"), _text(state, "revision").lower()
    if _text(entry, "kind") in LOCAL:
        return Lost(name, "is pinned to a repository on this machine, which is not read")
    registry = _text(entry, "kind") == REGISTRY
    if registry:
        scope, _, bare = name.partition(".")
        path: tuple[str, ...] = (scope, bare) if bare else ()
    else:
        path = steps(location)
    exact = version or revision
    if not VERSION.fullmatch(exact) or not (registry or REVISION.fullmatch(revision)):
        return Lost(name, "is pinned to no exact version")
    if not path:
        return Lost(name, "is pinned to an address that names no repository")
    return Pin(name.lower(), path, exact, revision, last_step(location) or name, registry)


def _text(table: Mapping[str, object], key: str) -> str:
    value = table.get(key)
    return value if isinstance(value, str) else ""


def _object(file: ProjectFile) -> Mapping[str, object]:
    text = text_of(file, MAX_LOCK)
    try:
        table = json.loads(text)
    except json.JSONDecodeError as error:
        raise file.unreadable(f"is not JSON (line {error.lineno})") from error
    except RecursionError as error:
        raise file.unreadable("is nested too deep") from error
    except ValueError as error:
        raise file.unreadable("holds a number of too many digits") from error
    if not isinstance(table, Mapping):
        raise UnreadableProject(file.at(), "is JSON, but not an object")
    return table
