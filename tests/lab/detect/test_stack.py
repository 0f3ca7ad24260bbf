"""What detectors say together: every combination, who contains whom, and a model whose weights can be read."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("sklearn", reason="the extra `lab` is not installed")

import numpy as np
from lab.detect.samples import corpus, skill

from paredown.lab.detect.logistic import fit, folds_of, separation
from paredown.lab.detect.panel import Examined
from paredown.lab.detect.skill import Corpus, Label
from paredown.lab.detect.stack import Combination, combinations, containment, stacked
from paredown.lab.detect.verdict import Verdict, silent, spoken

N = 40


def forty(source: str = "one") -> Corpus:
    """Return forty skills, the first half malicious."""
    labelled = [
        (Label.MALICIOUS if at < N // 2 else Label.BENIGN, skill(f"{at:02d}", {"x": str(at)})) for at in range(N)
    ]
    return corpus(*labelled, source=source)


def says(name: str, flagged: set[int], rule: str = "R1") -> Examined:
    """Return a detector that flags the skills of these numbers."""
    verdicts: dict[str, Verdict] = {f"{at:02d}": spoken([rule] if at in flagged else []) for at in range(N)}
    return Examined(detector=name, version="1", verdicts=verdicts, cold=0, seconds=0, looked_up=0)


def test_every_k_of_every_subset_is_tried() -> None:
    every = combinations(["a", "b", "c"])

    assert len(every) == 3 + 3 * 2 + 3
    assert Combination(("a", "b"), 2) in every
    assert str(Combination(("a", "b", "c"), 2)) == "2 of a, b, c"
    assert str(Combination(("a", "b"), 1)) == "any of a, b"
    assert str(Combination(("a", "b"), 2)) == "all of a, b"


def test_nested_detectors_together_catch_what_the_widest_caught() -> None:
    wide, narrow = set(range(15)) | {30, 31}, set(range(5)) | {30}
    found = stacked(forty(), [says("wide", wide), says("narrow", narrow)], seed=1)
    both = {(one.inner, one.outer): (one.both, one.of) for one in found.contained}

    assert both["narrow", "wide"] == (5, 5)
    assert both["wide", "narrow"] == (5, 15)
    assert found.best[0].combination == Combination(("wide",), 1)
    assert (found.best[0].tally.caught, found.best[0].tally.false_alarm) == (15, 2)


def test_detectors_that_complement_each_other_are_found() -> None:
    found = stacked(forty(), [says("first", set(range(10))), says("second", set(range(10, 20)))], seed=1)

    assert found.best[0].combination == Combination(("first", "second"), 1)
    assert found.best[0].tally.separation == 100


def test_the_best_combination_is_judged_on_skills_that_did_not_choose_it() -> None:
    chance = np.random.default_rng(3)
    noise = [says(f"d{at}", set(chance.permutation(N)[:20].tolist())) for at in range(6)]

    found = stacked(forty(), noise, seed=1)

    assert found.best[0].tally.separation > found.unseen.separation


def test_a_model_weighs_the_signal_that_tells_and_its_interval_keeps_from_zero() -> None:
    found = stacked(forty(), [says("tells", set(range(18)), "S1"), says("noise", set(range(0, N, 2)), "N1")], seed=1)

    assert found.weighted is not None
    assert found.weighted.weights[0].feature == "tells:S1"
    assert found.weighted.weights[0].low > 0
    assert found.weighted_tally is not None
    assert found.weighted_tally.caught >= 16


def test_a_source_that_is_tested_was_never_trained_on() -> None:
    labels = np.array([True, False] * 30)
    groups = [f"source {at // 6}" for at in range(60)]
    folds = folds_of(labels, groups, 1)

    assert folds.grouped
    for train, test in folds.folds:
        assert {groups[at] for at in train}.isdisjoint(groups[at] for at in test)


def test_sources_of_one_label_cannot_be_kept_apart_and_that_is_said() -> None:
    labels = np.array([True] * 10 + [False] * 10)

    apart = folds_of(labels, ["bad"] * 10 + ["good"] * 10, 1)

    assert not apart.grouped
    assert "itself a seam" in apart.why
    assert folds_of(labels, ["one"] * 20, 1).why == "all skills have one source"


def test_a_model_of_nothing_separates_nothing_out_of_fold() -> None:
    chance = np.random.default_rng(0)
    labels = np.arange(200) % 2 == 0
    rows: Any = chance.normal(size=(200, 30))

    fitted = fit(rows, labels, [str(at) for at in range(30)], ["one"] * 200, seed=1, bootstraps=20)

    assert abs(separation(fitted.chances, labels)) < 25
    assert sum(one.n for one in fitted.bins) == 200


def test_containment_counts_only_what_was_caught() -> None:
    caught = np.array([[True, True, False], [True, False, False]])

    found = {(one.inner, one.outer): (one.both, one.of) for one in containment(caught, ["a", "b"])}

    assert found == {("a", "a"): (2, 2), ("a", "b"): (1, 2), ("b", "a"): (1, 1), ("b", "b"): (1, 1)}


def test_the_containment_is_drawn(tmp_path: Any) -> None:
    pytest.importorskip("matplotlib", reason="the extra `lab` is not installed")
    from paredown.lab.detect.picture import containment as drawn

    found = stacked(forty(), [says("wide", set(range(15))), says("narrow", set(range(5)))], seed=1)
    drawn(found.contained, tmp_path / "contained.svg")

    assert (tmp_path / "contained.svg").read_text().count("<path") > 4


def test_a_detector_without_any_verdict_takes_no_part() -> None:
    absent = Examined(
        detector="absent",
        version="1",
        verdicts={f"{at:02d}": silent("no key") for at in range(N)},
        cold=0,
        seconds=0,
        looked_up=0,
    )

    found = stacked(forty(), [says("present", {1}), absent], seed=1)

    assert found.tried == 1
