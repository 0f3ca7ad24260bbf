"""Pins -> the packages that are checked out, each with its manifest, and the reasons of those that are not."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from paredown.errors import UnreadableProject
from paredown.resolve.project_file import ProjectFile, bytes_of
from paredown.resolve.swiftpm.checkouts import Absent, find_checkout, registry_folder, stores
from paredown.resolve.swiftpm.manifest import Dependency, Manifest, Need, read_manifest
from paredown.resolve.swiftpm.pins import Pin
from paredown.resolve.swiftpm.places import MANIFEST
from paredown.resolve.swiftpm.syntax import MAX_MANIFEST

TOOLS = re.compile(rb"^//\s*swift-tools-version\s*:?\s*([0-9]+(?:\.[0-9]+)*)")
VERSIONED = re.compile(r"Package@swift-([0-9]+(?:\.[0-9]+){0,2})\.swift")
UNREADABLE = "its checkout has no Package.swift that can be read without running it"


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """A pinned package that is checked out; `checked` says that its revision is known to be the pinned one."""

    pin: Pin
    folder: Path
    checked: bool
    manifest: Manifest


@dataclass(frozen=True, slots=True, kw_only=True)
class Packages:
    """Packages by identity, and why a pin has none."""

    pins: Mapping[str, Pin]
    held: Mapping[str, Package]
    absent: Mapping[str, str]
    names: Mapping[str, str] = field(default_factory=dict)

    def of_need(self, need: Need, dependencies: Sequence[Dependency]) -> str:
        """Return the identity of the package that `need` is of, among the `dependencies` of who needs it.

        Empty when none of them has it.
        """
        if need.package:
            wanted = need.package.lower()
            for dependency in dependencies:
                if wanted in (dependency.identity, dependency.alias.lower()):
                    return dependency.identity
            return next((d.identity for d in dependencies if self.names.get(d.identity) == wanted), "")
        for dependency in dependencies:
            package = self.held.get(dependency.identity)
            if package and any(product.name == need.name for product in package.manifest.products):
                return dependency.identity
        wanted = need.name.lower()
        return next((d.identity for d in dependencies if wanted in (d.identity, d.alias.lower())), "")


def find_packages(project: Path, parts: Sequence[str], pins: Sequence[Pin], given: Path | None) -> Packages:
    """Return the packages of `pins` whose checkouts are at hand; `given` is the folder of checkouts to use alone."""
    folders = stores(project, parts, given)
    held: dict[str, Package] = {}
    absent: dict[str, str] = {}
    for pin in pins:
        places = [project / part for part in ("", *parts)]
        found = registry_folder(pin, places) if pin.registry else find_checkout(pin, folders)
        if isinstance(found, Absent):
            absent[pin.identity] = found.why
            continue
        manifest = manifest_of(found.folder)
        if manifest is None:
            absent[pin.identity] = UNREADABLE
        else:
            held[pin.identity] = Package(pin=pin, folder=found.folder, checked=found.checked, manifest=manifest)
    return Packages(
        pins={pin.identity: pin for pin in pins},
        held=held,
        absent=absent,
        names={name: package.manifest.name.lower() for name, package in held.items()},
    )


def manifest_of(folder: Path) -> Manifest | None:
    """Return the manifest that the newest tools take of the package in `folder`, or None."""
    best: bytes | None = None
    newest: tuple[tuple[int, ...], bool] = ((), False)
    for name in _manifests(folder):
        try:
            content = bytes_of(ProjectFile(folder, name), MAX_MANIFEST)
        except UnreadableProject:
            continue
        versioned = VERSIONED.fullmatch(name)
        tools = TOOLS.match(content)
        spelled = versioned[1] if versioned else (tools[1].decode() if tools else "3")
        rank = (tuple(int(number[:6]) for number in spelled.split(".")), bool(versioned))
        if best is None or rank > newest:
            best, newest = content, rank
    return read_manifest(best) if best is not None else None


def _manifests(folder: Path) -> list[str]:
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    return sorted(name for name in names if name == MANIFEST or VERSIONED.fullmatch(name))
