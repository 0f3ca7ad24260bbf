"""A path -> a labelled corpus of skills, whichever of the known layouts lies there.

To read another layout: write `lab/detect/corpora/<layout>.py` and a line in `LAYOUTS`; prove it in `tests/lab/detect`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from paredown.errors import UnreadableFile
from paredown.lab.detect.corpora import agenttrap, folders, index, lines
from paredown.lab.detect.skill import Corpus, Label, joined

__all__ = ["LAYOUTS", "load", "load_all"]


class Layout(NamedTuple):
    """One way in which a corpus lies on the disk: whether it is this one, and how it is read."""

    name: str
    fits: Callable[[Path], bool]
    load: Callable[[Path, Label | None], Corpus]


LAYOUTS = (
    Layout("JSON lines", lines.fits, lines.load),
    Layout("CSV index", index.fits, index.load),
    Layout("AgentTrap", agenttrap.fits, agenttrap.load),
    Layout("folder of skills", folders.fits, folders.load),
)
"""The layouts, the most particular first."""


def load(named: str) -> Corpus:
    """Return the corpus at `named`: a path, or `malicious=PATH` or `benign=PATH` where nothing there says which.

    Raises `UnreadableFile`.
    """
    word, equals, rest = named.partition("=")
    label = Label(word) if equals and word in set(Label) else None
    path = Path(rest if label else named)
    for layout in LAYOUTS:
        if layout.fits(path):
            return layout.load(path, label)
    raise UnreadableFile(path, f"is no corpus; known layouts are {', '.join(layout.name for layout in LAYOUTS)}")


def load_all(named: tuple[str, ...]) -> Corpus:
    """Return several corpora as one."""
    return joined([load(one) for one in named])
