"""Columns of features and labels -> how well each column alone separates them, beside what shuffled labels reach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

SHUFFLES = 200


class Alone(NamedTuple):
    """One feature alone: the balanced accuracy of its best threshold (0.5 to 1), and which side is malicious."""

    feature: str
    accuracy: float
    threshold: float
    malicious_above: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Alones:
    """Every feature alone, the best first, and what the best feature of a corpus with shuffled labels reaches.

    `chance` is the accuracy that one in twenty shuffles exceeds, `p` the share of shuffles whose best is as good as
    ours: the best of many features is always better than a half.
    """

    features: tuple[Alone, ...]
    chance: float
    p: float


def alone(rows: Any, labels: Any, names: Sequence[str], *, seed: int, shuffles: int = SHUFFLES) -> Alones:
    """Return how each column of `rows` separates `labels` alone."""
    chance = np.random.default_rng(seed)
    drawn = np.array([labels, *(chance.permutation(labels) for _ in range(shuffles))])
    best = np.full(len(drawn), 0.5)
    found = []
    for at, name in enumerate(names):
        accuracies, threshold, above = _best(rows[:, at], drawn)
        best = np.maximum(best, accuracies)
        found.append(Alone(name, float(accuracies[0]), threshold, above))
    return Alones(
        features=tuple(sorted(found, key=lambda one: (-one.accuracy, one.feature))),
        chance=float(np.quantile(best[1:], 0.95)),
        p=float((1 + (best[1:] >= best[0] - 1e-12).sum()) / (1 + shuffles)),
    )


def _best(column: Any, drawn: Any) -> tuple[Any, float, bool]:
    """Return the best balanced accuracy for each row of labels, and the threshold and side of the first row."""
    order = np.argsort(column, kind="stable")
    ordered, labels = column[order], drawn[:, order]
    ends = np.flatnonzero(np.append(ordered[1:] != ordered[:-1], True))[:-1]
    if not len(ends):
        return np.full(len(drawn), 0.5), float(ordered[0]), True
    malicious, benign = labels.sum(axis=1, keepdims=True), (~labels).sum(axis=1, keepdims=True)
    below_malicious = np.cumsum(labels, axis=1)[:, ends] / malicious
    below_benign = np.cumsum(~labels, axis=1)[:, ends] / benign
    gap = below_benign - below_malicious
    accuracies = 0.5 + np.abs(gap).max(axis=1) / 2
    at = int(np.argmax(np.abs(gap[0])))
    return accuracies, float((ordered[ends[at]] + ordered[ends[at] + 1]) / 2), bool(gap[0, at] > 0)
