"""Skills -> what semgrep says with our rules in `semgrep.yaml`: what a skill's code and text ask for."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from importlib.resources import as_file, files
from typing import ClassVar

from paredown.lab.detect.detector import Bench, Kind, answer, owner, shared_root, unmade
from paredown.lab.detect.environments import Pinned
from paredown.lab.detect.isolated import run
from paredown.lab.detect.laid import Laid
from paredown.lab.detect.verdict import Verdict, silent, spoken

RULES = files("paredown.lab.detect").joinpath("semgrep.yaml")


@cache
def version() -> str:
    """Return the tool's version and a digest of our rules: another rule is another detector."""
    return f"1.185.0 rules {hashlib.sha256(RULES.read_bytes()).hexdigest()[:8]}"


class Semgrep:
    """Flag a skill that has any match."""

    name: ClassVar[str] = "semgrep"
    kind: ClassVar[Kind] = Kind.SCANNER
    version: ClassVar[str] = version()
    pinned: ClassVar[Pinned | None] = Pinned("semgrep")
    fences: ClassVar[bool] = True
    batch: ClassVar[int] = 160

    def missing(self, bench: Bench) -> str:
        """Say when its environment is not made."""
        return unmade(Pinned("semgrep"), bench, "semgrep")

    def examine(self, laid: Sequence[Laid], bench: Bench) -> Sequence[Verdict]:
        """Run semgrep once over the whole batch, with no file left out for its name."""
        program = bench.environments.program(Pinned("semgrep"), "semgrep")
        root = shared_root(laid)
        quiet = ["--metrics", "off", "--disable-version-check", "--no-git-ignore", "--quiet", "--json", "--jobs", "1"]
        rules: list[list[str]] = [[] for _ in laid]
        try:
            with as_file(RULES) as config:
                ran = run(
                    [str(program), "scan", "--config", str(config), *quiet, "--x-ignore-semgrepignore-files", "."], root
                )
            for row in answer(ran)["results"]:
                if (number := owner(laid, str(root / row["path"]))) is not None:
                    rules[number].append(str(row["check_id"]).rpartition(".")[2])
        except (ValueError, KeyError, TypeError):
            return [silent("semgrep gave no answer that can be read") for _ in laid]
        return [spoken(named) for named in rules]
