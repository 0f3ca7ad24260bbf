"""Curves -> the table that a person reads and the JSON that a program reads."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from paredown.lab.curve.draw import DRAWS, RISK, Curve
from paredown.lab.evidence import Stamp

SHOWN = (15, 50, 200, 1_200, 10_000)


def table(curves: Sequence[Curve], stamp: Stamp, draws: int = DRAWS) -> str:
    """Return a line for some sizes of each curve, and the size that is advised."""
    lines = []
    for one in curves:
        lines.append(f"{one.slug}, by {one.by}: {one.price.rate:.3%} of all {one.population:,}")
        lines.append(f"  {'sample':>9}  {'95 % of samples say':<24}{'median':>9}{'< 1/2':>8}{'< 1/5':>8}{'nothing':>9}")
        for point in one.points:
            if point.size in SHOWN or point.size == one.population:
                band = f"{point.rates[0]:.3%} to {point.rates[-1]:.3%}"
                lines.append(
                    f"  {point.size:>9,}  {band:<24}{point.rates[2]:>9.3%}{point.under_twofold:>8.1%}"
                    f"{point.under_fivefold:>8.1%}{point.nothing:>9.1%}"
                )
        size = f"{one.advised:,}" if one.advised is not None else "more than there are"
        lines.append(f"  understating it twofold in at most {RISK:.0%} of draws takes {size} {one.by}")
        lines.append("")
    return "\n".join([*lines, f"{draws:,} draws of each size; {stamp}"])


def as_json(curves: Sequence[Curve], stamp: Stamp) -> str:
    """Return every curve as JSON."""
    told = [
        {**one._asdict(), "price": list(one.price), "points": [point._asdict() for point in one.points]}
        for one in curves
    ]
    return json.dumps({"stamp": asdict(stamp), "curves": told}, indent=1)
