"""A record -> the lines that a terminal shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from paredown.names import plain, short_symbol
from paredown.report.record import Record, Refused, Step

NAMES = {
    "harvest": "harvested",
    "dedupe": "deduplicated",
    "declared": "declared only",
    "usable": "usable",
    "bounds": "within bounds",
}
"""What a step of the ledger is called for a person; a step without a name here is shown by its own."""


def ledger(record: Record) -> str:
    """Return what was read, the ledger as a table, and what it comes to."""
    return "\n".join([*_sources(record), "", *_steps(record), "", *_sum(record)])


def gaps(record: Record) -> str:
    """Return every file, artifact and dependency that is missing from the surface, each with its reason."""
    lines: list[str] = []
    for title, rows in (
        ("not read in full", [f"{plain(u.artifact)}  {plain(u.path)}  {u.why}" for u in record.unread]),
        ("could not be resolved", [f"{plain(u.name)}  ({plain(u.source)})  {u.why}" for u in record.unresolved]),
        ("refused by the gate", [_refusal(r) for r in record.refused]),
        ("let through by exception", [f"{_refusal(r)}; {plain(r.reason)}" for r in record.allowed]),
        ("declares nothing that reaches an agent", [f"{plain(s.artifact)}  {s.why}" for s in record.silent]),
    ):
        if rows:
            lines += [f"{title}: {len(rows)}", *(f"  {row}" for row in rows), ""]
    return "\n".join(lines).rstrip() or "everything was read"


def _refusal(refused: Refused) -> str:
    return f"{refused.rule}  {short_symbol(refused.symbol)}  {refused.why}  ({plain(refused.artifact)})"


def _sources(record: Record) -> Iterator[str]:
    width = max((len(plain(source.source)) for source in record.sources), default=0)
    for source in record.sources:
        lost = sum(gap.ecosystem is source.ecosystem for gap in record.unresolved)
        counts = f"{source.declared:,} declared, {source.resolved:,} resolved"
        unresolved = f", {lost:,} without an exact version" if lost else ""
        yield f"{source.ecosystem:<5} {plain(source.source):<{width}}  {counts}{unresolved}"
        for note in source.notes:
            yield f"      {plain(note)}"
    for note in record.notes:
        yield f"      {plain(note)}"


def _steps(record: Record) -> Iterator[str]:
    yield f"  {'step':<15}{'entries':>10}{'artifacts':>12}{'publishers':>13}"
    before: Step | None = None
    for step in record.ledger:
        name = NAMES.get(step.step, step.step)
        line = f"  {name:<15}{step.entries:>10,}{step.artifacts:>12,}{step.publishers:>13,}"
        remark = _remark(before, step, record.refused_by) if before else ""
        yield f"{line}    {remark}" if remark else line
        before = step


def _remark(before: Step, after: Step, refused_by: Counter[str]) -> str:
    entries, publishers = before.entries - after.entries, before.publishers - after.publishers
    if after.step == "declared" and publishers:
        return (
            f"{publishers:,} publisher{'s' * (publishers != 1)} no longer speak{'s' * (publishers == 1)} to your agent"
        )
    if after.step == "usable" and entries:
        return f"{entries:,} that nobody can call"
    if after.step == "bounds" and entries:
        told = ", ".join(f"{rule} {n:,}" for rule, n in sorted(refused_by.items(), key=lambda row: (-row[1], row[0])))
        return f"{entries:,} refused: {told}"
    return ""


def _sum(record: Record) -> Iterator[str]:
    first, last = record.ledger[0], record.ledger[-1]
    if first.entries:
        share = 100 * last.entries / first.entries
        yield f"  {share:.0f} % of the entries reach your agent, and none of their prose."
    else:
        yield "  No public declaration was found."
    files = sum(1 for unread in record.unread if unread.path)
    whole = len({unread.artifact for unread in record.unread if not unread.path})
    counted = Counter({"file": files, "artifact": whole, "dependency": len(record.unresolved)})
    missing = [f"{n:,} {what if n == 1 else _plural(what)}" for what, n in counted.items() if n]
    if missing:
        listed = " and ".join(filter(None, (", ".join(missing[:-1]), missing[-1])))
        yield f"  {listed} not read in full (paredown report --unread)."
    yield f"  {plain(record.index)}, in {record.seconds:.1f} s."


def _plural(what: str) -> str:
    return what[:-1] + "ies" if what.endswith("y") else what + "s"
