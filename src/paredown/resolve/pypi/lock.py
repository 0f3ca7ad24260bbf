"""What every kind of lock file says once it is read: exact versions, their edges and their hashes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from packaging.version import InvalidVersion, Version

from paredown.resolve.project_file import ProjectFile
from paredown.resolve.pypi.wanted import Wanted, normal

CHECKED = ("sha256", "sha384", "sha512")
"""Hash algorithms that pip accepts and that are checked here; a weaker one counts as no hash."""


class Origin(Enum):
    """Where a locked package comes from; the value finishes the sentence "it comes from …"."""

    REGISTRY = "a registry"
    WHEEL = "a wheel file"
    FOLDER = "a local folder"
    VCS = "a version control system"
    ADDRESS = "an address"


class Need(NamedTuple):
    """An edge of a lock: the package `name` with `extras`, under `marker`.

    `version` is the one that the lock says, `allowed` the versions it may be (PEP 440 specifiers): both are for
    names that the lock holds at several versions.
    """

    name: str
    extras: tuple[str, ...] = ()
    marker: str = ""
    version: str = ""
    allowed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pinned:
    """One package at one exact version.

    `markers` are conditions of which one must hold (none: always). `needs` are its edges, `extras` those that an
    extra adds. `hashes` are "algorithm:hex" of its files; `wheels` their names, None when the lock lists no files.
    `path` is a file or folder relative to the project for a local `origin`. `dev` says that only development
    needs it, where the lock has a section for that.
    """

    name: str
    version: str
    origin: Origin = Origin.REGISTRY
    path: str = ""
    markers: tuple[str, ...] = ()
    needs: tuple[Need, ...] = ()
    extras: Mapping[str, tuple[Need, ...]] = field(default_factory=dict)
    hashes: frozenset[str] = frozenset()
    wheels: tuple[str, ...] | None = None
    dev: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """A lock, whatever its format. `edges` says whether the packages say what they need.

    `source` is what was read, for people. `groups` and `default_groups` matter to markers of a pylock.toml.
    `versionless` are names that the lock pins to something that has no version.
    """

    source: str
    file: str
    pinned: tuple[Pinned, ...]
    edges: bool = True
    requires_python: str = ""
    extras: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    default_groups: tuple[str, ...] = ()
    versionless: frozenset[str] = frozenset()


def locked_name(file: ProjectFile, name: str, place: str) -> str:
    """Return `name` normalised; a lock is written by a program, so a broken name makes it unreadable."""
    found = normal(name)
    if not found:
        raise file.unreadable(f"{place} has no valid project name")
    return found


def locked_version(text: str) -> str:
    """Return the normal form of the version `text`, empty when it is none."""
    try:
        return str(Version(text))
    except InvalidVersion:
        return ""


def checked_hashes(hashes: Iterable[str]) -> frozenset[str]:
    """Return those of `hashes` ("algorithm:hex") that can be checked."""
    return frozenset(held.lower() for held in hashes if held.partition(":")[0].lower() in CHECKED)


def needs_of(wanted: Iterable[Wanted]) -> tuple[Need, ...]:
    """Return requirements as edges."""
    return tuple(Need(one.name, one.extras, one.marker) for one in wanted)
