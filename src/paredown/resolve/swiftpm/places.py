"""A project's folder -> where its Swift packages and Xcode projects lie, and their lock files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from paredown.resolve.project_file import ProjectFile

MANIFEST = "Package.swift"
LOCK = "Package.resolved"
PROJECT = "project.pbxproj"
DEEP = 3
"""Folders below the project that a Swift part is looked for in: `ios/`, `apps/ios/`, `apps/ios/App/`."""
MOST = 5_000
"""Folders that are looked at."""
PASSED = frozenset(
    {"node_modules", "Pods", "Carthage", "DerivedData", "SourcePackages", "build", "checkouts", "vendor", "target"}
    | {"Tests", "Fixtures", "__pycache__"}
)
"""Folders that hold what others wrote, or what a tool made; those whose name starts with a dot are passed too."""
WORKSPACE_LOCK = "xcshareddata/swiftpm/Package.resolved"


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """The Swift files of a project, as paths relative to it, those nearest to its root first."""

    packages: tuple[str, ...] = ()
    projects: tuple[str, ...] = ()
    locks: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """Every file, manifests first."""
        return (*self.packages, *self.projects, *self.locks)


class _Folder(NamedTuple):
    name: str
    depth: int


def find_places(project: Path) -> Places:
    """Return the Swift files of `project`; no link is followed."""
    packages: list[str] = []
    projects: list[str] = []
    locks: list[str] = []
    for folder, names in _walk(project):
        prefix = f"{folder}/" if folder else ""
        if MANIFEST in names:
            packages.append(prefix + MANIFEST)
        if LOCK in names and MANIFEST in names:
            locks.append(prefix + LOCK)
        for name in names:
            if name.endswith(".xcodeproj"):
                projects.append(f"{prefix}{name}/{PROJECT}")
                locks.append(f"{prefix}{name}/project.xcworkspace/{WORKSPACE_LOCK}")
            elif name.endswith(".xcworkspace"):
                locks.insert(0, f"{prefix}{name}/{WORKSPACE_LOCK}")
    return Places(
        packages=tuple(_present(project, packages)),
        projects=tuple(_present(project, projects)),
        locks=tuple(sorted(_present(project, locks), key=_rank)),
    )


def _rank(name: str) -> tuple[int, int, str]:
    """Order the locks: a workspace's, an Xcode project's, a package's; within one kind the nearest to the root."""
    kind = 0 if name.endswith(f".xcworkspace/{WORKSPACE_LOCK}") and ".xcodeproj/" not in name else 1
    return (kind if "xcshareddata" in name else 2, name.count("/"), name)


def _present(project: Path, names: list[str]) -> Iterator[str]:
    return (name for name in dict.fromkeys(names) if ProjectFile(project, name).exists)


def _walk(project: Path) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the folders of `project` and the names in each, breadth first."""
    queue = [_Folder("", 0)]
    for looked, (name, depth) in enumerate(queue):
        if looked >= MOST:
            return
        try:
            with os.scandir(project / name) as entries:
                here = sorted(entries, key=lambda entry: entry.name)
        except OSError:
            continue
        yield name, frozenset(entry.name for entry in here)
        if depth < DEEP:
            queue.extend(
                _Folder(f"{name}/{entry.name}" if name else entry.name, depth + 1)
                for entry in here
                if entry.name not in PASSED and "." not in entry.name and entry.is_dir(follow_symlinks=False)
            )
