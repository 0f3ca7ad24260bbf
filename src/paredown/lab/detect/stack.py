"""Verdicts of several detectors -> what they say together: every boolean combination, who contains whom, and a model.

No verdict counts as not flagged here, and only detectors that gave some verdict take part.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from paredown.lab.detect.logistic import Fitted, fit, folds_of, separation
from paredown.lab.detect.panel import Examined
from paredown.lab.detect.skill import Corpus, Label
from paredown.lab.detect.verdict import Tally

MOST = 12
"""Detectors in a stack: the combinations double with each."""
RARE = 3
"""Skills in which a rule must speak to be a feature."""


class Combination(NamedTuple):
    """At least `k` of `detectors` flag: 1 is any of them, all of them is all."""

    detectors: tuple[str, ...]
    k: int

    def __str__(self) -> str:
        if len(self.detectors) == 1:
            return self.detectors[0]
        of = ", ".join(self.detectors)
        name = {1: "any of", len(self.detectors): "all of"}.get(self.k, f"{self.k} of")
        return f"{name} {of}"


class Judged(NamedTuple):
    """A combination and its outcomes on the skills on which it was chosen."""

    combination: Combination
    tally: Tally


class Contained(NamedTuple):
    """Of what `inner` caught, how many `outer` caught too."""

    inner: str
    outer: str
    both: int
    of: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """What detectors say together.

    `best` is the combination that separates best, of all `tried`: chosen on these very skills, so `unseen` is the
    honest figure, the outcomes where each fifth was judged by the best combination of the others. `weighted` is the
    logistic over signals, `weighted_tally` its outcomes out of fold.
    """

    tried: int
    best: tuple[Judged, ...]
    unseen: Tally
    contained: tuple[Contained, ...]
    weighted: Fitted | None
    weighted_tally: Tally | None


def stacked(corpus: Corpus, examined: Sequence[Examined], *, seed: int) -> Stack:
    """Return the stack of `examined` over `corpus`, of the detectors that gave a verdict, at most `MOST`."""
    speaking = [one for one in examined if any(v.flagged is not None for v in one.verdicts.values())][:MOST]
    flags = np.array([[bool(one.verdicts[skill.id].flagged) for skill in corpus.skills] for one in speaking], bool)
    labels = np.array([corpus.label(skill) is Label.MALICIOUS for skill in corpus.skills])
    sources = [corpus.facts[skill.id].source for skill in corpus.skills]
    names = [one.detector for one in speaking]
    every = combinations(names)
    scores = separations(flags, labels, names, every)
    order = np.argsort(-scores, kind="stable")[:5]
    weighted = _weighted(corpus, speaking, labels, sources, seed)
    return Stack(
        tried=len(every),
        best=tuple(Judged(every[at], _tally(_said(flags, names, every[at]), labels)) for at in order),
        unseen=_unseen(flags, labels, names, every, sources, seed),
        contained=tuple(containment(flags[:, labels], names)),
        weighted=weighted,
        weighted_tally=_tally(weighted.chances >= 0.5, labels) if weighted else None,
    )


def combinations(names: Sequence[str]) -> list[Combination]:
    """Return every k of every subset, small subsets first: the simplest of equals is found first."""
    return [
        Combination(subset, k)
        for size in range(1, len(names) + 1)
        for subset in itertools.combinations(names, size)
        for k in range(1, size + 1)
    ]


def separations(flags: Any, labels: Any, names: Sequence[str], every: Sequence[Combination]) -> Any:
    """Return the points of separation of every combination, in their order."""
    masks = {subset: np.isin(names, subset) for subset in {one.detectors for one in every}}
    scores = np.empty(len(every))
    sums: dict[tuple[str, ...], Any] = {}
    for at, one in enumerate(every):
        if one.detectors not in sums:
            sums = {one.detectors: flags[masks[one.detectors]].sum(axis=0)}
        said = sums[one.detectors] >= one.k
        scores[at] = 100 * (said[labels].mean() - said[~labels].mean())
    return scores


def containment(caught: Any, names: Sequence[str]) -> list[Contained]:
    """Return for every ordered pair how much of what one caught the other did too; `caught` is detectors by attacks."""
    both = caught.astype(int) @ caught.T.astype(int)
    return [
        Contained(inner, outer, int(both[a, b]), int(both[a, a]))
        for a, inner in enumerate(names)
        for b, outer in enumerate(names)
    ]


def signals_of(corpus: Corpus, examined: Sequence[Examined]) -> tuple[Any, list[str]]:
    """Return the signals as rows (one a skill, log of one more than the count) and the name of each column."""
    counts: dict[str, Any] = {}
    for one in examined:
        for row, skill in enumerate(corpus.skills):
            for signal in one.verdicts[skill.id].signals:
                column = counts.setdefault(f"{one.detector}:{signal.rule}", np.zeros(len(corpus.skills)))
                column[row] = np.log1p(signal.times)
    names = sorted(name for name, column in counts.items() if (column > 0).sum() >= RARE)
    rows = np.column_stack([counts[name] for name in names]) if names else np.zeros((len(corpus.skills), 0))
    return rows, names


def _weighted(
    corpus: Corpus, examined: Sequence[Examined], labels: Any, sources: Sequence[str], seed: int
) -> Fitted | None:
    rows, names = signals_of(corpus, examined)
    return fit(rows, labels, names, sources, seed=seed) if names and 0 < labels.sum() < len(labels) else None


def _unseen(
    flags: Any, labels: Any, names: Sequence[str], every: Sequence[Combination], sources: Sequence[str], seed: int
) -> Tally:
    said = np.zeros(len(labels), bool)
    for train, test in folds_of(labels, sources, seed).folds:
        scores = separations(flags[:, train], labels[train], names, every)
        said[test] = _said(flags, names, every[int(np.argmax(scores))])[test]
    return _tally(said, labels)


def _said(flags: Any, names: Sequence[str], one: Combination) -> Any:
    return flags[np.isin(names, one.detectors)].sum(axis=0) >= one.k


def _tally(said: Any, labels: Any) -> Tally:
    return Tally.of(
        (Label.MALICIOUS if label else Label.BENIGN, bool(flagged)) for label, flagged in zip(labels, said, strict=True)
    )


__all__ = ["Combination", "Contained", "Judged", "Stack", "combinations", "containment", "separation", "stacked"]
