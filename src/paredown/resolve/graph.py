"""What resolving one ecosystem of a project gives, and what it is asked with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from paredown.model import Artifact, Ecosystem, Unread, Unresolved

Progress = Callable[[str, int, int], None]
"""`progress(what, done, total)`, for a person; called often, from any thread."""


def silent(_what: str, _done: int, _total: int) -> None:
    """Show nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How to resolve.

    `dev` includes development dependencies. `offline` never starts a client. `archives` is the folder where what
    a client brought is kept, by ecosystem. `environment` is the prefix of the Python environment to read, or None
    for the project's own `.venv` or `venv`. `checkouts` is the folder of the sources of Swift packages, or None for
    those in the project. `every_source` asks for the sources of undeclared libraries too, where sources come apart from
    what is compiled and cost time: they are read for their doc comments and parameter names.
    """

    archives: Path
    dev: bool = False
    offline: bool = False
    environment: Path | None = None
    checkouts: Path | None = None
    every_source: bool = False
    progress: Progress = field(default=silent, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Graph:
    """One ecosystem of a project: every artifact of its graph that is at hand, and what is missing.

    `source` says what was read (`package-lock.json v3`); `declared` and `resolved` count the artifacts that the
    manifests name and that the lock pins, whether at hand or not: `resolved` is the number of `artifacts` plus
    the number of distinct artifacts in `unread`. Where artifacts are parts of packages (Swift modules), both count
    packages. `notes` are sentences of ours for a person.
    """

    ecosystem: Ecosystem
    source: str
    declared: int
    resolved: int
    artifacts: tuple[Artifact, ...]
    unread: tuple[Unread, ...] = ()
    unresolved: tuple[Unresolved, ...] = ()
    notes: tuple[str, ...] = ()


class Resolver(Protocol):
    """An ecosystem. A module with these two functions is one."""

    def inputs(self, project: Path) -> tuple[Path, ...]:
        """Return the manifests and lock files of `project` that exist, workspaces included."""

    def resolve(self, project: Path, options: Options) -> Graph:
        """Return the graph of `project`; raises `UnreadableProject` with the file and the reason."""
