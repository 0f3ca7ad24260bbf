"""A project with its lock -> the graph: the pins, what is reached from the manifests, and where the files lie."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from paredown.resolve.graph import Graph, Options
from paredown.resolve.npm import locks
from paredown.resolve.npm.assemble import Reached, graph_of
from paredown.resolve.npm.closure import close
from paredown.resolve.npm.installed import CUT, scan
from paredown.resolve.npm.locks import npm
from paredown.resolve.npm.machine import this_machine
from paredown.resolve.npm.manifest import MANIFEST
from paredown.resolve.npm.pin import PROJECT, THE_PROJECT, Locked
from paredown.resolve.npm.typings import with_typings
from paredown.resolve.npm.workspaces import Members, members_of


def graph(project: Path, options: Options) -> Graph:
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
