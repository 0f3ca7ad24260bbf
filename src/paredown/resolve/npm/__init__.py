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
from dataclasses import replace
from pathlib import Path

from paredown.errors import UnreadableProject
from paredown.resolve.graph import Graph, Options
from paredown.resolve.npm import locks
from paredown.resolve.npm.assemble import Reached, graph_of
from paredown.resolve.npm.closure import close
from paredown.resolve.npm.installed import CUT, scan
from paredown.resolve.npm.locks import npm
from paredown.resolve.npm.machine import this_machine
from paredown.resolve.npm.manifest import read_manifest
from paredown.resolve.npm.pin import PROJECT, THE_PROJECT, Locked
from paredown.resolve.npm.typings import with_typings
from paredown.resolve.npm.workspaces import PNPM, Members, expand, globs_of, members_of

__all__ = ["inputs", "resolve"]

MANIFEST = "package.json"


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
    members = members_of(project)
    choice = locks.choose(project)
    locked = locks.read(project, choice.called, members.manifests) if choice.called else _unlocked(project, members)
    notes = [
        *members.notes,
        *locked.notes,
        *(f"{called} is ignored, {choice.called} is read" for called in choice.ignored),
    ]
    machine = this_machine()
    closure = close(locked, members.manifests, machine, options.dev)
    everything = close(locked, members.manifests, machine, dev=True)
    typed = with_typings(closure, everything, locked, members.manifests, machine)
    reached = Reached(
        manifests=members.manifests, locked=locked, closure=closure, typed=typed, machine=machine, notes=notes
    )
    return graph_of(project, reached, options)


def _unlocked(project: Path, members: Members) -> Locked:
    """Return what is installed, in place of a lock."""
    installed = scan(project, (manifest.folder for manifest in members.manifests))
    if not installed.packages:
        return Locked(source=MANIFEST, absent="no lock file and not installed", pins={PROJECT: THE_PROJECT})
    locked = npm.locked(installed.entries(), "node_modules", members.manifests)
    notes = (CUT,) if installed.cut else ()
    return replace(locked, absent="no lock file, and not in node_modules", notes=notes)


def _installed_manifests(modules: Path) -> Iterator[Path]:
    """Yield the package.json of each package at the top of `modules`."""
    for pattern in ("[!.@]*/package.json", "@*/*/package.json"):
        yield from sorted(modules.glob(pattern))
