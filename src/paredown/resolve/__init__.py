"""A project -> the artifacts of its real dependency graph, one module an ecosystem."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from paredown.model import Ecosystem
from paredown.resolve.ecosystem import ECOSYSTEMS
from paredown.resolve.graph import Graph, Options, Progress

__all__ = ["Graph", "Options", "Progress", "inputs", "resolve"]


def inputs(project: Path, ecosystems: Collection[Ecosystem] = ()) -> tuple[Path, ...]:
    """Return every manifest and lock file of `project`; the index is stale when one of them changes."""
    return tuple(
        path
        for registered in ECOSYSTEMS
        if not ecosystems or registered.ecosystem in ecosystems
        for path in registered.load().inputs(project)
    )


def resolve(project: Path, options: Options, ecosystems: Collection[Ecosystem] = ()) -> tuple[Graph, ...]:
    """Return the graph of every ecosystem found in `project`; raises `UnreadableProject`."""
    found = []
    for registered in ECOSYSTEMS:
        if not ecosystems or registered.ecosystem in ecosystems:
            resolver = registered.load()
            if resolver.inputs(project):
                found.append(resolver.resolve(project, options))
    return tuple(found)
