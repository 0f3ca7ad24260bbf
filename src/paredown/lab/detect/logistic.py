"""Rows of features and labels -> a logistic judged only on what it was not fitted on, whose weights can be read.

The penalty is chosen inside each training part (nested cross-validation), the parts keep the skills of one source
together where sources hold both labels, and every weight carries the interval of a bootstrap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedGroupKFold, StratifiedKFold

FOLDS = 5
PENALTIES = (0.01, 0.1, 1.0, 10.0)
"""Inverse strengths of the penalty, from the strongest."""
CHOSEN = 0.1
"""Where nothing is to be chosen."""


class Fold(NamedTuple):
    """Rows to fit on and rows to be judged on."""

    train: Any
    test: Any


class Folds(NamedTuple):
    """How rows were split, and whether whole sources were kept out: otherwise `why` says what forbade it."""

    folds: tuple[Fold, ...]
    grouped: bool
    why: str = ""


class Weight(NamedTuple):
    """What one standard deviation of a feature adds to the log-odds of malicious, with a 95 % bootstrap interval."""

    feature: str
    weight: float
    low: float
    high: float


class Bin(NamedTuple):
    """Skills whose predicted share of malicious lay in one range: the mean prediction, and what was observed."""

    predicted: float
    observed: float
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """A logistic judged out of fold: `chances` by row, weights of the one fitted on everything, and calibration."""

    chances: Any
    weights: tuple[Weight, ...]
    bins: tuple[Bin, ...]
    brier: float
    grouped: bool
    why: str


def folds_of(labels: Any, groups: Sequence[str], seed: int, count: int = FOLDS) -> Folds:
    """Return `count` parts with both labels in each, whole groups apart where enough groups hold both labels."""
    held: dict[str, set[bool]] = {}
    for group, label in zip(groups, labels, strict=True):
        held.setdefault(group, set()).add(bool(label))
    fewest = int(min(labels.sum(), (~labels).sum()))
    count = max(2, min(count, fewest))
    mixed = sum(len(found) == 2 for found in held.values())
    blank = np.zeros((len(labels), 1))
    if mixed >= count:
        splitter = StratifiedGroupKFold(count, shuffle=True, random_state=seed)
        numbers = np.unique(np.asarray(groups), return_inverse=True)[1]
        return Folds(tuple(Fold(*one) for one in splitter.split(blank, labels, numbers)), True)
    if len(held) == 1:
        why = "all skills have one source"
    elif not mixed:
        why = "no source holds both labels, so none can be kept out: that is itself a seam"
    else:
        why = f"only {mixed} of {len(held)} sources hold both labels"
    plain = StratifiedKFold(count, shuffle=True, random_state=seed)
    return Folds(tuple(Fold(*one) for one in plain.split(blank, labels)), False, why)


def out_of_fold(rows: Any, labels: Any, folds: Folds, groups: Sequence[str], seed: int, *, nested: bool) -> Any:
    """Return each row's chance of being malicious, said by a model that never saw it, nor its source where grouped."""
    chances = np.zeros(len(labels))
    for train, test in folds.folds:
        here = _scaled(rows, train)
        strength = _chosen(here, labels, train, groups, seed) if nested else CHOSEN
        chances[test] = _fit(here[train], labels[train], strength).predict_proba(here[test])[:, 1]
    return chances


def fit(
    rows: Any, labels: Any, names: Sequence[str], groups: Sequence[str], *, seed: int, bootstraps: int = 200
) -> Fitted:
    """Return the logistic of `rows` (one a skill, one column a name), judged out of fold."""
    folds = folds_of(labels, groups, seed)
    chances = out_of_fold(rows, labels, folds, groups, seed, nested=True)
    everything = np.arange(len(labels))
    scaled = _scaled(rows, everything)
    strength = _chosen(scaled, labels, everything, groups, seed)
    whole = _fit(scaled, labels, strength).coef_[0]
    drawn = np.array(list(_drawn(scaled, labels, strength, seed, bootstraps)))
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    order = np.argsort(-np.abs(whole))
    return Fitted(
        chances=chances,
        weights=tuple(Weight(names[at], float(whole[at]), float(low[at]), float(high[at])) for at in order),
        bins=tuple(_bins(chances, labels)),
        brier=float(np.mean((chances - labels) ** 2)),
        grouped=folds.grouped,
        why=folds.why,
    )


def separation(chances: Any, labels: Any) -> float:
    """Return the points of separation at even odds: the share flagged of the malicious less that of the benign."""
    flagged = chances >= 0.5
    return float(100 * (flagged[labels].mean() - flagged[~labels].mean()))


def _fit(rows: Any, labels: Any, strength: float) -> Any:
    model = LogisticRegression(C=strength, solver="liblinear", class_weight="balanced", max_iter=200, random_state=0)
    return model.fit(rows, labels)


def _scaled(rows: Any, train: Any) -> Any:
    """Return `rows` over the spread of the training part; sparse rows are not centred."""
    if hasattr(rows, "tocsr"):
        from sklearn.preprocessing import MaxAbsScaler

        return MaxAbsScaler().fit(rows[train]).transform(rows)
    centre, spread = rows[train].mean(axis=0), rows[train].std(axis=0)
    return (rows - centre) / np.where(spread > 1e-12, spread, 1.0)


def _chosen(rows: Any, labels: Any, train: Any, groups: Sequence[str], seed: int) -> float:
    """Return the penalty that separates best inside the training part; the strongest of equals."""
    inner = folds_of(labels[train], [groups[at] for at in train], seed + 1, 3)
    best = {}
    for strength in PENALTIES:
        chances = np.zeros(len(train))
        for fitted, judged in inner.folds:
            model = _fit(rows[train[fitted]], labels[train[fitted]], strength)
            chances[judged] = model.predict_proba(rows[train[judged]])[:, 1]
        best[strength] = separation(chances, labels[train])
    return max(PENALTIES, key=lambda strength: (round(best[strength], 6), -strength))


def _drawn(rows: Any, labels: Any, strength: float, seed: int, count: int) -> Iterator[Any]:
    chance = np.random.default_rng(seed)
    malicious, benign = np.flatnonzero(labels), np.flatnonzero(~labels)
    for _ in range(count):
        # Drawn within each label, so that no draw lacks one.
        at = np.concatenate([chance.choice(malicious, len(malicious)), chance.choice(benign, len(benign))])
        yield _fit(rows[at], labels[at], strength).coef_[0]


def _bins(chances: Any, labels: Any, count: int = 5) -> Iterator[Bin]:
    numbers = np.minimum((chances * count).astype(int), count - 1)
    for number in range(count):
        inside = numbers == number
        if inside.any():
            yield Bin(float(chances[inside].mean()), float(labels[inside].mean()), int(inside.sum()))
