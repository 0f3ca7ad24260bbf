"""A labelled corpus -> the audit of its seam, which ends in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from paredown.errors import UnreadableFile
from paredown.gate.price import Interval
from paredown.lab.detect.detector import Kind
from paredown.lab.detect.logistic import folds_of, out_of_fold, separation
from paredown.lab.detect.panel import Examined
from paredown.lab.detect.parts import parts_of
from paredown.lab.detect.registry import DETECTORS
from paredown.lab.detect.skill import Corpus, Label
from paredown.lab.detect.stack import signals_of
from paredown.lab.detect.verdict import Progress
from paredown.lab.seam.features import common, components, features
from paredown.lab.seam.separation import Alones, alone
from paredown.lab.seam.tags import Coverage, Crossing, coverage, crossings

FORMAT_RULES = (
    "I",
    "UP",
    "EXE",
    "D",
    "W",
    "Q",
    "COM",
    "E",
    "N",
    "F541",
    "INP",
    "ISC",
    "FLY",
    "RUF100",
    "PT",
    "PLR",
    "SIM",
)
"""Prefixes of ruff's rules that are about how code is written and not about what it does."""
SHUFFLES = 40
"""Refits of a model on shuffled labels: with one more, the smallest share that can be told is 1 in 41."""
ALARM = 0.025
"""The share of shuffles that may do as well: two tests at this level make one at 0.05."""
WORDS = 4000
WORD = r"[A-Za-z_]{3,30}"
READ = 60_000
"""Characters of a skill whose words count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Separated:
    """What a model separates out of fold, in points, with a bootstrap interval, and what shuffled labels reach."""

    points: float
    interval: Interval
    columns: int
    chance: float
    p: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """One corpus audited: each trivial feature alone, the model of format alone beside the full one, and the tags."""

    corpus: str
    digest: str
    malicious: int
    benign: int
    grouped: bool
    why_not_grouped: str
    alone: Alones
    rules: Alones | None
    formatting: Separated
    full: Separated
    crossings: tuple[Crossing, ...]
    coverage: tuple[Coverage, ...]

    @property
    def seam(self) -> bool:
        """Whether format separates the labels beyond what shuffled labels reach."""
        return self.alone.p <= ALARM or (self.formatting.p <= ALARM and self.formatting.points > 0)

    @property
    def sentence(self) -> str:
        """What a reader can act on."""
        full, form = max(0.0, self.full.points), max(0.0, self.formatting.points)
        if not self.seam:
            found = "no seam found: neither a trivial feature nor all of them together do better than shuffled labels"
            return f"{found} (the full model separates {full:.0f} points)"
        share, whole = min(form, full) if full else form, max(full, form)
        best = self.alone.features[0]
        said = f"on this corpus {share:.0f} of the {whole:.0f} points of separation are formatting"
        alone = f"{best.feature} alone reaches {best.accuracy:.2f} where shuffled labels reach {self.alone.chance:.2f}"
        return f"{said}, and {alone}"


def audit(corpus: Corpus, examined: Sequence[Examined], *, seed: int, progress: Progress) -> Audit:
    """Return the audit of `corpus`, with the verdicts of detectors as further signals.

    Raises `UnreadableFile` for a corpus with fewer than five skills of either label.
    """
    labels = np.array([corpus.label(skill) is Label.MALICIOUS for skill in corpus.skills])
    if min(labels.sum(), (~labels).sum()) < 4:
        raise UnreadableFile(corpus.name, "has fewer than four skills of one label: nothing can be said of a seam")
    sources = [corpus.facts[skill.id].source for skill in corpus.skills]
    folds = folds_of(labels, sources, seed)
    rows, names = trivial(corpus)
    progress("trivial features", 1, 4)
    ruled, rule_names = signals_of(corpus, examined)
    formal = np.array([is_format(name) for name in rule_names], bool)
    form = np.column_stack([rows, ruled[:, formal]]) if formal.any() else rows
    lone = alone(rows, labels, names, seed=seed)
    by_rule = alone(ruled, labels, rule_names, seed=seed) if rule_names else None
    progress("trivial features", 2, 4)
    formatting = _separated(form, labels, folds, sources, seed)
    progress("trivial features", 3, 4)
    full = _separated(_everything(corpus, form, ruled[:, ~formal]), labels, folds, sources, seed)
    progress("trivial features", 4, 4)
    return Audit(
        corpus=corpus.name,
        digest=corpus.digest,
        malicious=int(labels.sum()),
        benign=int((~labels).sum()),
        grouped=folds.grouped,
        why_not_grouped=folds.why,
        alone=lone,
        rules=by_rule,
        formatting=formatting,
        full=full,
        crossings=crossings(corpus),
        coverage=coverage(corpus),
    )


def trivial(corpus: Corpus) -> tuple[Any, list[str]]:
    """Return the trivial features of every skill as rows, and the names of the columns that vary."""
    tables = [features(skill, corpus.facts[skill.id]) for skill in corpus.skills]
    keys = [{name for name in table if name.startswith("front-key:")} for table in tables]
    tables = [{name: value for name, value in table.items() if not name.startswith("front-key:")} for table in tables]
    common(tables, [{key.partition(":")[2] for key in found} for found in keys], "front-key")
    common(tables, [components(skill) for skill in corpus.skills], "path")
    names = sorted({name for table in tables for name in table})
    rows = np.array([[table.get(name, 0.0) for name in names] for table in tables], float)
    varies = np.ptp(rows, axis=0) > 0
    return rows[:, varies], [name for name, keep in zip(names, varies, strict=True) if keep]


def is_format(signal: str) -> bool:
    """Whether a signal `detector:rule` is about format: every rule of a control is, and some families of ruff."""
    detector, _, rule = signal.partition(":")
    kinds = {one.name: one.kind for one in DETECTORS}
    if kinds.get(detector) is Kind.CONTROL:
        return True
    if rule.startswith("MANIFEST_"):  # what Cisco's scanner says of front matter: a missing licence, a missing name
        return True
    family = rule.rstrip("0123456789")
    return detector.startswith("ruff") and (family in FORMAT_RULES or rule in FORMAT_RULES)


def _everything(corpus: Corpus, form: Any, ruled: Any) -> Any:
    """Return format, the other signals and the words of every skill, as sparse rows."""
    from scipy import sparse

    texts = []
    for skill in corpus.skills:
        parts = parts_of(skill)
        texts.append("\n".join((parts.front, parts.prose, *(text for _, text in parts.code)))[:READ])
    spread = form.std(axis=0)
    scaled = (form - form.mean(axis=0)) / np.where(spread > 1e-12, spread, 1.0)
    return sparse.hstack([sparse.csr_matrix(scaled), sparse.csr_matrix(ruled), _words(texts)]).tocsr()


def _words(texts: Sequence[str]) -> Any:
    """Return which of the frequent words each text has, but for those that nearly all or hardly any have."""
    from scipy import sparse
    from sklearn.feature_extraction.text import CountVectorizer

    try:
        rows = CountVectorizer(binary=True, token_pattern=WORD).fit_transform(texts).tocsc()
    except ValueError:
        return sparse.csr_matrix((len(texts), 0))
    spread = np.asarray(rows.sum(axis=0)).ravel()
    kept = np.flatnonzero((spread >= 3) & (spread <= 0.9 * len(texts)))
    kept = np.sort(kept[np.argsort(-spread[kept], kind="stable")][:WORDS])
    return rows[:, kept].tocsr()


def _separated(rows: Any, labels: Any, folds: Any, sources: Sequence[str], seed: int) -> Separated:
    chances = out_of_fold(rows, labels, folds, sources, seed, nested=False)
    points = separation(chances, labels)
    chance = np.random.default_rng(seed)
    shuffled = []
    for _ in range(SHUFFLES):
        drawn = chance.permutation(labels)
        parts = folds_of(drawn, ["one"] * len(drawn), seed)
        shuffled.append(separation(out_of_fold(rows, drawn, parts, sources, seed, nested=False), drawn))
    low, high = _bootstrap(chances, labels, chance)
    return Separated(
        points=points,
        interval=Interval(low, high),
        columns=int(rows.shape[1]),
        chance=float(np.quantile(shuffled, 0.95)),
        p=float((1 + sum(one >= points for one in shuffled)) / (1 + SHUFFLES)),
    )


def _bootstrap(chances: Any, labels: Any, chance: np.random.Generator) -> tuple[float, float]:
    malicious, benign = np.flatnonzero(labels), np.flatnonzero(~labels)
    drawn = []
    for _ in range(500):
        at = np.concatenate([chance.choice(malicious, len(malicious)), chance.choice(benign, len(benign))])
        drawn.append(separation(chances[at], labels[at]))
    low, high = np.percentile(drawn, [2.5, 97.5])
    return float(low), float(high)
