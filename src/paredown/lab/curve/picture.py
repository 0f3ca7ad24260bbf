"""Curves -> a picture: one row a rule, one column a way to be narrow, bands against the price of the whole."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from paredown.errors import CannotWrite, ExtraMissing
from paredown.lab.curve.draw import WAYS, Curve
from paredown.lab.evidence import Stamp

FLOOR = 0.05
"""The lowest rate that is drawn, as a share of the price: a sample that found nothing lies on it."""
INK, BAND, PRICE = "#1b3a4b", "#9bc1d4", "#b23a48"


def draw(curves: Sequence[Curve], stamp: Stamp, path: Path) -> None:
    """Write the picture to `path`, in the form that its suffix names; raises `ExtraMissing` or `CannotWrite`."""
    try:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError as error:
        raise ExtraMissing("a picture", "is drawn with Matplotlib: install paredown[lab]") from error
    slugs = list(dict.fromkeys(one.slug for one in curves))
    figure, axes = pyplot.subplots(
        len(slugs), len(WAYS), figsize=(4.2 * len(WAYS), 3.2 * len(slugs)), squeeze=False, layout="constrained"
    )
    for one in curves:
        panel(axes[slugs.index(one.slug)][WAYS.index(one.by)], one)
    figure.suptitle("What a narrow sample would have said, as a share of the price over the whole corpus", fontsize=11)
    figure.supxlabel(str(stamp), fontsize=7, color="#666666")
    try:
        pyplot.rcParams["svg.hashsalt"] = stamp.corpus
        figure.savefig(path, dpi=130, metadata={"Date": None} if path.suffix == ".svg" else None)
    except (OSError, ValueError) as error:
        raise CannotWrite(path, "cannot be written; a picture ends in .png, .svg or .pdf") from error
    finally:
        pyplot.close(figure)


def panel(axes: Any, one: Curve) -> None:
    """Draw one curve."""
    price = one.price.rate or 1.0
    size = [point.size for point in one.points]

    def band(index: int) -> list[float]:
        return [max(point.rates[index] / price, FLOOR) for point in one.points]

    axes.fill_between(size, band(0), band(4), color=BAND, alpha=0.45, linewidth=0, label="95 % of samples")
    axes.fill_between(size, band(1), band(3), color=BAND, linewidth=0, label="half of them")
    axes.plot(size, band(2), color=INK, linewidth=1.6, label="median")
    axes.axhline(1, color=PRICE, linewidth=1, label=f"the price, {one.price.rate:.3%}")
    for share in (0.5, 0.2):
        axes.axhline(share, color=PRICE, linewidth=0.7, linestyle=":")
    if one.advised is not None:
        axes.axvline(one.advised, color=INK, linewidth=0.8, linestyle="--")
        axes.annotate(f" {one.advised:,}", (one.advised, FLOOR * 1.15), fontsize=8, color=INK)
    axes.set(xscale="log", yscale="log", ylim=(FLOOR, 20), xlabel=one.by)
    axes.set_yticks([0.05, 0.2, 0.5, 1, 2, 5, 20], ["none", "1/5", "1/2", "1", "2", "5", "20"])
    axes.set_title(f"{one.slug}, by {one.by}", fontsize=9)
    axes.tick_params(labelsize=8)
    axes.legend(fontsize=6.5, loc="upper right", frameon=False)
