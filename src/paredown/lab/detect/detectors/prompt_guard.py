"""Skills -> no verdict without weights: Meta's Prompt Guard, which downloads on first use.

Its environment is not pinned either: the weights decide the verdict, they come from a hub that asks for an account or a
network, and a detector that needs one of these has no verdict here, which is not the same as leaving a skill alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from paredown.lab.detect.detector import Bench, Kind
from paredown.lab.detect.environments import Pinned
from paredown.lab.detect.laid import Laid
from paredown.lab.detect.verdict import Verdict, silent


class PromptGuard:
    """Say why there is no verdict."""

    name: ClassVar[str] = "prompt-guard"
    kind: ClassVar[Kind] = Kind.MODEL
    version: ClassVar[str] = "none"
    pinned: ClassVar[Pinned | None] = None
    fences: ClassVar[bool] = False
    batch: ClassVar[int] = 1024

    def missing(self, bench: Bench) -> str:
        """Say what is not there."""
        if bench.weights is None or not (bench.weights / self.name).is_dir():
            return "the weights (the 86M or the 22M model) are not here, and nothing is downloaded"
        return "the weights are here, but no environment is pinned that runs them"

    def examine(self, laid: Sequence[Laid], bench: Bench) -> Sequence[Verdict]:
        """Return no verdict for any."""
        return [silent(self.missing(bench)) for _ in laid]
