"""A recipe -> a corpus in a folder: gather, read what has no unit yet, write the tables, and the manifest last.

A build that was killed goes on: what was read is kept by artifact, and a folder without a manifest is no corpus. A
build of the same inputs again reads nothing.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from paredown import __version__
from paredown.errors import CannotWrite, CorpusUnusable
from paredown.lab.corpus.agent_files import agent_columns
from paredown.lab.corpus.gather import Failure, Gathered, gather
from paredown.lab.corpus.ledger import ledger
from paredown.lab.corpus.manifest import FILE, FORM, Library, Manifest, ProjectCounts, read_manifest
from paredown.lab.corpus.parts import PART, Parts, Written
from paredown.lab.corpus.reading import Reader
from paredown.lab.corpus.recipe import Recipe
from paredown.lab.corpus.rows import digest_of, known_columns, prose_columns, rows_of, surface_columns
from paredown.lab.corpus.units import Units, harvesters
from paredown.model import Artifact, Ecosystem
from paredown.resolve import Progress, inputs


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How to build: where archives are kept, whether clients may run, what reads, and how large a part is."""

    cache: Path
    offline: bool
    reader: Reader
    progress: Progress
    part: int = PART
    retry: bool = False


class Built:
    """A build's outcome: the manifest, and whether anything had to be done."""

    def __init__(self, manifest: Manifest, *, fresh: bool) -> None:
        self.manifest, self.fresh = manifest, fresh


def build(recipe: Recipe, folder: Path, plan: Plan) -> Built:
    """Build the corpus of `recipe` in `folder`; raises `CannotWrite`."""
    asked = inputs_digest(recipe)
    held = finished(folder, asked)
    if held and not plan.retry:
        return Built(held, fresh=False)
    _begin(folder)
    gathered = gather(recipe, plan.cache, offline=plan.offline, progress=plan.progress)
    units = Units(folder)
    read(gathered, units, plan)
    projects = [
        ProjectCounts(
            name=one.name,
            sources=list(one.sources),
            declared=one.declared,
            resolved=one.resolved,
            at_hand=len(one.artifacts),
            ledger=ledger(one, units, gathered) if recipe.ledger else [],
        )
        for one in gathered.projects
    ]
    tables = Tables(folder, recipe, plan)
    libraries = tables.write(gathered, units)
    manifest = Manifest(
        name=recipe.name,
        about=recipe.about,
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        tool=__version__,
        inputs=asked,
        harvesters={str(one): harvesters(one) for one in sorted({a.ecosystem for a in gathered.artifacts})},
        projects=projects,
        libraries=libraries,
        parts=tables.written,
        failures=sorted({*gathered.failures, *tables.failures}),
    )
    manifest.write(folder)
    return Built(manifest, fresh=True)


def read(gathered: Gathered, units: Units, plan: Plan) -> None:
    """Read every artifact that has no unit, each in the graph of the project that owns it."""
    total = len(gathered.owners)
    done = 0
    plan.progress("harvest", done, total)
    for number, project in enumerate(gathered.projects):
        mine = [artifact for artifact, owner in gathered.owners.values() if owner == number]
        missing = [one for one in mine if not units.has(one) or (plan.retry and units.gave_nothing(one))]
        done += len(mine) - len(missing)
        for one in plan.reader(missing, project.artifacts) if missing else ():
            units.put(one.artifact, one.packed)
            done += 1
            plan.progress("harvest", done, total)


class Tables:
    """Writes the tables of a corpus from its units, an artifact at a time."""

    def __init__(self, folder: Path, recipe: Recipe, plan: Plan) -> None:
        self._folder, self._plan = folder, plan
        self._agents = recipe.agent_files
        self.failures: list[Failure] = []
        self.written: list[Written] = []

    def write(self, gathered: Gathered, units: Units) -> list[Library]:
        """Return the libraries in the order of their rows; raises `CannotWrite`."""
        libraries: list[Library] = []
        artifacts = gathered.artifacts
        for ecosystem in sorted({one.ecosystem for one in artifacts}):
            mine = [one for one in artifacts if one.ecosystem is ecosystem]
            libraries += self._ecosystem(ecosystem, mine, units, len(libraries), len(artifacts))
        return libraries

    def _ecosystem(
        self, ecosystem: Ecosystem, artifacts: Sequence[Artifact], units: Units, before: int, total: int
    ) -> list[Library]:
        surface, prose = (Parts(self._folder, name, ecosystem, part=self._plan.part) for name in ("surface", "prose"))
        # One library a row group: a rule that resolves asks for one library's names at a time.
        known = Parts(self._folder, "known", ecosystem, group=1)
        agent = Parts(self._folder, "agent", ecosystem, part=self._plan.part)
        found: list[Library] = []
        for artifact in artifacts:
            self._plan.progress("write", before + len(found), total)
            harvested = units.get(artifact)
            self.failures += [Failure(gap.artifact, gap.path, gap.why) for gap in harvested.unread]
            if harvested.silent:
                self.failures.append(Failure(artifact.purl, "", harvested.silent))
            rows = rows_of(harvested.entries)
            surface.add(surface_columns(artifact, rows))
            prose.add(prose_columns(artifact, rows))
            known.add(known_columns(artifact, harvested.entries))
            if self._agents:
                agent.add(agent_columns(artifact))
            found.append(
                Library(
                    purl=artifact.purl,
                    ecosystem=ecosystem.value,
                    name=artifact.name,
                    publisher=artifact.publisher,
                    declared=artifact.declared,
                    languages=dict(sorted(Counter(row.language for row in rows).items())),
                    docs=dict(sorted(Counter(row.language for row in rows if row.doc).items())),
                    digest=digest_of(rows),
                )
            )
        for parts in (surface, prose, known, agent):
            parts.close()
            self.written += parts.written
        return found


def inputs_digest(recipe: Recipe) -> str:
    """Return 16 hex digits over all that decides a corpus: the recipe, every manifest and lock file, the readers."""
    total = hashlib.sha256(f"{FORM} {__version__} {recipe.digest}".encode())
    total.update(" ".join(f"{one}={harvesters(one)}" for one in Ecosystem).encode())
    for project in recipe.projects:
        total.update(f"\0{project.name}\0".encode())
        for path in inputs(project) if project.is_dir() else ():
            with suppress(OSError):
                total.update(path.name.encode() + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()[:16]


def finished(folder: Path, asked: str) -> Manifest | None:
    """Return the manifest in `folder` when it is of these inputs and every part is there in full."""
    with suppress(CorpusUnusable):
        manifest = read_manifest(folder)
        whole = all(size(folder / part.path) == part.bytes for part in manifest.parts)
        return manifest if whole and manifest.inputs == asked else None
    return None


def size(path: Path) -> int:
    """Return the bytes of a file, -1 when there is none."""
    try:
        return path.stat().st_size
    except OSError:
        return -1


def _begin(folder: Path) -> None:
    try:
        (folder / "units").mkdir(parents=True, exist_ok=True)
        # From here to the end this is no corpus: a reader must not take old parts for new ones.
        with suppress(FileNotFoundError):
            os.unlink(folder / FILE)
        for old in folder.glob("*/ecosystem=*/*.parquet"):
            os.unlink(old)
    except OSError as error:
        raise CannotWrite(folder, error.strerror or "cannot be written") from error
