"""Artifacts -> the entries of their public surface, one module a language.

Each artifact is read once for each content: `harvest` takes what the cache keeps and reads the rest in a pool.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from paredown.harvest.cache import Cache
from paredown.harvest.language import versions
from paredown.harvest.neighbours import Neighbours
from paredown.harvest.packed import Harvested, unpack
from paredown.harvest.pool import PATIENCE, harvest_in_pool
from paredown.model import Artifact

__all__ = ["Harvested", "harvest"]


def harvest(
    artifacts: Sequence[Artifact], *, cache: Path | None, jobs: int, patience: float = PATIENCE
) -> Iterator[Harvested]:
    """Yield the harvest of each of `artifacts`, as they are ready.

    `cache` is the folder of kept harvests, or None to read everything; `jobs` is the number of processes.
    """
    graph = tuple(artifacts)
    kept = Cache(cache, Neighbours(graph).answers_alike) if cache else None
    readers = {ecosystem: versions(ecosystem) for ecosystem in {a.ecosystem for a in graph}}
    missing: list[Artifact] = []
    for artifact in graph:
        found = kept.get(artifact, readers[artifact.ecosystem]) if kept else None
        if found is None:
            missing.append(artifact)
        else:
            yield found
    for read in harvest_in_pool(missing, graph, jobs, patience):
        if kept and not read.lost:
            kept.put(read.artifact, readers[read.artifact.ecosystem], read.packed)
        yield unpack(read.artifact, read.packed)
