"""Skills -> what bandit says: a security linter that reads Python and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from paredown.lab.detect.detector import Bench, Kind, answer, owner, shared_root, unmade
from paredown.lab.detect.environments import Pinned
from paredown.lab.detect.isolated import run
from paredown.lab.detect.laid import Laid
from paredown.lab.detect.verdict import Verdict, silent, spoken


class Bandit:
    """Flag a skill that has any issue."""

    name: ClassVar[str] = "bandit"
    kind: ClassVar[Kind] = Kind.LINTER
    version: ClassVar[str] = "1.9.4"
    pinned: ClassVar[Pinned | None] = Pinned("bandit")
    fences: ClassVar[bool] = True
    batch: ClassVar[int] = 64

    def missing(self, bench: Bench) -> str:
        """Say when its environment is not made."""
        return unmade(Pinned("bandit"), bench, "bandit")

    def examine(self, laid: Sequence[Laid], bench: Bench) -> Sequence[Verdict]:
        """Run bandit once over the whole batch; nothing of a skill's own settings is read."""
        program = bench.environments.program(Pinned("bandit"), "bandit")
        root = shared_root(laid)
        rules: list[list[str]] = [[] for _ in laid]
        try:
            # `-x` names nothing that is there: by default bandit leaves out folders that a skill may hide in.
            found = answer(run([str(program), "-q", "-r", str(root), "-f", "json", "--exit-zero", "-x", "/-"], root))
            for row in found["results"]:
                if (number := owner(laid, row["filename"])) is not None:
                    rules[number].append(str(row["test_id"]))
        except (ValueError, KeyError, TypeError):
            return [silent("bandit gave no answer that can be read") for _ in laid]
        return [spoken(named) for named in rules]
