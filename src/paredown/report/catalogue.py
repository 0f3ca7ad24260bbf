"""The catalogue -> a table: what each rule refuses here, what it costs on a wide corpus, and in the findings."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from paredown.gate.costs import FINDINGS, costs
from paredown.gate.price import TOGETHER, Share
from paredown.model import Rule, Status
from paredown.report.rule import percent

NONE = "–"
RATE = 27
"""Characters of a rate with its interval."""


def catalogue(rules: Sequence[Rule], here: Mapping[str, int] | None) -> str:
    """Return the table; `here` counts what an index refused, by each rule that it enforces, None without an index."""
    found = costs()
    wide = [corpus for corpus in found.corpora if corpus.scope == "all"]
    libraries, publishers = sum(c.artifacts for c in wide), sum(c.publishers for c in wide)
    rows = [("rule", "status", "here", f"wide ({libraries:,} libraries, {publishers:,} publishers)", "findings")]
    for rule in rules:
        shown = here if here is not None and rule.status is Status.ADOPTED else {}
        told = f"{shown[rule.slug]:,}" if rule.slug in shown else NONE
        rows.append((rule.slug, str(rule.status), told, _wide(found.total(rule.slug)), FINDINGS.get(rule.slug, NONE)))
    rows.append((TOGETHER, "", "", _wide(found.total(TOGETHER)), FINDINGS[TOGETHER]))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        slug, status, told, price, findings = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        lines.append(f"{slug}  {status}  {told.strip():>{widths[2]}}    {price}    {findings}".rstrip())
    return "\n".join(lines)


def as_json(rules: Sequence[Rule], here: Mapping[str, int] | None) -> str:
    """Return the same as JSON: counts in place of rates."""
    found = costs()
    rows = [
        {
            "rule": rule.slug,
            "status": str(rule.status),
            "here": (here or {}).get(rule.slug),
            "wide": found.total(rule.slug)._asdict(),
            "findings": FINDINGS.get(rule.slug),
        }
        for rule in rules
    ]
    return json.dumps({"corpora": [asdict(corpus) for corpus in found.corpora], "rules": rows}, indent=2)


def _wide(share: Share) -> str:
    return f"{percent(share):<{RATE}} {share.rejected:,} of {share.of:,}" if share.of else "nothing to read"
