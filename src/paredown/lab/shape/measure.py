"""Real texts, payloads and skill files -> what a shape classifier costs on each population, and what it catches.

Publishers are kept whole: two fifths are fitted on, one sets the threshold, two are judged. A catch rate is that of a
model that never saw the family of attacks it is asked about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import numpy as np

from paredown.gate.price import Share
from paredown.lab.detect.parts import parts_of
from paredown.lab.detect.skill import Skill
from paredown.lab.detect.verdict import Progress
from paredown.lab.shape.comments import Comment, Real, part_of
from paredown.lab.shape.forms import BARE, FORMS, Where
from paredown.lab.shape.model import Model, View, Weight, grams, passages
from paredown.lab.shape.payloads import Payload
from paredown.model import Prose

T = TypeVar("T")
RATE = 1 / 1000
"""The share of real comments, of publishers kept apart for it, that may lie above the threshold."""
MOST = {"fit": 30_000, "bound": 15_000, "judge": 30_000}
"""Comments of each part; more are drawn from by lot."""
SKILLS = 150
"""Benign skills of which every passage is read."""


class Caught(NamedTuple):
    """What a model caught of a family that it never saw: all shapes, prose without words of ours, and by place."""

    family: str
    payloads: int
    all: Share
    bare: Share
    by_place: Mapping[Where, Share]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shaped:
    """What the classifier costs and catches with one view.

    False alarms are of judged publishers: `plain` and `directive` comments, `names`, and of benign skills `passages`
    and whole `skills` with at least one. `heaviest` is what it keyed on.
    """

    view: View
    fitted_on: tuple[int, int]
    publishers: int
    plain: Share
    directive: Share
    names: Share
    passages: Share
    skills: Share
    caught: tuple[Caught, ...]
    heaviest: tuple[Weight, ...]
    model: Model

    @property
    def ratio(self) -> float | None:
        """How many times more often a directive-bearing comment is flagged than a plain one; None without either."""
        return self.directive.rate / self.plain.rate if self.plain.rejected and self.directive.of else None


def measure(
    real: Real, payloads: Sequence[Payload], benign: Sequence[Skill], *, view: View, seed: int, progress: Progress
) -> Shaped:
    """Return the price and the catch of the classifier with `view`."""
    families = sorted({payload.family for payload in payloads})
    steps = len(families) + 3
    parts = {"fit": (0, 1), "bound": (2,), "judge": (3, 4)}
    comments = {name: _drawn(real.comments, fifths, MOST[name], seed) for name, fifths in parts.items()}
    names = {name: _drawn(real.names, fifths, MOST[name] // 3, seed) for name, fifths in parts.items()}
    fitted = [*comments["fit"], *names["fit"]]
    real_rows = grams(_texts(one.text for one in fitted), view)
    bound_rows = grams(_texts(one.text for one in comments["bound"]), view)
    progress(f"shape, {view}", 1, steps)
    injected = [(payload.family, form) for payload in payloads for form in FORMS]
    injected_rows = grams([FORMS[form][1](text) for text in _texts(p.text for p in payloads) for form in FORMS], view)
    progress(f"shape, {view}", 2, steps)

    def fit(rows: Any) -> Model:
        return _fitted(real_rows, rows, view).bounded(bound_rows, RATE)

    whole = fit(injected_rows)
    caught = []
    for at, family in enumerate(families):
        held = np.array([one == family for one, _ in injected])
        caught.append(
            _caught(family, fit(injected_rows[~held]), injected_rows[held], [f for o, f in injected if o == family])
        )
        progress(f"shape, {view}", 3 + at, steps)
    sample = _sample(benign, SKILLS, seed)
    by_skill = [whole.flags(passages(parts_of(skill).prose)) for skill in sample]
    progress(f"shape, {view}", steps, steps)
    return Shaped(
        view=view,
        fitted_on=(len(fitted), len(injected)),
        publishers=len({one.publisher for one in comments["judge"]}),
        plain=_share(whole, [one for one in comments["judge"] if not one.directive]),
        directive=_share(whole, [one for one in comments["judge"] if one.directive]),
        names=_share(whole, names["judge"]),
        passages=Share(sum(map(sum, by_skill)), sum(map(len, by_skill))),
        skills=Share(sum(map(any, by_skill)), len(by_skill)),
        caught=tuple(caught),
        heaviest=tuple(whole.heaviest(_texts(payload.text for payload in payloads), 20)),
        model=whole,
    )


def _fitted(real_rows: Any, injected_rows: Any, view: View) -> Model:
    from scipy import sparse

    rows = sparse.vstack([real_rows, injected_rows]).tocsr()
    return Model.fit(rows, [False] * real_rows.shape[0] + [True] * injected_rows.shape[0], view)


def _caught(family: str, model: Model, rows: Any, forms: Sequence[str]) -> Caught:
    flagged = model.scores(rows) >= model.threshold
    places = [FORMS[form][0] for form in forms]
    by_place = {
        place: Share(int(sum(flagged[at] for at, p in enumerate(places) if p is place)), places.count(place))
        for place in Where
    }
    bare = [bool(flagged[at]) for at, form in enumerate(forms) if form in BARE]
    every = Share(int(flagged.sum()), len(forms))
    return Caught(family, len(forms) // len(FORMS), every, Share(sum(bare), len(bare)), by_place)


def _share(model: Model, comments: Sequence[Comment]) -> Share:
    return Share(sum(model.flags(_texts(one.text for one in comments))), len(comments))


def _drawn(every: Sequence[Comment], fifths: Sequence[int], most: int, seed: int) -> list[Comment]:
    return _sample([one for one in every if part_of(one.publisher, seed) in fifths], most, seed)


def _sample(every: Sequence[T], most: int, seed: int) -> list[T]:
    if len(every) <= most:
        return list(every)
    chosen = np.random.default_rng(seed).choice(len(every), most, replace=False)
    return [every[at] for at in sorted(chosen.tolist())]


def _texts(every: Any) -> list[str]:
    held: list[Prose] = list(every)
    return [one.untrusted() for one in held]
