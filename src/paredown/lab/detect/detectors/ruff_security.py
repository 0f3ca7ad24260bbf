"""Skills -> what ruff says with the security rules alone: a linter's security rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from paredown.lab.detect import ruff
from paredown.lab.detect.detector import Bench, Kind
from paredown.lab.detect.environments import Pinned
from paredown.lab.detect.laid import Laid
from paredown.lab.detect.verdict import Verdict


class RuffSecurity:
    """Flag a skill that has any diagnostic."""

    name: ClassVar[str] = "ruff-security"
    kind: ClassVar[Kind] = Kind.LINTER
    version: ClassVar[str] = ruff.VERSION
    pinned: ClassVar[Pinned | None] = ruff.PINNED
    fences: ClassVar[bool] = True
    batch: ClassVar[int] = 32

    def missing(self, bench: Bench) -> str:
        """Say when there is no ruff of this version."""
        return ruff.missing(bench)

    def examine(self, laid: Sequence[Laid], bench: Bench) -> Sequence[Verdict]:
        """Run ruff in each folder."""
        return ruff.examine(laid, bench, "--select", "S")
