"""Artifacts without a unit -> their units, read in a pool of processes here or on a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from paredown.errors import ExtraMissing
from paredown.harvest.cache import Cache
from paredown.harvest.neighbours import Neighbours
from paredown.harvest.packed import Packed, pack
from paredown.harvest.pool import Read, harvest_in_pool, lost
from paredown.harvest.worker import packed_harvest
from paredown.lab.corpus.units import harvesters
from paredown.model import Artifact

ERROR = 40
"""The level of `logging` below which Ray is silent."""
BATCH = 16
"""Artifacts of one task on a cluster."""


class Reader(Protocol):
    """What reads artifacts: `graph` is what they may import from each other."""

    def __call__(self, artifacts: Sequence[Artifact], graph: tuple[Artifact, ...]) -> Iterator[Read]:
        """Yield the packed harvest of each of `artifacts`, as they are ready."""


class Here:
    """Reads in processes of this machine, through the harvest cache."""

    def __init__(self, cache: Path | None, jobs: int) -> None:
        self._cache, self._jobs = cache, jobs

    def __call__(self, artifacts: Sequence[Artifact], graph: tuple[Artifact, ...]) -> Iterator[Read]:
        """Yield kept harvests first, then what had to be read."""
        kept = Cache(self._cache, Neighbours(graph).answers_alike) if self._cache else None
        missing: list[Artifact] = []
        for artifact in artifacts:
            found = kept.get(artifact, harvesters(artifact.ecosystem)) if kept else None
            if found is None:
                missing.append(artifact)
            else:
                yield Read(artifact, pack(found))
        for read in harvest_in_pool(missing, graph, self._jobs):
            if kept and not read.lost:
                kept.put(read.artifact, harvesters(read.artifact.ecosystem), read.packed)
            yield read


class OnRay:
    """Reads as tasks of a Ray cluster, whose nodes see the same archives."""

    def __init__(self, address: str) -> None:
        self._ray = connected(address)

    def __call__(self, artifacts: Sequence[Artifact], graph: tuple[Artifact, ...]) -> Iterator[Read]:
        """Yield what the tasks send back; a task that is lost costs its artifacts, which say so."""
        ray = self._ray
        task = ray.remote(read_batch).options(max_retries=1)
        shared = ray.put(graph)
        waiting: dict[Any, list[Artifact]] = {}
        for start in range(0, len(artifacts), BATCH):
            batch = list(artifacts[start : start + BATCH])
            waiting[task.remote([one.purl for one in batch], shared)] = batch
        while waiting:
            ready, _ = ray.wait(list(waiting), num_returns=1)
            batch = waiting.pop(ready[0])
            try:
                packed = [Packed(*both) for both in ray.get(ready[0])]
            except ray.exceptions.RayError:
                packed = [lost(one, "the task that read it was lost") for one in batch]
            yield from (Read(artifact, one) for artifact, one in zip(batch, packed, strict=True))


def read_batch(purls: list[str], graph: tuple[Artifact, ...]) -> list[tuple[bytes, bytes]]:
    """Return the packed harvests of `purls`; runs on a node of the cluster."""
    by_purl = {artifact.purl: artifact for artifact in graph}
    neighbours = Neighbours(graph)
    return [tuple(packed_harvest(by_purl[purl], neighbours)) for purl in purls]  # type: ignore[misc]


def connected(address: str) -> Any:
    """Return `ray`, connected to `address` (empty: a cluster on this machine); raises `ExtraMissing`."""
    try:
        import ray
    except ImportError as error:
        raise ExtraMissing("--engine ray", "needs Ray: install paredown[cluster]") from error
    if not ray.is_initialized():
        ray.init(address=address or "local", log_to_driver=False, logging_level=ERROR, include_dashboard=False)
    return ray
