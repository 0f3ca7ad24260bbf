"""Skills -> what Cisco's skill scanner says with its static analyzers: no key, no model, no network."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from paredown.lab.detect.detector import Bench, Kind, answer, owner, shared_root, unmade
from paredown.lab.detect.environments import Pinned
from paredown.lab.detect.isolated import run
from paredown.lab.detect.laid import Laid
from paredown.lab.detect.verdict import Verdict, silent, spoken

UNREAD = "it found no skill here: it reads folders with a SKILL.md"
FAILED = "one of its analyzers failed on this skill"


class Cisco:
    """Flag what the scanner itself calls unsafe."""

    name: ClassVar[str] = "cisco"
    kind: ClassVar[Kind] = Kind.SCANNER
    version: ClassVar[str] = "2.3.2 static"
    pinned: ClassVar[Pinned | None] = Pinned("cisco")
    fences: ClassVar[bool] = False
    # Its rules take seven seconds to compile.
    batch: ClassVar[int] = 160

    def missing(self, bench: Bench) -> str:
        """Say when its environment is not made."""
        return unmade(Pinned("cisco"), bench, "skill-scanner")

    def examine(self, laid: Sequence[Laid], bench: Bench) -> Sequence[Verdict]:
        """Run the scanner once over the whole batch."""
        program = bench.environments.program(Pinned("cisco"), "skill-scanner")
        root = shared_root(laid)
        verdicts = [silent(UNREAD, lasting=True) for _ in laid]
        ran = run([str(program), "scan-all", str(root), "--recursive", "--format", "json"], root)
        if ran.code is not None and not ran.out.strip():
            return verdicts
        try:
            for row in answer(ran)["results"]:
                number = owner(laid, row["skill_path"])
                if number is None:
                    continue
                rules = [str(finding["rule_id"]) for finding in row["findings"]]
                failed = bool(row.get("analyzers_failed"))
                verdicts[number] = silent(FAILED, lasting=True) if failed else spoken(rules, flagged=not row["is_safe"])
        except (ValueError, KeyError, TypeError):
            return [silent("the scanner gave no answer that can be read") for _ in laid]
        return verdicts
