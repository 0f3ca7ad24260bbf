"""One feature alone: its best threshold, and what shuffled labels reach by luck."""

from __future__ import annotations

import pytest

pytest.importorskip("sklearn", reason="the extra `lab` is not installed")

import numpy as np

from paredown.lab.seam.separation import alone

LABELS = np.array([True] * 50 + [False] * 50)


def test_a_feature_that_separates_is_found_with_its_threshold_and_side() -> None:
    chance = np.random.default_rng(0)
    rows = np.column_stack([chance.normal(size=100), np.where(LABELS, 7.0, 3.0)])

    found = alone(rows, LABELS, ["noise", "tells"], seed=1)

    assert found.features[0].feature == "tells"
    assert (found.features[0].accuracy, found.features[0].threshold, found.features[0].malicious_above) == (
        1.0,
        5.0,
        True,
    )
    assert found.p < 0.01


def test_the_side_is_told_for_a_feature_that_malicious_skills_have_less_of() -> None:
    assert alone(np.where(LABELS, 1.0, 2.0)[:, None], LABELS, ["less"], seed=1).features[0].malicious_above is False


def test_the_best_of_many_features_of_nothing_is_no_better_than_shuffled_labels() -> None:
    rows = np.random.default_rng(5).normal(size=(100, 60))

    found = alone(rows, LABELS, [str(at) for at in range(60)], seed=1)

    assert found.features[0].accuracy > 0.55
    assert found.p > 0.05
    assert found.features[0].accuracy <= found.chance + 0.05


def test_ties_are_never_split() -> None:
    found = alone(np.zeros((100, 1)), LABELS, ["same"], seed=1)

    assert found.features[0].accuracy == 0.5


def test_accuracy_is_balanced_where_one_label_is_rare() -> None:
    labels = np.array([True] * 4 + [False] * 396)

    assert alone(np.zeros((400, 1)), labels, ["always benign"], seed=1).features[0].accuracy == 0.5


def test_the_accuracy_is_that_of_trying_every_threshold() -> None:
    chance = np.random.default_rng(2)
    column = chance.integers(0, 8, 100).astype(float)
    tried = [
        max(((column > t) == LABELS)[LABELS].mean() + ((column > t) == LABELS)[~LABELS].mean(),
            ((column <= t) == LABELS)[LABELS].mean() + ((column <= t) == LABELS)[~LABELS].mean()) / 2
        for t in range(-1, 8)
    ]  # fmt: skip

    assert alone(column[:, None], LABELS, ["any"], seed=1).features[0].accuracy == pytest.approx(max(tried))
