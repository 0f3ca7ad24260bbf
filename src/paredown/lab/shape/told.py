"""What a shape classifier costs and catches -> plain data, and a page for a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paredown.gate.price import Share
from paredown.lab.detect.told import columns, share
from paredown.lab.evidence import Stamp
from paredown.lab.shape.forms import Where
from paredown.lab.shape.measure import Caught, Shaped

FINDINGS = "the findings: one comment in 1,200; 0.05 % of plain, 0.89 % of directive-bearing ones, 18 times as often"
FEW = 10
"""Texts for one alarm below which a decimal is told."""
LIMIT = (
    "A first pass that prices casual injection into effort; no solution, and it fails on files that instruct agents."
)


def told(shaped: Sequence[Shaped], stamp: Stamp) -> dict[str, Any]:
    """Return measurements as plain data, without the weights."""
    return {"stamp": stamp.told(), "views": [_view(one) for one in shaped]}


def _view(one: Shaped) -> dict[str, Any]:
    populations = ("plain", "directive", "names", "passages", "skills")
    return {
        "view": one.view,
        "fitted_on": {"real": one.fitted_on[0], "injected": one.fitted_on[1]},
        "publishers_judged": one.publishers,
        "false_alarms": {name: [*getattr(one, name), *getattr(one, name).interval] for name in populations},
        "ratio": one.ratio,
        "caught": [_caught(found) for found in one.caught],
        "heaviest": [list(weight) for weight in one.heaviest],
    }


def _caught(found: Caught) -> dict[str, Any]:
    return {
        "family": found.family,
        "payloads": found.payloads,
        "all": [*found.all, *found.all.interval],
        "bare": [*found.bare, *found.bare.interval],
        "by_place": {str(place): list(counted) for place, counted in found.by_place.items()},
    }


def page(shaped: Sequence[Shaped], stamp: Stamp) -> str:
    """Return measurements as text."""
    return "\n\n".join([*map(_one, shaped), f"beside {FINDINGS}", LIMIT, str(stamp)])


def _one(one: Shaped) -> str:
    ratio = f"{one.ratio:.1f} times as often as plain ones" if one.ratio else "no ratio: one of the two has no alarm"
    rows = [
        ("plain comments", *_alarm(one.plain)),
        ("directive-bearing comments", *_alarm(one.directive)),
        ("names", *_alarm(one.names)),
        ("passages of benign skill files", *_alarm(one.passages)),
        ("benign skills with one such passage", *_alarm(one.skills)),
    ]
    caught = [("held-out family", "payloads", "bare in prose", "all shapes", *Where)]
    for c in one.caught:
        places = (f"{c.by_place[place].rejected} of {c.by_place[place].of}" for place in Where)
        caught.append((c.family, str(c.payloads), share(c.bare), share(c.all), *places))
    return "\n".join(
        [
            f"view {one.view}: fitted on {one.fitted_on[0]:,} real and {one.fitted_on[1]:,} injected texts, "
            f"judged on {one.publishers} other publishers",
            "false alarms",
            *columns(rows),
            f"directive-bearing comments are flagged {ratio}",
            "",
            "caught of attacks whose family was never seen",
            *columns(caught),
            "",
            "heaviest n-grams: " + " ".join(f"{weight.gram!r}" for weight in one.heaviest),
        ]
    )


def _alarm(found: Share) -> tuple[str, str]:
    if not found.rejected:
        return f"0 of {found.of:,}", "none"
    each = found.of / found.rejected
    return f"{found.rejected:,} of {found.of:,}", f"one in {each:,.0f}" if each >= FEW else f"one in {each:.1f}"
