"""A recipe -> the projects' graphs, and every artifact once: in the graph of the first project that has it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from paredown.errors import ParedownError
from paredown.lab.corpus.recipe import Recipe
from paredown.model import Artifact
from paredown.resolve import Options, Progress, resolve


class Failure(NamedTuple):
    """Something that is not in the corpus: which artifact, or project, which file of it, and why."""

    artifact: str
    path: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """One project: its artifacts, and what was missing."""

    name: str
    artifacts: tuple[Artifact, ...]
    declared: int
    resolved: int
    sources: tuple[str, ...]


@dataclass(slots=True, kw_only=True)
class Gathered:
    """All projects; `owners` are the artifacts by package URL with the index of the project that they are read in."""

    projects: list[Project] = field(default_factory=list)
    owners: dict[str, tuple[Artifact, int]] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)

    @property
    def artifacts(self) -> list[Artifact]:
        """Every artifact once, declared when some project declares it; by ecosystem, publisher and package URL."""
        found = (artifact for artifact, _ in self.owners.values())
        return sorted(found, key=lambda one: (str(one.ecosystem), one.publisher, one.purl))


def gather(recipe: Recipe, cache: Path, *, offline: bool, progress: Progress) -> Gathered:
    """Return what the projects of `recipe` pin; a project that is absent or unreadable is a `Failure`."""
    gathered = Gathered()
    options = Options(
        archives=cache / "archives", dev=recipe.dev, offline=offline, every_source=True, progress=progress
    )
    for done, folder in enumerate(recipe.projects):
        progress("resolve", done, len(recipe.projects))
        name = folder.name
        if not folder.is_dir():
            gathered.failures.append(Failure(name, "", "this project is not here"))
            continue
        try:
            graphs = resolve(folder, options)
        except ParedownError as error:
            gathered.failures.append(Failure(name, "", error.reason))
            continue
        found = [artifact for graph in graphs for artifact in graph.artifacts]
        gathered.failures += [Failure(gap.artifact, gap.path, gap.why) for graph in graphs for gap in graph.unread]
        gathered.failures += [
            Failure(f"pkg:{gap.ecosystem}/{gap.name}", gap.source, gap.why)
            for graph in graphs
            for gap in graph.unresolved
        ]
        gathered.projects.append(
            Project(
                name=name,
                artifacts=tuple(found),
                declared=sum(graph.declared for graph in graphs),
                resolved=sum(graph.resolved for graph in graphs),
                sources=tuple(graph.source for graph in graphs),
            )
        )
        own(gathered, chosen(found, recipe), len(gathered.projects) - 1)
    progress("resolve", len(recipe.projects), len(recipe.projects))
    return gathered


def chosen(artifacts: Iterable[Artifact], recipe: Recipe) -> list[Artifact]:
    """Return the artifacts that the recipe wants."""
    return [one for one in artifacts if not recipe.only or f"{one.ecosystem}:{one.name}" in recipe.only]


def own(gathered: Gathered, artifacts: Sequence[Artifact], project: int) -> None:
    """Enter `artifacts` of one project: the first project keeps it, any project makes it declared."""
    for artifact in artifacts:
        held = gathered.owners.get(artifact.purl)
        if held is None:
            gathered.owners[artifact.purl] = (artifact, project)
        elif artifact.declared and not held[0].declared:
            declared = replace(held[0], declared=True, direct_of=artifact.direct_of)
            gathered.owners[artifact.purl] = (declared, held[1])
