"""The product on one page: a project -> what its dependencies may say, and the ledger of what was cut."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from paredown import __version__
from paredown.errors import UnreadableProject
from paredown.gate import SERVED, Bounded, bound, checked_exceptions
from paredown.harvest import Harvested, harvest
from paredown.index import Origin, beyond, build
from paredown.model import Known, Rule, Surface, Unread
from paredown.reduce import Use, declared_only, dedupe, drop_unusable, uses
from paredown.report.record import Record, Refused, Silent, Source, Step
from paredown.resolve import Graph, Options, Progress, resolve
from paredown.settings import Settings
from paredown.state import alone, index_path, lock_digest, write_record

META = ("lock_digest", "tool", "date", "project", "scope")
"""What of a record the index says of itself to whoever opens it."""
TOLD = (Use.INTERNAL, Use.LEAVING)
"""What the ledger's one number for the usable step does not tell apart, or does not count."""
EXCEPTS_NOTHING = "an exception that excepts nothing"


class Reduced(NamedTuple):
    """A project's surface before the gate, every name that was declared before any cut, and what is missing.

    `origins` are the undeclared artifacts, as hashes; `uses` counts what was declared by how a caller can use it.
    """

    surface: Surface
    known: Known
    graphs: tuple[Graph, ...]
    unread: tuple[Unread, ...]
    silent: tuple[Silent, ...]
    origins: tuple[Origin, ...]
    uses: Mapping[Use, int]

    @property
    def nothing_at_hand(self) -> bool:
        """Whether the lock pins artifacts and not one of them has files here."""
        return any(graph.resolved for graph in self.graphs) and not any(graph.artifacts for graph in self.graphs)


class Pared(NamedTuple):
    """A project's pared surface with what the gate refused, and what it came from."""

    bounded: Bounded
    reduced: Reduced


def pare(project: Path, settings: Settings, progress: Progress, rules: Sequence[Rule] = SERVED) -> Pared:
    """Return what the project at `project` lets its dependencies say, within the bounds of `rules`.

    Raises `UnreadableProject` for a manifest or lock file that cannot be understood, `BadConfiguration` for an
    exception from a rule that there is not.
    """
    exceptions = checked_exceptions(settings.allow)
    reduced = reduced_surface(project, settings, progress)
    return Pared(bound(reduced.surface, rules, reduced.known, exceptions), reduced)


def reduced_surface(project: Path, settings: Settings, progress: Progress) -> Reduced:
    """Return the declared and usable surface of the project at `project`; raises `UnreadableProject`."""
    graphs = resolve(project, _options(settings, progress), settings.ecosystems)
    if not graphs:
        raise UnreadableProject(project, "holds no manifest or lock file of npm, Python, Maven, Gradle or Swift")
    start = perf_counter()
    harvested = _harvest(graphs, settings, progress)
    surface = Surface.of((entry for one in harvested for entry in one.entries), seconds=perf_counter() - start)
    known = Known.of(surface.entries)
    surface = dedupe(surface)
    origins: tuple[Origin, ...] = ()
    if settings.scope == "declared":
        origins = beyond(surface.entries, (artifact for graph in graphs for artifact in graph.artifacts))
        surface = declared_only(surface)
    unread = [gap for graph in graphs for gap in graph.unread] + [gap for one in harvested for gap in one.unread]
    silent = [Silent(artifact=one.artifact.purl, why=one.silent) for one in harvested if one.silent]
    used = uses(surface.entries)
    return Reduced(drop_unusable(surface), known, graphs, tuple(unread), tuple(silent), origins, used)


def index(project: Path, settings: Settings, progress: Progress) -> Record:
    """Write the index of `project` and its record, and return the record.

    Raises `UnreadableProject`, `IndexBusy` when another run is at it, and `CannotWrite`; the index that was there
    stays whole.
    """
    start = perf_counter()
    with alone(project), uncollected():
        digest = lock_digest(project, settings)
        bounded, reduced = pare(project, settings, progress)
        if reduced.nothing_at_hand and index_path(project).is_file():
            raise UnreadableProject(project, "nothing that its lock pins is at hand; the index that was there is kept")
        progress("write the index", 0, 1)
        record = Record(
            project=project.name,
            index=os.path.relpath(index_path(project), project),
            lock_digest=digest,
            tool=__version__,
            date=datetime.now(UTC).isoformat(timespec="seconds"),
            scope=settings.scope,
            dev=settings.dev,
            ecosystems=settings.ecosystems,
            environment=str(settings.environment or ""),
            checkouts=str(settings.checkouts or ""),
            exceptions=settings.allow,
            offline=settings.offline,
            seconds=perf_counter() - start,
            sources=tuple(_source(graph) for graph in reduced.graphs),
            ledger=Step.all_of(bounded.surface.ledger),
            unread=reduced.unread,
            unresolved=tuple(gap for graph in reduced.graphs for gap in graph.unresolved),
            silent=reduced.silent,
            refused=tuple(Refused.of(breach) for breach in bounded.refused),
            allowed=tuple(Refused.of(breach, one.reason) for breach, one in bounded.allowed),
            notes=(*_told(reduced.uses), *(f"{EXCEPTS_NOTHING}: {one.rule}={one.symbol}" for one in bounded.unused)),
        )
        meta = {field: str(getattr(record, field)) for field in META}
        build(index_path(project), bounded.surface, meta, reduced.origins)
        write_record(project, record)
        progress("write the index", 1, 1)
    return record


@contextmanager
def uncollected() -> Iterator[None]:
    """Look for no cycles meanwhile: a surface is a million small values without any, and looking is half the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _told(used: Mapping[Use, int]) -> Iterator[str]:
    for use in TOLD:
        if used.get(use):
            yield f"{use}: {used[use]:,}"


def _options(settings: Settings, progress: Progress) -> Options:
    return Options(
        archives=settings.cache / "archives",
        dev=settings.dev,
        offline=settings.offline,
        environment=settings.environment,
        every_source=settings.scope == "all",
        checkouts=settings.checkouts,
        progress=progress,
    )


def _harvest(graphs: tuple[Graph, ...], settings: Settings, progress: Progress) -> list[Harvested]:
    artifacts = [artifact for graph in graphs for artifact in graph.artifacts]
    found: list[Harvested] = []
    progress("harvest", 0, len(artifacts))
    jobs = settings.jobs or os.cpu_count() or 1
    for one in harvest(artifacts, cache=settings.cache / "harvest", jobs=jobs):
        found.append(one)
        progress("harvest", len(found), len(artifacts))
    # Workers finish in any order; the surface must not depend on it.
    return sorted(found, key=lambda one: one.artifact.purl)


def _source(graph: Graph) -> Source:
    return Source(
        ecosystem=graph.ecosystem,
        source=graph.source,
        declared=graph.declared,
        resolved=graph.resolved,
        notes=graph.notes,
    )
