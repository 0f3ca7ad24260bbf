"""What is different between two surfaces -> lines for a terminal, or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from paredown.names import plain, short
from paredown.report.checked import counted
from paredown.report.difference import Change

WIDTH = 44
PATH = 80


def table(changes: Sequence[Change]) -> str:
    """Return what speaks to the agent or did, and of the rest what is new, gone, or holds files that agents follow."""
    told = [change for change in changes if _is_told(change)]
    lines = [line for change in told for line in _lines(change)]
    if quiet := len(changes) - len(told):
        lines.append(f"{counted(quiet, 'other artifact')} changed, not declared: does not reach the agent")
    breaches = sum(len(change.breaches) for change in changes)
    lines.append(counted(breaches, "breach") if changes else "nothing changed")
    return "\n".join(lines)


def as_json(changes: Sequence[Change]) -> str:
    """Return every change as JSON."""
    return json.dumps({"changes": [_row(change) for change in changes]}, indent=2)


def _is_told(change: Change) -> bool:
    return change.reaches or change.reached or change.stranger or change.leaver or bool(change.files)


def _lines(change: Change) -> Iterator[str]:
    yield f"{_versions(change):<{WIDTH}} {_what(change)}".rstrip()
    for remark in change.breaches:
        yield f"  refused   {remark.rule}   {remark.shown}   ({remark.why})"
    for path in change.files:
        yield f"  new file an agent would obey   {short(path, PATH)}   (not served)"


def _versions(change: Change) -> str:
    """Return the name with the versions that went and those that came: a graph may hold several and keep some."""
    went = [version for version in change.before if version not in change.after]
    came = [version for version in change.after if version not in change.before]
    if went and came:
        return plain(f"{change.name} {', '.join(went)} -> {', '.join(came)}")
    return plain(f"{change.name} {', '.join(came or went or change.after)}")


def _what(change: Change) -> str:
    told = []
    if not change.after:
        told.append("publisher gone" if change.leaver else "gone")
    elif change.stranger:
        told.append("new publisher")
    elif set(change.before) < set(change.after):
        told.append("new version beside others")
    elif set(change.after) < set(change.before):
        told.append("one version fewer")
    if change.reaches != change.reached and change.before and change.after:
        told.append("declared now" if change.reaches else "no longer declared")
    if change.after and not change.reaches:
        told.append("not declared: does not reach the agent")
    entries = "entry  " if change.plus == 1 else "entries"
    counts = f"+ {change.plus:,} {entries}   - {change.minus:,}" if change.reaches or change.reached else ""
    return "   ".join(filter(None, (counts, ", ".join(told))))


def _row(change: Change) -> dict[str, Any]:
    named = ("name", "before", "after", "reached", "reaches", "plus", "minus", "files", "stranger", "leaver")
    breaches = [
        {"rule": remark.rule, "symbol": remark.symbol, "part": str(remark.part), "why": remark.why}
        for remark in change.breaches
    ]
    return {**{name: getattr(change, name) for name in named}, "breaches": breaches}
