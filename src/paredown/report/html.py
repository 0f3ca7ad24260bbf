"""A record -> one static HTML file: no script, no request, every third-party name escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from paredown.index import Line
from paredown.names import plain, short_symbol
from paredown.report.record import Record, Step
from paredown.report.table import NAMES

WIDTH = 560
"""Pixels of the longest bar."""
STYLE = """
:root { color-scheme: light dark; --line: #8886; --bar: #2a6f97; --muted: #777; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td { overflow-wrap: anywhere; } td:first-child { min-width: 7.5rem; }
.muted { color: var(--muted); } svg text { fill: currentColor; }
rect { fill: var(--bar); }
"""


def page(record: Record, artifacts: Sequence[Line]) -> str:
    """Return the page of one run; `artifacts` are those that speak to the agent."""
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{_text(record.project)}: what its dependencies may say</title><style>{STYLE}</style></head><body>",
            f"<h1>{_text(record.project)}: what its dependencies may say to an agent</h1>",
            f'<p class="muted">{_asked(record)}</p>',
            *_sources(record),
            "<h2>The ledger</h2>",
            _bars(record.ledger),
            *_table(("step", "entries", "artifacts", "publishers", "removed, for instance"), _steps(record.ledger), 3),
            f"<h2>Who speaks to the agent ({len(artifacts):,})</h2>",
            *_table(
                ("artifact", "version", "publisher", "entries"),
                ((line.name, line.version, line.publisher, f"{line.entries:,}") for line in artifacts),
            ),
            *_gaps(record),
            "</body></html>",
        ]
    )


def _asked(record: Record) -> str:
    dev = ", with development dependencies" if record.dev else ""
    told = f"paredown {record.tool}, {record.date}, surface {record.lock_digest}, scope {record.scope}{dev}"
    return _text(told)


def _sources(record: Record) -> Iterator[str]:
    yield "<ul>"
    for source in record.sources:
        notes = "".join(f"<br><span class='muted'>{_text(note)}</span>" for note in source.notes)
        counts = f"{source.declared:,} declared, {source.resolved:,} resolved"
        yield f"<li>{_text(source.ecosystem)}: {_text(source.source)}, {counts}{notes}</li>"
    yield "</ul>"


def _steps(steps: tuple[Step, ...]) -> Iterator[tuple[str, ...]]:
    for step in steps:
        counts = (f"{step.entries:,}", f"{step.artifacts:,}", f"{step.publishers:,}")
        yield (NAMES.get(step.step, step.step), *counts, ", ".join(step.sample))


def _bars(steps: tuple[Step, ...]) -> str:
    most = max((step.entries for step in steps), default=0) or 1
    rows = []
    for number, step in enumerate(steps):
        width = max(1, round(WIDTH * step.entries / most))
        y = number * 26
        name = _text(NAMES.get(step.step, step.step))
        rows.append(
            f'<text x="0" y="{y + 16}">{name}</text><rect x="120" y="{y + 4}" width="{width}" height="16" rx="2"/>'
            f'<text x="{126 + width}" y="{y + 16}">{step.entries:,}</text>'
        )
    label = "Entries left after each step"
    return (
        f'<svg role="img" aria-label="{label}" width="{WIDTH + 220}" height="{len(steps) * 26}">{"".join(rows)}</svg>'
    )


def _gaps(record: Record) -> Iterator[str]:
    unread = [(u.artifact, u.path or "the whole of it", u.why) for u in record.unread]
    unresolved = [(u.name, u.source, u.why) for u in record.unresolved]
    refused = [(short_symbol(r.symbol), r.artifact, r.rule, r.why) for r in record.refused]
    let = [(short_symbol(r.symbol), r.artifact, r.rule, r.reason) for r in record.allowed]
    silent = [(s.artifact, s.why) for s in record.silent]
    sections: tuple[tuple[str, tuple[str, ...], Sequence[tuple[str, ...]]], ...] = (
        ("Refused by the gate", ("symbol", "artifact", "rule", "why"), refused),
        ("Let through by exception", ("symbol", "artifact", "rule", "reason"), let),
        ("Not read in full", ("artifact", "file", "why"), unread),
        ("Could not be resolved", ("dependency", "named in", "why"), unresolved),
        ("Says nothing", ("artifact", "why"), silent),
    )
    for title, head, rows in sections:
        if rows:
            yield f"<h2>{title} ({len(rows):,})</h2>"
            yield from _table(head, rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], numbers: int = 0) -> Iterator[str]:
    yield "<table><thead><tr>"
    numeric = {"entries", "artifacts", "publishers"} if numbers or "entries" in head else set()
    yield "".join(f"<th{_class(name, numeric)}>{_text(name)}</th>" for name in head)
    yield "</tr></thead><tbody>"
    for row in rows:
        cells = "".join(f"<td{_class(name, numeric)}>{_text(cell)}</td>" for name, cell in zip(head, row, strict=True))
        yield f"<tr>{cells}</tr>"
    yield "</tbody></table>"


def _class(name: str, numeric: set[str]) -> str:
    return " class='n'" if name in numeric else ""


def _text(value: str) -> str:
    return escape(plain(value))
