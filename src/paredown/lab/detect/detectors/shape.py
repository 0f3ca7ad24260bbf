"""Skills -> the lines of their documents that have the shape of an injected text, as `lab.shape` learnt it.

Trained on comments of libraries, it is asked here about the population on which it fails: documents that instruct an
agent because that is what they are for.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from paredown.lab.detect.detector import Bench, Kind
from paredown.lab.detect.environments import Pinned
from paredown.lab.detect.laid import Laid
from paredown.lab.detect.parts import parts_of
from paredown.lab.detect.verdict import Verdict, silent, spoken
from paredown.lab.shape.model import FILE, passages, read

UNTRAINED = "no model is trained: `paredown lab shape PAYLOADS --save FOLDER` trains one, `--weights FOLDER` names it"


class Shape:
    """Flag a skill with a passage above the model's threshold."""

    name: ClassVar[str] = "shape"
    kind: ClassVar[Kind] = Kind.MODEL
    version: ClassVar[str] = "1"
    pinned: ClassVar[Pinned | None] = None
    fences: ClassVar[bool] = False
    batch: ClassVar[int] = 64

    def missing(self, bench: Bench) -> str:
        """Say when there is no trained model."""
        return "" if bench.weights and (bench.weights / FILE).is_file() else UNTRAINED

    def examine(self, laid: Sequence[Laid], bench: Bench) -> Sequence[Verdict]:
        """Score every passage of every skill."""
        model = read(Path(bench.weights or "") / FILE)
        if model is None:
            return [silent("the trained model cannot be read") for _ in laid]
        verdicts = []
        for one in laid:
            parts = parts_of(one.skill)
            flagged = model.flags(passages(f"{parts.front}\n\n{parts.prose}"))
            verdicts.append(spoken(["injected-shape"] * sum(flagged)))
        return verdicts
