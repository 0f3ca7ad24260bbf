"""Which detector contains which -> a picture: a square a pair, dark where the column caught what the row caught."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from paredown.errors import CannotWrite
from paredown.lab.detect.stack import Contained


def containment(contained: Sequence[Contained], path: Path) -> None:
    """Draw `contained` into a file whose suffix says the format; raises `CannotWrite`."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    names = list(dict.fromkeys(one.inner for one in contained))
    at = {name: number for number, name in enumerate(names)}
    shares = [[0.0] * len(names) for _ in names]
    for one in contained:
        shares[at[one.inner]][at[one.outer]] = one.both / one.of if one.of else 0.0
    figure = Figure(figsize=(1.5 + 0.62 * len(names), 1.2 + 0.55 * len(names)), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.imshow(shares, cmap="Blues", vmin=0, vmax=1)
    axes.set_xticks(range(len(names)), names, rotation=45, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.set_title("of what the row caught, the share that the column caught", fontsize=9)
    for one in contained:
        dark = shares[at[one.inner]][at[one.outer]] > 0.6
        color = "white" if dark else "black"
        axes.text(at[one.outer], at[one.inner], str(one.both), ha="center", va="center", fontsize=8, color=color)
    try:
        figure.savefig(path, dpi=150)
    except (OSError, ValueError) as error:
        raise CannotWrite(path, "cannot be drawn there; a name ends with .png, .svg or .pdf") from error
