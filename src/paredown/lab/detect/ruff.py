"""Folders of skills -> what ruff says of each, by rule: what the three detectors that are ruff have in common."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from paredown.lab.detect.detector import Bench, answer
from paredown.lab.detect.environments import Pinned, beside
from paredown.lab.detect.isolated import run
from paredown.lab.detect.laid import Laid
from paredown.lab.detect.verdict import Verdict, silent, spoken

PINNED = Pinned("ruff")
VERSION = "0.17.6"
"""The defaults changed from 59 rules to 413 in 0.16: a figure without the version means nothing."""
COMMAND = ("check", "--isolated", "--no-cache", "--exit-zero", "--output-format", "json")


def program(bench: Bench) -> str | None:
    """Return the pinned ruff, or the one in paredown's own environment where that is the same version."""
    if found := bench.environments.program(PINNED, "ruff"):
        return str(found)
    own = beside("ruff")
    return str(own) if own and _version(own) == VERSION else None


def _version(program: Path) -> str:
    return run([str(program), "--version"], program.parent).out.removeprefix("ruff ").strip()


def missing(bench: Bench) -> str:
    """Return why there is no ruff of this version."""
    return "" if program(bench) else "not installed: `paredown lab detect install ruff` makes its environment"


def examine(laid: Sequence[Laid], bench: Bench, *selected: str) -> list[Verdict]:
    """Return the verdict on each skill by the codes of its diagnostics; each folder is a project of its own."""
    ruff = program(bench)
    if ruff is None:
        return [silent(missing(bench)) for _ in laid]
    found = []
    for one in laid:
        try:
            diagnostics = answer(run([ruff, *COMMAND, *selected, "."], one.folder))
            found.append(spoken(str(row["code"] or "invalid-syntax") for row in diagnostics))
        except (ValueError, KeyError, TypeError):
            found.append(silent("ruff gave no answer that can be read"))
    return found
