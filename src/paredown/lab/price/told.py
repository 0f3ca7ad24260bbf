"""Prices -> the table that a person reads and the JSON that a program reads; every figure with its stamp."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from paredown.gate.costs import FINDINGS
from paredown.gate.price import Share
from paredown.lab.evidence import Measured, Stamp
from paredown.lab.price.priced import Priced, Slice
from paredown.lab.price.sample import Shown
from paredown.names import plain, short
from paredown.report.remark import evidence

MOST = 10
SMALL = 20
"""Below so many cases a percentage says more than is known."""


def percent(share: Share) -> str:
    """Return a rate with its interval, or counts alone when there are few."""
    low, high = share.interval
    if share.of < SMALL:
        return f"{share.rejected} of {share.of} (Wilson {low:.0%}-{high:.0%})"
    return f"{share.rate:8.3%} [{low:.3%}, {high:.3%}]"


def table(priced: Sequence[Priced], stamp: Stamp) -> str:
    """Return one line a rule: rate, counts, the declared-only rate, publishers, and the findings beside it."""
    lines = [
        f"{'rule':<28}{'rejected':>10}{'of':>12}  {'rate, 95 % interval':<30}{'declared only':<30}{'publishers':>11}"
        "  findings"
    ]
    for one in priced:
        rows = one.by_publisher
        guilty = sum(row.share.rejected > 0 for row in rows)
        lines.append(
            f"{one.slug:<28}{one.share.rejected:>10,}{one.share.of:>12,}  {percent(one.share):<30}"
            f"{percent(one.declared):<30}{guilty:>5,} of {len(rows):,}  {FINDINGS.get(one.slug, '-')}"
        )
        lines += [f"  warning: {plain(warning)}" for warning in one.warnings]
    return "\n".join([*lines, "", str(stamp)])


def detail(one: Priced) -> str:
    """Return one price by ecosystem, by kind, by part and by publisher."""
    lines: list[str] = []
    for title, rows in (
        ("ecosystem", one.by(one.group)),
        ("kind", one.by(lambda cell: cell.kind)),
        ("publisher", one.by_publisher[:MOST]),
    ):
        lines += ["", f"  by {title}"]
        lines += [
            f"    {short(plain(row.name), 44):<46}{row.share.rejected:>9,} of {row.share.of:>11,}  {percent(row.share)}"
            for row in rows
        ]
    told = ", ".join(f"{part} {count:,}" for part, count in sorted(one.parts.items()))
    return "\n".join([*lines, *(["", f"  by part: {told}"] if told else [])])


def breaches(found: Sequence[Shown]) -> str:
    """Return breaches one a line: where, in which part, and what was read, made safe and short."""
    return "\n".join(f"  {short(plain(one.purl), 60):<62}{one.breach.part:<10} {evidence(one.breach)}" for one in found)


def as_json(priced: Sequence[Priced], stamp: Stamp, digest: str, shown: Sequence[Shown] = ()) -> str:
    """Return every price as JSON, each rate a measured value."""
    rules = []
    for one in priced:
        whole, declared = Measured.rate(one.share, stamp), Measured.rate(one.declared, stamp)
        rules.append(
            {
                "rule": one.slug,
                "rejected": one.share.rejected,
                "of": one.share.of,
                "rate": whole.value,
                "interval": list(one.share.interval),
                "declared": {"rejected": one.declared.rejected, "of": one.declared.of, "rate": declared.value},
                "by_ecosystem": rows(one.by(one.group)),
                "by_kind": rows(one.by(lambda cell: cell.kind)),
                "by_publisher": rows(one.by_publisher),
                "by_part": {str(part): count for part, count in sorted(one.parts.items())},
                "warnings": one.warnings,
            }
        )
    told = [{"artifact": s.purl, "part": s.breach.part, "evidence": evidence(s.breach)} for s in shown]
    return json.dumps({"stamp": asdict(stamp), "counted": digest, "rules": rules, "shown": told}, indent=1)


def rows(slices: Sequence[Slice]) -> list[list[object]]:
    """Return slices as lists of name, rejected and of."""
    return [[one.name, one.share.rejected, one.share.of] for one in slices]
