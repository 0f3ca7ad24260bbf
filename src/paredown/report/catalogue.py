"""The catalogue -> a table: each rule with what it refuses here, what it costs on a wide corpus, and in the findings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paredown.gate.costs import FINDINGS, costs
from paredown.gate.price import TOGETHER, Share
from paredown.model import Rule, Status
from paredown.report.rule import percent

NONE = "–"
RATE = 27
"""Characters of a rate with its interval."""


def catalogue(rules: Sequence[Rule], here: Mapping[str, int] | None) -> str:
    """Return the table; `here` counts the refusals of an index, by rule that it enforces, None when there is no index."""
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
    return "\n".join(
        f"{slug:<{widths[0]}}  {status:<{widths[1]}}  {here_:>{widths[2]}}    {price:<{widths[3]}}    {findings}".rstrip()
        for slug, status, here_, price, findings in rows
    )


def _wide(share: Share) -> str:
    return f"{percent(share):<{RATE}} {share.rejected:,} of {share.of:,}" if share.of else "nothing to read"
