"""Projects -> the entries of everything that their lock files pin, each artifact once."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from paredown.harvest import harvest
from paredown.lab.detect.verdict import Progress
from paredown.model import Artifact, Entry
from paredown.resolve import Options, resolve
from paredown.settings import Settings


class Gathered(NamedTuple):
    """The entries, and the digests of the artifacts that they come from, in order."""

    entries: tuple[Entry, ...]
    digests: tuple[str, ...]


def gathered(projects: Sequence[tuple[Path, Settings]], progress: Progress) -> Gathered:
    """Return what the dependencies of `projects` declare; raises `UnreadableProject`."""
    artifacts: dict[str, Artifact] = {}
    for project, settings in projects:
        options = Options(
            archives=settings.cache / "archives",
            dev=settings.dev,
            offline=settings.offline,
            environment=settings.environment,
            progress=progress,
        )
        for graph in resolve(project, options, settings.ecosystems):
            for artifact in graph.artifacts:
                artifacts.setdefault(artifact.purl, artifact)
    if not artifacts:
        return Gathered((), ())
    settings = projects[0][1]
    found = []
    jobs = settings.jobs or os.cpu_count() or 1
    for one in harvest(list(artifacts.values()), cache=settings.cache / "harvest", jobs=jobs):
        found.append(one)
        progress("harvest", len(found), len(artifacts))
    found.sort(key=lambda one: one.artifact.purl)
    entries = tuple(entry for one in found for entry in one.entries)
    return Gathered(entries, tuple(one.artifact.digest for one in found))
