"""A manifest -> the tables that a person reads: the corpus by ecosystem, its projects step by step, its failures."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict

from paredown.lab.corpus.manifest import Manifest, Step
from paredown.names import plain

DECLARED = "declared"


def as_json(manifest: Manifest) -> str:
    """Return what `lab corpus show --json` prints: everything but the libraries and the parts."""
    told = {name: value for name, value in asdict(manifest).items() if name not in ("libraries", "parts", "failures")}
    told["digest"] = manifest.digest
    told["groups"] = [one._asdict() for one in (*manifest.groups, manifest.total)]
    told["projects"] = [{**p._asdict(), "ledger": [s._asdict() for s in p.ledger]} for p in manifest.projects]
    told["failures"] = [one._asdict() for one in manifest.failures]
    return json.dumps(told, indent=1)


def table(manifest: Manifest, failures: int = 0) -> str:
    """Return the corpus as a table; `failures` is how many of those to list."""
    lines = [
        f"{manifest.name}  {manifest.digest}",
        f"built {manifest.date} by paredown {manifest.tool}; {len(manifest.projects)} projects",
        "",
        f"  {'ecosystem':<18}{'libraries':>10}{'publishers':>12}{'entries':>12}{'doc comments':>14}",
    ]
    lines += [
        f"  {one.group:<18}{one.libraries:>10,}{one.publishers:>12,}{one.entries:>12,}{one.docs:>14,}"
        for one in (*manifest.groups, manifest.total)
    ]
    bare = sum(not one.entries for one in manifest.libraries)
    if bare:
        lines += ["", f"  {bare:,} more libraries declare nothing themselves"]
    if any(project.ledger for project in manifest.projects):
        lines += ["", *ledgers(manifest)]
    reasons = Counter(one.why for one in manifest.failures)
    if reasons:
        lines += ["", f"  {len(manifest.failures):,} gaps; the most frequent reasons:"]
        lines += [f"  {count:>8,}  {plain(why)}" for why, count in reasons.most_common(8)]
    lines += [f"    {plain(one.artifact)} {plain(one.path)}: {plain(one.why)}" for one in manifest.failures[:failures]]
    return "\n".join(lines)


def ledgers(manifest: Manifest) -> list[str]:
    """Return the project table: entries, artifacts and publishers at each step, and the publishers that go."""
    lines = [f"  {'project':<30}{'pinned':>8}{'at hand':>8}   entries / artifacts / publishers at each step"]
    gone = read = 0
    for project in manifest.projects:
        told = "  ".join(f"{s.step} {s.entries:,}/{s.artifacts:,}/{s.publishers:,}" for s in project.ledger)
        lines.append(f"  {plain(project.name):<30}{project.resolved:>8,}{project.at_hand:>8,}   {told}")
        gone += dropped(project.ledger)
        read += any(step.entries for step in project.ledger)
    lines.append(f"  publishers that declared-only drops, summed over {read} projects: {gone:,}")
    return lines


def dropped(steps: Sequence[Step]) -> int:
    """Return how many publishers the step to declared dependencies drops."""
    by_name = {step.step: step for step in steps}
    if DECLARED not in by_name or "harvested" not in by_name:
        return 0
    return by_name["harvested"].publishers - by_name[DECLARED].publishers
