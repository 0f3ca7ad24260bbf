"""Skills -> what skilllint says of their format: a control, for what it separates is a seam and no attack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from paredown.lab.detect.detector import Bench, Kind, answer, owner, shared_root, unmade
from paredown.lab.detect.environments import Pinned
from paredown.lab.detect.isolated import run
from paredown.lab.detect.laid import Laid
from paredown.lab.detect.verdict import Verdict, silent, spoken

UNREAD = "it found no skill here: it reads folders with a SKILL.md"


class Skilllint:
    """Flag a skill that has an error of format."""

    name: ClassVar[str] = "skilllint"
    kind: ClassVar[Kind] = Kind.CONTROL
    version: ClassVar[str] = "1.21.4"
    pinned: ClassVar[Pinned | None] = Pinned("skilllint")
    fences: ClassVar[bool] = False
    batch: ClassVar[int] = 64

    def missing(self, bench: Bench) -> str:
        """Say when its environment is not made."""
        return unmade(Pinned("skilllint"), bench, "skilllint")

    def examine(self, laid: Sequence[Laid], bench: Bench) -> Sequence[Verdict]:
        """Run skilllint once over the whole batch; warnings are signals, errors flag."""
        program = bench.environments.program(Pinned("skilllint"), "skilllint")
        root = shared_root(laid)
        shown = [one for one in laid if (one.folder / "SKILL.md").is_file()]
        verdicts = [silent(UNREAD, lasting=True) for _ in laid]
        if not shown:
            return verdicts
        options = ["check", "--check", "--include-gitignore", "--show-progress", "--json"]
        try:
            found = answer(run([str(program), *options, *(str(one.folder) for one in shown)], root))
            rules: dict[int, list[str]] = {laid.index(one): [] for one in shown}
            failed: set[int] = set()
            for file in found["files"]:
                number = owner(laid, str(root / file["path"]))
                if number is None or number not in rules:
                    continue
                rules[number] += [str(i["code"]) for check in file["validators"] for i in check["issues"]]
                failed |= {number} if file["status"] == "failed" else set()
        except (ValueError, KeyError, TypeError):
            return [silent("skilllint gave no answer that can be read") for _ in laid]
        for number, named in rules.items():
            verdicts[number] = spoken(named, flagged=number in failed)
        return verdicts
