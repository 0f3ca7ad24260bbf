"""Running detectors over a corpus: what is kept is not asked again, and what is missing is not kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import pytest

pytest.importorskip("sklearn", reason="the extra `lab` is not installed")

from lab.detect.samples import HONEST, THREE, corpus, skill

from paredown.lab.detect.detector import Bench, Kind
from paredown.lab.detect.environments import Environments, Pinned
from paredown.lab.detect.laid import Laid
from paredown.lab.detect.panel import Examined, examine
from paredown.lab.detect.skill import Label
from paredown.lab.detect.verdict import Verdict, silent, spoken


class Counting:
    """A detector that flags whatever reads a file of credentials, and remembers what it was asked."""

    name: ClassVar[str] = "counting"
    kind: ClassVar[Kind] = Kind.OURS
    pinned: ClassVar[Pinned | None] = None
    fences: ClassVar[bool] = False
    batch: ClassVar[int] = 2

    def __init__(self, version: str = "1", missing: str = "", answer: Verdict | None = None) -> None:
        self.version = version
        self.asked: list[int] = []
        self._missing, self._answer = missing, answer

    def missing(self, bench: Bench) -> str:
        return self._missing

    def examine(self, laid: Sequence[Laid], bench: Bench) -> Sequence[Verdict]:
        self.asked.append(len(laid))
        found = ["".join(p.read_text() for p in one.folder.rglob("*") if p.is_file()) for one in laid]
        return [self._answer or spoken(["reads"] * text.count(".aws/credentials")) for text in found]


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(Environments(tmp_path / "detectors"))


def run(detector: Counting, bench: Bench, cache: Path | None) -> Examined:
    return examine(THREE, detector, bench, cache, 1, lambda *_: None)


def test_skills_are_examined_in_batches(bench: Bench) -> None:
    detector = Counting()

    found = run(detector, bench, None)

    assert detector.asked == [2, 1]
    assert [found.verdicts[one.id].flagged for one in THREE.skills] == [True, False, False]


def test_what_is_kept_is_not_asked_again(bench: Bench, tmp_path: Path) -> None:
    first = run(Counting(), bench, tmp_path)
    again = Counting()

    second = run(again, bench, tmp_path)

    assert again.asked == []
    assert second.cold == 0
    assert second.verdicts == first.verdicts


def test_another_version_is_asked_anew(bench: Bench, tmp_path: Path) -> None:
    run(Counting(), bench, tmp_path)
    newer = Counting(version="2")

    run(newer, bench, tmp_path)

    assert sum(newer.asked) == 3


def test_a_changed_skill_is_asked_anew(bench: Bench, tmp_path: Path) -> None:
    run(Counting(), bench, tmp_path)
    detector = Counting()
    changed = corpus((Label.BENIGN, skill("c", {**HONEST, "notes.md": "more"})))

    examine(changed, detector, bench, tmp_path, 1, lambda *_: None)

    assert detector.asked == [1]


def test_a_missing_tool_gives_no_verdict_and_nothing_is_kept(bench: Bench, tmp_path: Path) -> None:
    absent = Counting(missing="no key")

    found = run(absent, bench, tmp_path)

    assert {verdict.why for verdict in found.verdicts.values()} == {"no key"}
    assert sum(Counting().asked) == 0
    present = Counting()
    run(present, bench, tmp_path)
    assert sum(present.asked) == 3


def test_a_crash_is_not_kept_and_a_skill_that_cannot_be_read_is(bench: Bench, tmp_path: Path) -> None:
    run(Counting(answer=silent("gave no answer")), bench, tmp_path)
    after_crash = Counting(answer=silent("holds no SKILL.md", lasting=True))
    run(after_crash, bench, tmp_path)
    last = Counting()

    found = run(last, bench, tmp_path)

    assert sum(after_crash.asked) == 3
    assert last.asked == []
    assert {verdict.why for verdict in found.verdicts.values()} == {"holds no SKILL.md"}


def test_a_damaged_cache_file_is_examined_again(bench: Bench, tmp_path: Path) -> None:
    run(Counting(), bench, tmp_path)
    for path in (tmp_path / "counting").rglob("*.json"):
        path.write_text('{"flagged": true')
    detector = Counting()

    run(detector, bench, tmp_path)

    assert sum(detector.asked) == 3


def test_progress_reaches_the_number_of_skills(bench: Bench) -> None:
    told: list[tuple[str, int, int]] = []

    examine(THREE, Counting(), bench, None, 1, lambda *one: told.append(one))

    assert told[0] == ("counting", 0, 3)
    assert told[-1] == ("counting", 3, 3)
