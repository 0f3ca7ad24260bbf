"""What the gate found -> a table for a terminal, or JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import groupby

from paredown.model import Allowed, Counts, Unread, Unresolved
from paredown.names import plain
from paredown.names.plain import CUT
from paredown.report.remark import Remark


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What was checked and against which rules, every breach, and everything that could not be looked at."""

    tool: str
    counts: Counts
    rules: tuple[str, ...]
    breaches: tuple[Remark, ...]
    allowed: tuple[Remark, ...] = ()
    unused: tuple[Allowed, ...] = ()
    unread: tuple[Unread, ...] = ()
    unresolved: tuple[Unresolved, ...] = ()


def table(checked: Checked) -> str:
    """Return the breaches by artifact, then what was let through, then the sum."""
    return "\n".join([*_breaches(checked), *_exceptions(checked), *_sum(checked)])


def as_json(checked: Checked) -> str:
    """Return everything as JSON; symbols are whole, evidence is cut short."""
    told = {
        "tool": checked.tool,
        "checked": asdict(checked.counts),
        "rules": checked.rules,
        "breaches": [_row(remark) for remark in checked.breaches],
        "allowed": [{**_row(remark), "reason": remark.reason} for remark in checked.allowed],
        "unused": [one._asdict() for one in checked.unused],
        "unread": [asdict(gap) for gap in checked.unread],
        "unresolved": [asdict(gap) for gap in checked.unresolved],
    }
    return json.dumps(told, indent=2)


def grouped(remarks: tuple[Remark, ...]) -> Iterator[str]:
    """Yield a line for each remark, under a line for its artifact."""
    width = max((len(remark.rule) for remark in remarks), default=0)
    ordered = sorted(remarks, key=lambda remark: (remark.name, remark.version))
    for (name, version), found in groupby(ordered, key=lambda remark: (remark.name, remark.version)):
        yield f"{name} {version}"
        # Overloads, and names that are alike up to the cut, are one line.
        told = Counter((remark.rule, remark.sentence) for remark in found)
        for (rule, sentence), times in told.items():
            yield f"  {rule:<{width}}  {sentence}" + (f" ({times} times)" if times > 1 else "")


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: `1 breach`, `2 breaches`."""
    plural = "es" if noun.endswith(("ch", "s")) else "s"
    return f"{number:,} {noun}{plural * (number != 1)}"


def per_rule(remarks: tuple[Remark, ...]) -> str:
    """Return the number of breaches of each rule, the most first."""
    return ", ".join(f"{rule} {count:,}" for rule, count in Counter(remark.rule for remark in remarks).most_common())


def _row(remark: Remark) -> dict[str, object]:
    named = {name: getattr(remark, name) for name in ("rule", "symbol", "artifact", "part", "why", "evidence")}
    return {**named, **remark.place._asdict()}


def _breaches(checked: Checked) -> Iterator[str]:
    yield from grouped(checked.breaches)
    if checked.breaches:
        yield ""


def _exceptions(checked: Checked) -> Iterator[str]:
    for remark in checked.allowed:
        yield f"let through by exception  {remark.rule}  {remark.shown}; {remark.reason}"
    for one in checked.unused:
        yield f"excepts nothing           {one.rule}  {plain(one.symbol)}; {plain(one.reason)}"
    if checked.allowed or checked.unused:
        yield ""


def _sum(checked: Checked) -> Iterator[str]:
    counts = checked.counts
    entries = f"{counts.entries:,} entries of {counted(counts.artifacts, 'artifact')}"
    yield f"{entries} checked against {counted(len(checked.rules), 'rule')}"
    files = sum(1 for gap in checked.unread if gap.path)
    whole = len({gap.artifact for gap in checked.unread if not gap.path})
    gaps = [(files, "file"), (whole, "artifact"), (len(checked.unresolved), "unresolved name")]
    if told := ", ".join(counted(number, what) for number, what in gaps if number):
        yield f"not looked at: {told}"
    breaches = checked.breaches
    yield counted(len(breaches), "breach") + (f": {per_rule(breaches)}" if breaches else "")
    if any(CUT in remark.shown for remark in breaches):
        yield "names are cut short; --json gives them whole, as an exception needs them"
