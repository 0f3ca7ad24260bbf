"""An npm project -> the artifacts of its locked graph: npm, pnpm, yarn 1 and later, bun, or only node_modules.

What the graph says

- An artifact's `name` and package URL are the real package's. An alias (`"foo": "npm:bar@1"`) is the name of the
  edge that leads to it, which is what an import there writes.
- `publisher` is the scope (`@babel`, and `@types` for types) or, without one, the package.
- One name and version is one artifact, however many folders or sets of peers the lock has it in; its edges are those
  of the entry reached first, then what the others add.
- Members of a workspace, and links inside the project, are the project itself and no artifacts. A `file:` folder is
  an artifact, of version 0.0.0 when it names none. What comes from a repository or an address is one only when it is
  installed: paredown never clones.
- `@types/x` belongs to the graph wherever `x` does, declared by whoever declares `x`.
- Links are not followed out of the project, and no link is followed to find a workspace member.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from paredown.errors import UnreadableProject
from paredown.resolve.graph import Graph, Options
from paredown.resolve.npm import locks
from paredown.resolve.npm.manifest import MANIFEST, read_manifest
from paredown.resolve.npm.workspaces import PNPM, expand, globs_of

__all__ = ["inputs", "resolve"]


def inputs(project: Path) -> tuple[Path, ...]:
    """Return the manifests and lock files of `project` that exist, workspaces included; none for no npm project.

    Without a lock file, the installed packages take its place. A manifest that cannot be read has no members here;
    `resolve` says why.
    """
    if not os.path.isfile(project / MANIFEST):
        return ()
    try:
        members = expand(project, globs_of(project, read_manifest(project))).members
    except UnreadableProject:
        members = ()
    manifests = [MANIFEST, *(f"{folder}/{MANIFEST}" for folder in members), PNPM]
    choice = locks.choose(project)
    found = [project / called for called in (*manifests, choice.called, *choice.ignored) if called]
    if not choice.called:
        found += _installed_manifests(project / "node_modules")
    return tuple(path for path in found if os.path.isfile(path))


def resolve(project: Path, options: Options) -> Graph:
    """Return the graph of `project`; raises `UnreadableProject` with the file and the reason."""
    # What reads and brings is only loaded when something changed.
    from paredown.resolve.npm.resolving import graph

    return graph(project, options)


def _installed_manifests(modules: Path) -> Iterator[Path]:
    """Yield the package.json of each package at the top of `modules`."""
    for pattern in ("[!.@]*/package.json", "@*/*/package.json"):
        yield from sorted(modules.glob(pattern))
