"""A project's own manifests -> the packages that they name, and the products of them that their targets use."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from paredown.errors import UnreadableProject
from paredown.model import Ecosystem, Unresolved
from paredown.resolve.project_file import ProjectFile, bytes_of
from paredown.resolve.swiftpm.manifest import Dependency, Manifest, Need, read_manifest
from paredown.resolve.swiftpm.naming import shown
from paredown.resolve.swiftpm.places import MANIFEST, Places
from paredown.resolve.swiftpm.syntax import MAX_MANIFEST
from paredown.resolve.swiftpm.xcode import read_xcode

NO_PACKAGE = "describes no package that can be read without running it"
OUTSIDE = "is a package in a folder outside of the project, or not there; it is not read"
LOCAL_MOST = 500
"""Packages of the project itself that lead to each other by path."""


class Part(NamedTuple):
    """One manifest of the project: `folder` is where it lies, empty for the root."""

    folder: str
    file: ProjectFile
    manifest: Manifest


class Use(NamedTuple):
    """A product that a target of the project uses, of one package or, when `package` is empty, of whichever has it."""

    part: Part
    need: Need
    test: bool

    @property
    def source(self) -> str:
        """Return the line that says so."""
        return self.part.file.at(self.need.line)


@dataclass(frozen=True, slots=True, kw_only=True)
class Own:
    """A project's parts, every use of another package's product, and what could not be told."""

    parts: tuple[Part, ...]
    uses: tuple[Use, ...]
    unresolved: tuple[Unresolved, ...]


def read_own(project: Path, places: Places) -> Own:
    """Return what the manifests of `project` say; packages in folders of it are parts of it."""
    parts: list[Part] = []
    gaps: list[Unresolved] = []
    queue = [*places.packages, *places.projects]
    seen = set(queue)
    for name in queue:
        file = ProjectFile(project, name)
        part = _read(file, gaps)
        if part is None:
            continue
        parts.append(part)
        gaps.extend(
            gap(shown(part.manifest.name or MANIFEST), file.at(told.line), told.why) for told in part.manifest.untold
        )
        for dependency in part.manifest.dependencies:
            if dependency.local:
                inner = _local(project, part, dependency)
                if inner is None:
                    gaps.append(gap(shown(dependency.location), file.at(dependency.line), OUTSIDE))
                elif inner not in seen and len(queue) < LOCAL_MOST:
                    seen.add(inner)
                    queue.append(inner)
    return Own(parts=tuple(parts), uses=tuple(_uses(parts)), unresolved=tuple(gaps))


def gap(name: str, source: str, why: str) -> Unresolved:
    """Return what could not be resolved."""
    return Unresolved(ecosystem=Ecosystem.SWIFT, name=name, source=source, why=why)


def _read(file: ProjectFile, gaps: list[Unresolved]) -> Part | None:
    try:
        if file.base == MANIFEST:
            manifest = read_manifest(bytes_of(file, MAX_MANIFEST))
            folder = file.folder
        else:
            manifest = read_xcode(file)
            folder = file.folder.rpartition("/")[0]
    except UnreadableProject as error:
        gaps.append(gap(file.base, file.at(), error.reason))
        return None
    if manifest is None:
        gaps.append(gap(file.base, file.at(), NO_PACKAGE))
        return None
    return Part(folder, file, manifest)


def _local(project: Path, part: Part, dependency: Dependency) -> str | None:
    """Return the manifest of the package that `dependency` names by path, relative to the project."""
    if os.path.isabs(dependency.location):
        return None
    name = os.path.normpath(os.path.join(part.folder, dependency.location, MANIFEST))
    return name if not name.startswith("..") and ProjectFile(project, name).exists else None


def _uses(parts: list[Part]) -> Iterator[Use]:
    for part in parts:
        own = {target.name for target in part.manifest.targets}
        for target in part.manifest.targets:
            for need in target.needs:
                if not need.own and (need.package or need.name not in own):
                    yield Use(part, need, target.kind == "test")
