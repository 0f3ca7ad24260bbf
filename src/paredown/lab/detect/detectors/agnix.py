"""Skills -> what agnix says of their format: a control, for what it separates is a seam and no attack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from paredown.lab.detect.detector import Bench, Kind, answer, owner, shared_root, unmade
from paredown.lab.detect.environments import Pinned
from paredown.lab.detect.isolated import run
from paredown.lab.detect.laid import Laid
from paredown.lab.detect.verdict import Verdict, silent, spoken


class Agnix:
    """Flag a skill that has an error of format."""

    name: ClassVar[str] = "agnix"
    kind: ClassVar[Kind] = Kind.CONTROL
    version: ClassVar[str] = "0.59.3"
    pinned: ClassVar[Pinned | None] = Pinned("agnix")
    fences: ClassVar[bool] = False
    batch: ClassVar[int] = 64

    def missing(self, bench: Bench) -> str:
        """Say when its environment is not made."""
        return unmade(Pinned("agnix"), bench, "agnix")

    def examine(self, laid: Sequence[Laid], bench: Bench) -> Sequence[Verdict]:
        """Run agnix once over the whole batch; any diagnostic is a signal, an error flags."""
        program = bench.environments.program(Pinned("agnix"), "agnix")
        root = shared_root(laid)
        rules: list[list[str]] = [[] for _ in laid]
        errors = [False] * len(laid)
        try:
            for row in answer(run([str(program), "--format", "json", str(root)], root))["diagnostics"]:
                if (number := owner(laid, str(root / row["file"]))) is not None:
                    rules[number].append(str(row["rule"]))
                    errors[number] |= row["level"] == "error"
        except (ValueError, KeyError, TypeError):
            return [silent("agnix gave no answer that can be read") for _ in laid]
        return [spoken(named, flagged=error) for named, error in zip(rules, errors, strict=True)]
