"""What every lock format becomes: pins, each an entry of the lock, and which of them the project's members name.

A key is the lock's own (a path, a descriptor); bonds lead from key to key, so a version is always the one that the
asking side really gets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from paredown.resolve.npm.machine import Limits

ANYTHING = Limits()
PROJECT = "the project itself"
"""The key of what a dependency on a workspace member, or on a link inside the project, means."""


class Kind(StrEnum):
    """How strongly a dependency is asked for."""

    PRODUCTION = "production"
    OPTIONAL = "optional"
    PEER = "peer"
    PEER_OPTIONAL = "peer, optional"
    DEVELOPMENT = "development"


class Origin(StrEnum):
    """Where a pin's files come from."""

    REGISTRY = "registry"
    FOLDER = "folder"
    ARCHIVE = "archive"
    REMOTE = "remote"
    PROJECT = "project"


class Bond(NamedTuple):
    """A resolved dependency: the name an import uses, and the key of what it means there."""

    name: str
    key: str
    kind: Kind = Kind.PRODUCTION


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin:
    """One entry of a lock.

    `name` is the real package, never an alias. `at` is the path of a FOLDER or ARCHIVE, relative to the project.
    `integrity` is an SRI text, `checksum` yarn's hash of its own zip. `places` are the folders it is installed in,
    empty when the lock does not say. `peers` are names still to be matched; None when the lock holds no peers at
    all. `limits` is None when the lock holds no platforms. `missing` are dependencies that the lock has no entry for.
    """

    key: str
    name: str
    version: str
    origin: Origin = Origin.REGISTRY
    at: str = ""
    integrity: str = ""
    checksum: str = ""
    places: tuple[str, ...] = ()
    bonds: tuple[Bond, ...] = ()
    peers: tuple[str, ...] | None = ()
    limits: Limits | None = ANYTHING
    optional: bool = False
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Locked:
    """A lock: what was read, its pins by key, and for each member's folder the key that a dependency's name means.

    `absent` is the sentence for a dependency that it has no pin for, `notes` are sentences for a person.
    """

    source: str
    absent: str = "the lock file has no entry for it"
    pins: Mapping[str, Pin]
    direct: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


THE_PROJECT = Pin(key=PROJECT, name="", version="", origin=Origin.PROJECT)
