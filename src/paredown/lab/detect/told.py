"""What detectors said of a corpus -> plain data that can be kept, and tables for a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from paredown.gate.price import Share
from paredown.lab.detect.detector import Detector
from paredown.lab.detect.panel import Examined
from paredown.lab.detect.published import PUBLISHED
from paredown.lab.detect.skill import Corpus, Label
from paredown.lab.detect.stack import Stack
from paredown.lab.detect.verdict import Tally
from paredown.lab.evidence import Stamp

FEWEST = 20
"""Cases below which a percentage is not printed bare."""


def told(
    corpus: Corpus, examined: Sequence[Examined], detectors: Sequence[Detector], confined: str, stamp: Stamp
) -> dict[str, Any]:
    """Return a run as plain data: no text of a skill, and no more of a detector's words than the names of its rules."""
    kinds = {detector.name: detector.kind for detector in detectors}
    counts = corpus.counts()
    return {
        "stamp": stamp.told(),
        "corpus": {
            "name": corpus.name,
            "digest": corpus.digest,
            "malicious": counts[Label.MALICIOUS],
            "benign": counts[Label.BENIGN],
            "refused": [asdict(gap) for gap in corpus.refused],
        },
        "network": confined,
        "detectors": [_row(corpus, one, kinds[one.detector]) for one in examined],
    }


def _row(corpus: Corpus, one: Examined, kind: str) -> dict[str, Any]:
    tally = one.tally(corpus)
    spoken = [verdict for verdict in one.verdicts.values() if verdict.flagged is not None]
    return {
        "name": one.detector,
        "kind": kind,
        "version": one.version,
        **asdict(tally),
        "recall": [*tally.recall, *tally.recall.interval],
        "alarms": [*tally.alarms, *tally.alarms.interval],
        "separation": tally.separation,
        "why_no_verdict": Counter(verdict.why for verdict in one.verdicts.values() if verdict.why),
        "rules": rules_of(corpus, one),
        "cold": one.cold,
        "seconds": one.seconds,
        "seconds_each": sum(verdict.seconds for verdict in spoken) / len(spoken) if spoken else 0.0,
        "looked_up": one.looked_up,
    }


def rules_of(corpus: Corpus, one: Examined) -> dict[str, list[int]]:
    """Return in how many malicious and benign skills each rule spoke, the most frequent first."""
    found: dict[str, list[int]] = {}
    for skill in corpus.skills:
        for signal in one.verdicts[skill.id].signals:
            found.setdefault(signal.rule, [0, 0])[corpus.label(skill) is Label.BENIGN] += 1
    return dict(sorted(found.items(), key=lambda item: (-sum(item[1]), item[0])))


def table(run: Mapping[str, Any]) -> str:
    """Return the confusion table of a run as text, with what others published of the like below it."""
    corpus = run["corpus"]
    head = ("detector", "caught", "missed", "false alarm", "left alone", "no verdict", "recall (Wilson)",
            "false alarms (Wilson)", "points")  # fmt: skip
    rows = [_cells(f"{row['name']} {row['version']}", _tally(row)) for row in run["detectors"]]
    lines = [
        f"{corpus['name']}: {corpus['malicious']} malicious, {corpus['benign']} benign",
        *columns([head, *rows]),
        *(_why(row) for row in run["detectors"] if row["why_no_verdict"]),
        "",
        "published, on other corpora",
        *columns([head, *(_cells(f"{p.detector} [{p.ours or '-'}]", p.tally) for p in PUBLISHED)]),
        *(f"  {source}" for source in dict.fromkeys(p.source for p in PUBLISHED)),
        "",
        f"network while running: {run['network']}",
        " ".join(f"{name} {value}" for name, value in run["stamp"].items()),
    ]
    return "\n".join(lines)


def times(run: Mapping[str, Any]) -> str:
    """Return what each detector took: cold per skill, and for the kept ones together."""
    rows = [("detector", "skills examined", "seconds", "ms a skill, cold", "ms a skill, kept")]
    for row in run["detectors"]:
        of = sum(row[name] for name in Tally.__dataclass_fields__)
        kept = of - row["cold"]
        rows.append(
            (
                row["name"],
                str(row["cold"]),
                f"{row['seconds']:.1f}",
                f"{1000 * row['seconds_each']:.1f}",
                f"{1000 * row['looked_up'] / kept:.3f}" if kept else "-",
            )
        )
    return "\n".join(columns(rows))


def stack_table(stack: Stack) -> str:
    """Return the best combinations, the honest figures beside them, and the containment matrix."""
    lines = [f"the best of {stack.tried:,} boolean combinations, chosen on these very skills:"]
    head = ("combination", "caught", "missed", "false alarm", "left alone", "no verdict", "recall", "alarms", "points")
    lines += columns([head, *(_cells(str(one.combination), one.tally) for one in stack.best)])
    unseen = [_cells("best boolean, chosen on other skills", stack.unseen)]
    if stack.weighted and stack.weighted_tally:
        unseen.append(_cells("logistic over signals, out of fold", stack.weighted_tally))
    lines += ["", *columns([head, *unseen])]
    names = list(dict.fromkeys(one.inner for one in stack.contained))
    both = {(one.inner, one.outer): one for one in stack.contained}
    lines += ["", "of what the row caught, the column caught:"]
    lines += columns(
        [
            ("", "caught", *names),
            *((a, str(both[a, a].of), *(str(both[a, b].both) for b in names)) for a in names),
        ]
    )
    if fitted := stack.weighted:
        lines += ["", f"weights (log-odds a standard deviation; 95 % bootstrap); Brier {fitted.brier:.3f}"]
        lines += columns(
            [(w.feature, f"{w.weight:+.2f}", f"[{w.low:+.2f}, {w.high:+.2f}]") for w in fitted.weights[:15]]
        )
        lines += ["calibration: predicted / observed (n)"]
        lines += [f"  {b.predicted:.2f} / {b.observed:.2f} ({b.n})" for b in fitted.bins]
        lines += [f"  not grouped by source: {fitted.why}"] if not fitted.grouped else []
    return "\n".join(lines)


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return `rows` as aligned lines: the first column to the left, the others to the right."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))] if rows else []
    lines = []
    for row in rows:
        rest = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        lines.append("  ".join((row[0].ljust(widths[0]), *rest)))
    return lines


def share(one: Share) -> str:
    """Return counts first, and a percentage only where there are enough cases for one."""
    if not one.of:
        return "-"
    low, high = (100 * end for end in one.interval)
    point = f"{100 * one.rate:.0f} %, " if one.of >= FEWEST else ""
    return f"{one.rejected} of {one.of} ({point}{low:.0f}-{high:.0f} %)"


def _cells(name: str, tally: Tally) -> tuple[str, ...]:
    judged = tally.n - tally.no_verdict
    counts = (tally.caught, tally.missed, tally.false_alarm, tally.left_alone, tally.no_verdict)
    points = f"{tally.separation:+.0f}" if judged and tally.recall.of and tally.alarms.of else "-"
    return (name, *map(str, counts), share(tally.recall), share(tally.alarms), points)


def _tally(row: Mapping[str, Any]) -> Tally:
    return Tally(**{name: int(row[name]) for name in Tally.__dataclass_fields__})


def _why(row: Mapping[str, Any]) -> str:
    said = "; ".join(f"{count} times: {why}" for why, count in row["why_no_verdict"].items())
    return f"  {row['name']}, no verdict {said}"
