"""An audit -> plain data that can be kept, and a page for a person that ends in the one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from paredown.lab.detect.told import columns
from paredown.lab.evidence import Stamp
from paredown.lab.seam.audit import Audit, Separated
from paredown.lab.seam.separation import Alones
from paredown.lab.seam.tags import Crossing
from paredown.names import short

SHOWN = 12
"""Features that a page lists."""


def told(audits: Sequence[Audit], stamp: Stamp) -> dict[str, Any]:
    """Return audits of one corpus, as it is and normalised, as plain data."""
    return {
        "stamp": stamp.told(),
        "audits": [{**asdict(audit), "seam": audit.seam, "sentence": audit.sentence} for audit in audits],
    }


def page(audits: Sequence[Audit], stamp: Stamp) -> str:
    """Return audits of one corpus as text."""
    return "\n\n".join([*map(_one, audits), str(stamp), *(f"{audit.corpus}: {audit.sentence}." for audit in audits)])


def _one(audit: Audit) -> str:
    lines = [
        f"{audit.corpus}: {audit.malicious} malicious, {audit.benign} benign",
        f"  {_judged(audit)}",
        "",
        f"one trivial feature alone ({len(audit.alone.features)} were tried; shuffled labels reach "
        f"{audit.alone.chance:.2f}; p {audit.alone.p:.3f})",
        *_alone(audit.alone),
    ]
    if audit.rules and audit.rules.features:
        lines += [
            "",
            f"one rule of a detector alone (shuffled labels reach {audit.rules.chance:.2f})",
            *_alone(audit.rules),
        ]
    lines += ["", "models out of fold, in points of separation"]
    lines += columns([_model("formatting only", audit.formatting), _model("everything", audit.full)])
    if audit.crossings:
        lines += ["", "the corpus's own fields against the label: skills whose value stands under one label only"]
        lines += columns([_crossing(one) for one in audit.crossings])
    if audit.coverage:
        lines += ["", "cells of the matrix of two fields that each label fills"]
        lines += columns([(" x ".join(c.fields), c.label, f"{c.filled} of {c.cells}") for c in audit.coverage[:SHOWN]])
    return "\n".join(lines)


def _crossing(one: Crossing) -> tuple[str, ...]:
    said = "gives the label away" if one.gives_away else ""
    return (one.field, f"{one.values} values", f"{one.never_mixed} of {one.of}", said)


def _judged(audit: Audit) -> str:
    return "whole sources are kept apart" if audit.grouped else f"not grouped by source: {audit.why_not_grouped}"


def _alone(alones: Alones) -> list[str]:
    rows = []
    for one in alones.features[:SHOWN]:
        side = "above" if one.malicious_above else "below"
        rows.append((short(one.feature, 48), f"{one.accuracy:.3f}", f"malicious {side} {one.threshold:.4g}"))
    return columns(rows)


def _model(name: str, found: Separated) -> tuple[str, ...]:
    low, high = found.interval
    return (
        name,
        f"{found.points:+.0f}",
        f"[{low:+.0f}, {high:+.0f}]",
        f"{found.columns} columns",
        f"shuffled labels reach {found.chance:+.0f}",
        f"p {found.p:.3f}",
    )
