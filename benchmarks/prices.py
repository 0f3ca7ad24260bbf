"""What every rule of the catalogue costs on the real dependencies of real projects: `src/paredown/gate/costs.toml`.

    python benchmarks/prices.py PROJECT [PROJECT ...] [--offline] [--show N]

Each project is resolved with its development dependencies and harvested whole; an artifact that two projects have is
counted once. Names resolve against what the project they are read in declares. Two scopes are priced: the whole graph,
and what some project declares. The ecosystems that the projects have replace theirs in the file; the others stay as
they were, so a corpus can be added later. `--show N` prints N breaches of each rule and ecosystem; `--dry-run` writes
nothing. Archives and harvests are kept in `PAREDOWN_CACHE`, or the user's cache.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_cache_path

from paredown import __version__
from paredown.gate import CATALOGUE, breaches
from paredown.gate.costs import FILE, FINDINGS, SCOPES, SKEWED, Costs, read
from paredown.gate.price import TOGETHER, Price, price
from paredown.harvest import harvest
from paredown.harvest.language import versions
from paredown.model import Artifact, Ecosystem, Entry, Known
from paredown.names import plain, short
from paredown.report.rule import percent
from paredown.resolve import Options, resolve

COSTS = Path(__file__).resolve().parent.parent / "src/paredown/gate" / FILE
SLUGS = (*(rule.slug for rule in CATALOGUE), TOGETHER)
MOST = 5
"""Publishers that a price names."""


class Read(NamedTuple):
    """One artifact as one project has it, with its entries, and what the project declares."""

    project: str
    artifact: Artifact
    entries: tuple[Entry, ...]
    known: Known


class Measured:
    """The prices of one ecosystem in one scope, while they are counted."""

    def __init__(self, ecosystem: Ecosystem, scope: str) -> None:
        self.ecosystem, self.scope = ecosystem, scope
        self.prices: dict[str, Price] = {}
        self.projects: set[str] = set()
        self.artifacts: set[str] = set()
        self.entries: Counter[str] = Counter()
        self.digests: list[bytes] = []

    def add(self, one: Read) -> None:
        """Count one artifact."""
        self.projects.add(one.project)
        self.artifacts.add(one.artifact.purl)
        self.entries[one.artifact.publisher] += len(one.entries)
        total = hashlib.sha256(f"{one.artifact.purl} {one.artifact.digest}".encode())
        for entry in one.entries:
            told = (str(entry.symbol), entry.kind, entry.signature)
            total.update("\0".join(told).encode("utf-8", "surrogatepass"))
        self.digests.append(total.digest())
        price(one.entries, CATALOGUE, one.known, self.prices)

    def corpus(self) -> dict[str, object]:
        """Return the stamp."""
        return {
            "ecosystem": str(self.ecosystem),
            "scope": self.scope,
            "date": datetime.now(UTC).date().isoformat(),
            "tool": __version__,
            "harvesters": versions(self.ecosystem),
            "projects": sorted(self.projects),
            "artifacts": len(self.artifacts),
            "publishers": len(self.entries),
            "entries": self.entries.total(),
            "digest": f"sha256:{hashlib.sha256(b''.join(sorted(self.digests))).hexdigest()}",
            "heaviest": list(self.entries.most_common(1)[0]),
        }

    def costs(self) -> Iterator[dict[str, object]]:
        """Yield one row for each rule."""
        for slug in SLUGS:
            found = self.prices[slug]
            first = sorted(found.rejected.items(), key=lambda row: (-row[1], row[0]))[:MOST]
            yield {
                "rule": slug,
                "ecosystem": str(self.ecosystem),
                "scope": self.scope,
                "rejected": found.share.rejected,
                "of": found.share.of,
                "parts": {str(part): found.parts[part] for part in sorted(found.parts)},
                "publishers": len(found.rejected),
                "most": [[publisher, n, found.of[publisher]] for publisher, n in first],
            }


def main() -> None:
    """Measure, print a table, and write the file."""
    asked = argparse.ArgumentParser()
    asked.add_argument("projects", nargs="+", type=Path)
    asked.add_argument("--offline", action="store_true")
    asked.add_argument("--dry-run", action="store_true")
    asked.add_argument("--show", type=int, default=0, metavar="N")
    options = asked.parse_args()
    cache = Path(os.environ.get("PAREDOWN_CACHE") or user_cache_path("paredown"))
    once = list(distinct(one for project in options.projects for one in read_project(project, cache, options.offline)))
    measured = measure(once)
    text = written(measured, COSTS.read_text("utf-8") if COSTS.is_file() else "")
    table(read(text), {str(one.ecosystem) for one in measured})
    for one in shown(once, options.show):
        print(one)
    if not options.dry_run:
        COSTS.write_text(text, "utf-8")
        print(f"\nwritten: {COSTS.name}", file=sys.stderr)


def read_project(project: Path, cache: Path, offline: bool) -> Iterator[Read]:
    """Yield every artifact of one project."""
    graphs = resolve(project, Options(archives=cache / "archives", dev=True, offline=offline))
    artifacts = [artifact for graph in graphs for artifact in graph.artifacts]
    found = sorted(harvest(artifacts, cache=cache / "harvest", jobs=os.cpu_count() or 1), key=lambda h: h.artifact.purl)
    known = Known.of(entry for one in found for entry in one.entries)
    for one in found:
        if one.entries:
            yield Read(project.resolve().name, one.artifact, one.entries, known)


def distinct(every: Iterable[Read]) -> Iterator[Read]:
    """Yield each artifact once, declared if any project declares it."""
    by_purl: dict[str, Read] = {}
    for one in every:
        held = by_purl.get(one.artifact.purl)
        if held is None or (one.artifact.declared and not held.artifact.declared):
            by_purl[one.artifact.purl] = one
    yield from (by_purl[purl] for purl in sorted(by_purl))


def measure(once: Sequence[Read]) -> list[Measured]:
    """Return the prices of each ecosystem and scope."""
    found: dict[tuple[Ecosystem, str], Measured] = {}
    for one in once:
        for scope in SCOPES:
            if scope == "all" or one.artifact.declared:
                key = (one.artifact.ecosystem, scope)
                found.setdefault(key, Measured(*key)).add(one)
    return [found[key] for key in sorted(found)]


def written(measured: Sequence[Measured], before: str) -> str:
    """Return the file: what was measured now, and the ecosystems of `before` that were not."""
    import tomllib

    now = {str(one.ecosystem) for one in measured}
    old = tomllib.loads(before) if before else {}
    corpora = [row for row in old.get("corpus", ()) if row["ecosystem"] not in now]
    costs = [row for row in old.get("cost", ()) if row["ecosystem"] not in now]
    corpora += [one.corpus() for one in measured]
    costs += [row for one in measured for row in one.costs()]
    costs = [row for row in costs if row["rule"] in SLUGS]
    costs.sort(key=lambda row: (SLUGS.index(str(row["rule"])), str(row["ecosystem"]), str(row["scope"])))
    lines = ["# Written by benchmarks/prices.py, and measured: not to be edited.", ""]
    for name, rows in (("corpus", sorted(corpora, key=lambda r: (r["ecosystem"], r["scope"]))), ("cost", costs)):
        for row in rows:
            lines += [f"[[{name}]]", *(f"{key} = {toml(value)}" for key, value in row.items()), ""]
    return "\n".join(lines)


def toml(value: object) -> str:
    """Return a value as TOML writes it on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return (
        str(value)
        if isinstance(value, int)
        else '"' + plain(str(value)).replace("\\", "\\\\").replace('"', '\\"') + '"'
    )


def table(costs: Costs, ecosystems: set[str]) -> None:
    """Print the prices, and every publisher that weighs too much."""
    for scope in SCOPES:
        for corpus in (one for one in costs.corpora if one.scope == scope and one.ecosystem in ecosystems):
            print(f"\n{corpus.ecosystem}, {scope}: {corpus.entries:,} entries of {corpus.artifacts:,} artifacts")
            if corpus.heaviest.share.rate > SKEWED:
                print(f"  warning: {corpus.heaviest.publisher} holds {corpus.heaviest.share.rate:.0%} of the rows")
            for cost in (one for one in costs.costs if (one.ecosystem, one.scope) == (corpus.ecosystem, scope)):
                most = ", ".join(f"{row.publisher} {row.share.rejected:,}" for row in cost.most[:3])
                parts = ", ".join(f"{part} {count:,}" for part, count in cost.parts.items())
                told = f"{percent(cost.share)}  {cost.share.rejected:,} of {cost.share.of:,}"
                print(f"  {cost.rule:<28}{told:<58}{FINDINGS.get(cost.rule, '-'):<26}{parts}")
                if cost.share.rejected:
                    mark = "warning, one publisher: " if cost.skewed else ""
                    print(f"  {'':<28}{mark}{most}; {cost.publishers} publishers")


def shown(once: Sequence[Read], limit: int) -> Iterator[str]:
    """Yield `limit` breaches of each rule and ecosystem, from as many publishers as there are."""
    for rule in CATALOGUE if limit else ():
        found: dict[tuple[str, str], list[str]] = defaultdict(list)
        for one in once:
            for entry in one.entries:
                for breach in breaches(entry, (rule,), one.known):
                    key = (str(one.artifact.ecosystem), one.artifact.publisher)
                    told = short(breach.evidence.untrusted(), 100)
                    found[key].append(f"  {breach.part:<10}{plain(one.artifact.name):<30} {told}")
        for ecosystem in sorted({ecosystem for ecosystem, _ in found}):
            yield f"\n{rule.slug}, {ecosystem}"
            columns = [rows for (where, _), rows in sorted(found.items()) if where == ecosystem]
            turns = (row for turn in range(limit) for rows in columns for row in dict.fromkeys(rows[turn : turn + 1]))
            yield from (row for row, _ in zip(turns, range(limit), strict=False))


if __name__ == "__main__":
    main()
