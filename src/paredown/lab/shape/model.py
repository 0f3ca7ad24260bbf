"""Texts -> a score for the shape of each: hashed character n-grams, and a logistic whose weights can be read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from sklearn.feature_extraction.text import HashingVectorizer
from sklearn.linear_model import SGDClassifier

FILE = "shape.npz"
View = Literal["letters", "outline"]
"""What the n-grams are made of: the text itself, or only which kind of character stands where."""
BUCKETS = 2**16
LONGEST = 400
"""Characters of a text that are read: a page would weigh by its length."""
SHORTEST = 12
SPACE = re.compile(r"\s+")
BLANK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+>#|]|\d+[.)]))")
OUTLINE = str.maketrans(
    {
        **{chr(c): "a" for c in range(97, 123)},
        **{chr(c): "A" for c in range(65, 91)},
        **{str(d): "0" for d in range(10)},
    }
)


def passages(text: str) -> list[str]:
    """Return the paragraphs, list items and headings of a document, white space squeezed, short ones left out."""
    squeezed = (SPACE.sub(" ", part).strip() for part in BLANK.split(text))
    return [part for part in squeezed if len(part) >= SHORTEST]


def viewed(text: str, view: View) -> str:
    """Return the first characters of `text` as `view` shows them."""
    short = SPACE.sub(" ", text[: 2 * LONGEST]).strip()[:LONGEST]
    return short if view == "letters" else short.translate(OUTLINE)


def grams(texts: Iterable[str], view: View) -> Any:
    """Return the hashed n-grams of `texts`: sparse, one row a text, `BUCKETS` columns, each row of length 1."""
    return _hashing().transform([viewed(text, view) for text in texts])


def _hashing() -> Any:
    return HashingVectorizer(
        analyzer="char_wb", ngram_range=(2, 4), n_features=BUCKETS, alternate_sign=False, lowercase=False
    )


def _itself(gram: str) -> list[str]:
    return [gram]


class Weight(NamedTuple):
    """One n-gram and what it adds to a score."""

    gram: str
    weight: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A fitted logistic: `weights` by bucket, `bias`, and the score from which a text counts as injected."""

    view: View
    weights: Any
    bias: float
    threshold: float = 0.0

    @staticmethod
    def fit(rows: Any, injected: Sequence[bool], view: View) -> Model:
        """Return the logistic of `rows` (from `grams`); both classes weigh the same."""
        # Stochastic descent: the exact solver took minutes for each family that is held out.
        logistic = SGDClassifier(loss="log_loss", alpha=1e-6, class_weight="balanced", average=True, random_state=0)
        logistic.fit(rows, np.asarray(injected))
        return Model(view=view, weights=logistic.coef_[0], bias=float(logistic.intercept_[0]))

    def scores(self, rows: Any) -> Any:
        """Return the log-odds of each row: positive is more like an injected text."""
        return rows @ self.weights + self.bias

    def bounded(self, real: Any, rate: float) -> Model:
        """Return the model with the lowest threshold at which at most `rate` of the `real` rows count as injected."""
        ordered = np.sort(self.scores(real))[::-1]
        allowed = int(rate * len(ordered))
        threshold = float(np.nextafter(ordered[min(allowed, len(ordered) - 1)], np.inf)) if len(ordered) else 0.0
        return Model(view=self.view, weights=self.weights, bias=self.bias, threshold=threshold)

    def flags(self, texts: Sequence[str]) -> list[bool]:
        """Return whether each text counts as injected."""
        if not texts:
            return []
        return [bool(score >= self.threshold) for score in self.scores(grams(texts, self.view))]

    def heaviest(self, texts: Sequence[str], count: int) -> list[Weight]:
        """Return the n-grams of `texts` with the largest weights, largest first: what the model keyed on."""
        analyse = _hashing().build_analyzer()
        found = sorted({gram for text in texts for gram in analyse(viewed(text, self.view))})
        one = HashingVectorizer(analyzer=_itself, n_features=BUCKETS, alternate_sign=False, lowercase=False, norm=None)
        weights = one.transform(found) @ self.weights if found else []
        order = np.argsort(weights)[::-1][:count]
        return [Weight(found[at], float(weights[at])) for at in order]

    def write(self, path: Path) -> None:
        """Write the model as plain arrays."""
        with path.open("wb") as file:
            np.savez_compressed(
                file, weights=self.weights, numbers=np.array([self.bias, self.threshold]), view=np.array(self.view)
            )


def read(path: Path) -> Model | None:
    """Return the model that `write` wrote; None for what is none. Nothing in the file is run."""
    try:
        with np.load(path, allow_pickle=False) as arrays:
            bias, threshold = (float(number) for number in arrays["numbers"])
            view: View = "outline" if str(arrays["view"]) == "outline" else "letters"
            if arrays["weights"].shape != (BUCKETS,):
                return None
            return Model(view=view, weights=arrays["weights"], bias=bias, threshold=threshold)
    except (OSError, ValueError, KeyError):
        return None
