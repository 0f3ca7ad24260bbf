"""A project's units -> what of it is left after each step of the product, as `paredown index` would count."""

from __future__ import annotations

from collections.abc import Iterator

from paredown.lab.corpus.gather import Gathered, Project
from paredown.lab.corpus.manifest import Step
from paredown.lab.corpus.units import Units
from paredown.model import Entry, Surface
from paredown.reduce import declared_only, dedupe, drop_unusable


def ledger(project: Project, units: Units, gathered: Gathered) -> list[Step]:
    """Return the steps of one project."""
    surface = Surface.of(_entries(project, units, gathered))
    counts = surface.counts
    found = [Step("harvested", counts.entries, counts.artifacts, counts.publishers)]
    for reduce in (dedupe, declared_only, drop_unusable):
        surface = reduce(surface)
        counts = surface.counts
        found.append(Step(surface.ledger.cuts[-1].step, counts.entries, counts.artifacts, counts.publishers))
    return found


def _entries(project: Project, units: Units, gathered: Gathered) -> Iterator[Entry]:
    from dataclasses import replace

    for artifact in sorted(project.artifacts, key=lambda one: one.purl):
        owner, _ = gathered.owners.get(artifact.purl, (artifact, 0))
        if units.has(owner):
            yield from (replace(entry, artifact=artifact) for entry in units.get(owner).entries)
