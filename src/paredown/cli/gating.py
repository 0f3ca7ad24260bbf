"""A project, or a library's own source -> what the gate finds in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from paredown import __version__
from paredown.errors import UnreadableProject
from paredown.gate import ADOPTED, Bounded, bound, checked_exceptions, rule_named
from paredown.harvest import harvest
from paredown.model import Artifact, Breach, Counts, Known, Rule, Surface, Unread, Unresolved
from paredown.pipeline import Reduced, pare
from paredown.reduce import dedupe, drop_unusable
from paredown.report.checked import Checked
from paredown.report.place import Locks, Place, places
from paredown.report.remark import Remark, sought
from paredown.resolve import Graph, Progress, inputs
from paredown.resolve.own_source import own_artifacts
from paredown.settings import Settings
from paredown.tree import open_tree

Where = Callable[[Breach, Artifact], Place]
NO_SOURCE = "holds no package.json and no Python module"


def named_rules(slugs: Sequence[str]) -> tuple[Rule, ...]:
    """Return the rules that are asked for by name, or every adopted one; raises `BadConfiguration`."""
    return tuple(rule_named(slug) for slug in slugs) or ADOPTED


class Looked(NamedTuple):
    """What the gate found in a project, and the surface that it was asked about."""

    checked: Checked
    reduced: Reduced


def check_project(project: Path, settings: Settings, progress: Progress, rules: Sequence[Rule]) -> Looked:
    """Return every breach of `rules` by what the dependencies of `project` say; raises as `pare` does."""
    bounded, reduced = pare(project, settings, progress, rules)
    locks = locks_of(project, reduced.graphs)
    found = checked(
        bounded,
        [artifact for graph in reduced.graphs for artifact in graph.artifacts],
        rules,
        lambda _, artifact: locks.place(artifact),
        reduced.unread,
        tuple(gap for graph in reduced.graphs for gap in graph.unresolved),
    )
    return Looked(found, reduced)


def lint_source(path: Path, settings: Settings, rules: Sequence[Rule]) -> Checked:
    """Return every breach of `rules` by the public surface of the library at `path`.

    Raises `UnreadableProject` when there is none, or when nothing public was found in it.
    """
    exceptions = checked_exceptions(settings.allow)
    artifacts = own_artifacts(path)
    if not artifacts:
        raise UnreadableProject(path, NO_SOURCE)
    found = list(harvest(artifacts, cache=None, jobs=1))
    unread = [gap for one in found for gap in one.unread]
    surface = Surface.of(entry for one in found for entry in one.entries)
    if not surface.entries:
        why = unread[0].why if unread else found[0].silent
        raise UnreadableProject(path, f"{why}; a library is read as it is published, so build it first")
    known = Known.of(surface.entries)
    bounded = bound(drop_unusable(dedupe(surface)), rules, known, exceptions)
    return checked(bounded, artifacts, rules, _in_sources(path, artifacts, bounded), unread, ())


def checked(
    bounded: Bounded,
    artifacts: Sequence[Artifact],
    rules: Sequence[Rule],
    where: Where,
    unread: Sequence[Unread],
    unresolved: Sequence[Unresolved],
) -> Checked:
    """Return what the gate found, each breach with its place."""
    by_purl = {artifact.purl: artifact for artifact in artifacts}

    def remark(breach: Breach, reason: str = "") -> Remark:
        artifact = by_purl[breach.artifact]
        return Remark.of(breach, artifact, where(breach, artifact), reason)

    counts: Counts = bounded.surface.ledger.cuts[-1].before
    return Checked(
        tool=__version__,
        counts=counts,
        rules=tuple(rule.slug for rule in rules),
        breaches=tuple(map(remark, bounded.refused)),
        allowed=tuple(remark(let.breach, let.exception.reason) for let in bounded.allowed),
        unused=bounded.unused,
        unread=tuple(unread),
        unresolved=tuple(unresolved),
    )


def locks_of(project: Path, graphs: Sequence[Graph]) -> Locks:
    """Return the files that pin the artifacts of `graphs`, as a graph names its own."""
    files = {}
    for graph in graphs:
        named = graph.source.partition(" ")[0]
        if not (project / named).is_file():
            listed = inputs(project, (graph.ecosystem,))
            named = listed[0].relative_to(project).as_posix() if listed else named
        files[graph.ecosystem] = named
    return Locks(project, files)


def _in_sources(path: Path, artifacts: Sequence[Artifact], bounded: Bounded) -> Where:
    breaches = [*bounded.refused, *(let.breach for let in bounded.allowed)]
    base = path if path.is_dir() else path.parent
    found: dict[str, dict[str, Place]] = {}
    for artifact in artifacts:
        mine = [breach for breach in breaches if breach.artifact == artifact.purl]
        with open_tree(artifact.files) as tree:
            found[artifact.purl] = places(tree, {name for breach in mine for name in sought(breach)})

    def where(breach: Breach, artifact: Artifact) -> Place:
        here = found[artifact.purl]
        place = next((here[name] for name in sought(breach) if name in here), None)
        if place is None:
            return Place("package.json" if (base / "package.json").is_file() else "pyproject.toml", 1)
        full = artifact.files.root.resolve() / place.path
        inside = full.is_relative_to(base.resolve())
        return Place(full.relative_to(base.resolve()).as_posix(), place.line) if inside else place

    return where
