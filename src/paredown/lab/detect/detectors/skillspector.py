"""Skills -> what NVIDIA's SkillSpector says with `--no-llm`: its static analyzers, and no look-up."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from paredown.lab.detect.detector import Bench, Kind, unmade
from paredown.lab.detect.environments import Pinned
from paredown.lab.detect.isolated import run
from paredown.lab.detect.laid import Laid
from paredown.lab.detect.skillspector import read
from paredown.lab.detect.verdict import Verdict, silent

PINNED = Pinned("skillspector", (3, 12), "698e2bf29c7d32aa8211ada677382460c01900d7")
UNREAD = "it found no skill here: it reads folders with a SKILL.md"


class SkillSpector:
    """Flag what it recommends not to install."""

    name: ClassVar[str] = "skillspector"
    kind: ClassVar[Kind] = Kind.SCANNER
    version: ClassVar[str] = "2.9.6"
    pinned: ClassVar[Pinned | None] = PINNED
    fences: ClassVar[bool] = False
    # Its report of many skills has a ceiling, and omits what goes beyond.
    batch: ClassVar[int] = 16

    def missing(self, bench: Bench) -> str:
        """Say when its environment is not made."""
        return unmade(PINNED, bench, "skillspector")

    def examine(self, laid: Sequence[Laid], bench: Bench) -> Sequence[Verdict]:
        """Run it once over the batch, and once more for each skill that its report of many had no room for."""
        skills = [one for one in laid if (one.folder / "SKILL.md").is_file()]
        found = self._scanned(skills, bench) if skills else {}
        verdicts = []
        for one in laid:
            if one not in skills:
                verdicts.append(silent(UNREAD, lasting=True))
                continue
            verdict = found.get(skills.index(one))
            if verdict is None and len(skills) > 1:
                verdict = self._scanned([one], bench).get(0)
            verdicts.append(verdict or silent("its report leaves this skill out"))
        return verdicts

    @staticmethod
    def _scanned(skills: Sequence[Laid], bench: Bench) -> dict[int, Verdict]:
        """Return the verdicts of one report, which takes the folders directly below the one it is given for skills."""
        program = bench.environments.program(PINNED, "skillspector")
        with tempfile.TemporaryDirectory(prefix="paredown-skills-") as scratch:
            flat, report = Path(scratch, "skills"), Path(scratch, "report.json")
            for number, one in enumerate(skills):
                shutil.copytree(one.folder, flat / f"{number:05d}")
            run([str(program), "scan", str(flat), "-r", "--no-llm", "--format", "json", "-o", str(report)], flat)
            return read(report) if report.is_file() else {}
