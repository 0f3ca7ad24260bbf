"""A Swift project -> the modules of its locked packages: SwiftPM's manifests and locks, and Xcode's.

What the graph says

- A module is an artifact: it is what code imports, and a project that uses one product of a package does not declare
  the package's others. Its package URL is the package's with the module behind it (`…/swift-nio@2.1.0#NIOCore`);
  `declared` and `resolved` count packages.
- A module is declared when a target of the project uses the product that it is in; test targets count with `dev`.
- `Package.swift` is read and never run. Every branch of a condition is read; what a condition or an expression
  leaves open is `Unresolved`, with the line.
- `publisher` is the owner of the repository, with the host (`github.com/apple`).
- A package in a folder of the project is the project itself. One outside, or on this machine only, is not read.
- Sources come from the checkouts that SwiftPM or Xcode made. One whose revision is not the pinned one is not read;
  paredown never clones.
- A project with a Package.swift in its root is that package; without one, its folders are looked through (`ios/`).
"""

from __future__ import annotations

from pathlib import Path

from paredown.resolve.graph import Graph, Options
from paredown.resolve.project_file import ProjectFile
from paredown.resolve.swiftpm.places import MANIFEST, Places, find_places

__all__ = ["inputs", "resolve"]

STATES = (".build/workspace-state.json", "SourcePackages/workspace-state.json")


def inputs(project: Path) -> tuple[Path, ...]:
    """Return the manifests and lock files of `project` that exist; none for a project without Swift.

    With them go the files that say what is checked out: sources that come later are a reason to index again.
    """
    places = _places(project)
    states = [f"{folder}{name}" for folder in dict.fromkeys(map(_folder, places.all)) for name in STATES]
    found = [file for name in states if (file := ProjectFile(project, name)).exists]
    return tuple(project / name for name in (*places.all, *(file.name for file in found)))


def resolve(project: Path, options: Options) -> Graph:
    """Return the graph of `project`; what of it cannot be read is `Unresolved` or `Unread`."""
    # The grammar is only loaded when something changed.
    from paredown.resolve.swiftpm.resolving import graph

    return graph(project, _places(project), options)


def _folder(name: str) -> str:
    """Return the folder of the package or Xcode project that the file at `name` belongs to, with its slash."""
    kept = []
    for step in name.split("/")[:-1]:
        if step.endswith((".xcodeproj", ".xcworkspace")):
            break
        kept.append(f"{step}/")
    return "".join(kept)


def _places(project: Path) -> Places:
    places = find_places(project)
    if MANIFEST not in places.packages:
        return places
    # Folders below a package hold its examples and fixtures; those that are parts of it are named by path.
    return Places(
        packages=(MANIFEST,),
        projects=tuple(name for name in places.projects if name.count("/") == 1),
        locks=tuple(name for name in places.locks if _of_root(name)),
    )


def _of_root(name: str) -> bool:
    return "/" not in name or name.partition("/")[0].endswith((".xcodeproj", ".xcworkspace"))
