"""The price of a rule by library -> what samples of every size would have said of it, drawn many times with a seed.

Three ways to be narrow: so many documents of the whole corpus, so many libraries with all they hold, so many publishers
with all of theirs. Documents are drawn as if they were independent; libraries and publishers come whole, and so differ
as much as libraries do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from paredown.errors import ExtraMissing
from paredown.gate.price import Share
from paredown.lab.price.priced import Priced

By = Literal["documents", "libraries", "publishers"]
WAYS: tuple[By, ...] = ("documents", "libraries", "publishers")
SIZES = (1, 2, 3, 5, 8, 12, 15, 20, 30, 50, 80, 120, 200, 300, 500, 800, 1_200, 2_000, 5_000, 10_000, 30_000, 100_000)
DRAWS = 2_000
BANDS = (2.5, 25.0, 50.0, 75.0, 97.5)
RISK = 0.05
"""How often a sample that is wide enough may still understate the price by half."""


class Point(NamedTuple):
    """Samples of one size: their rates at `BANDS`; how often one was below a half or a fifth of the price, or zero."""

    size: int
    rates: tuple[float, ...]
    under_twofold: float
    under_fivefold: float
    nothing: float


class Curve(NamedTuple):
    """One rule, drawn one way: the price, the points, and the least size that seldom understates it twofold."""

    slug: str
    by: By
    price: Share
    population: int
    points: tuple[Point, ...]
    advised: int | None


def curves(priced: Priced, seed: int, draws: int = DRAWS) -> list[Curve]:
    """Return the curves of one price, a way each; raises `ExtraMissing`."""
    return [curve(priced, by, seed, draws) for by in WAYS]


def curve(priced: Priced, by: By, seed: int, draws: int = DRAWS) -> Curve:
    """Return the curve of one price, drawn one way."""
    numpy = imported()
    # A draw of its own for each rule and way: a rule more or less on the command line changes no other's curve.
    random = numpy.random.default_rng([seed, *f"{priced.slug} {by}".encode()])
    price = priced.share
    groups = grouped(priced, by)
    population = price.of if by == "documents" else len(groups)
    points = []
    for size in sizes(population):
        if by == "documents":
            hits = random.hypergeometric(price.rejected, price.of - price.rejected, size, draws)
            rates = hits / size
        else:
            rates = whole_groups(numpy, random, groups, size, draws)
        points.append(point(numpy, size, rates, price.rate))
    return Curve(priced.slug, by, price, population, tuple(points), advised(points))


def grouped(priced: Priced, by: By) -> list[Share]:
    """Return the price by library or by publisher."""
    of: Counter[str] = Counter()
    rejected: Counter[str] = Counter()
    for cell, count in priced.of.items():
        of[cell.purl if by == "libraries" else priced.publisher(cell)] += count
    for cell, count in priced.rejected.items():
        rejected[cell.purl if by == "libraries" else priced.publisher(cell)] += count
    return [Share(rejected[name], of[name]) for name in sorted(of)]


def sizes(population: int) -> list[int]:
    """Return the sizes that a sample of the population may have, the whole of it last."""
    return [*(size for size in SIZES if size < population), population] if population else []


def whole_groups(numpy: Any, random: Any, groups: Sequence[Share], size: int, draws: int) -> Any:
    """Return the pooled rate of `draws` samples of `size` groups, each drawn without repetition."""
    rejected = numpy.array([one.rejected for one in groups])
    of = numpy.array([one.of for one in groups])
    rates = numpy.empty(draws)
    for draw in range(draws):
        chosen = random.choice(len(groups), size, replace=False, shuffle=False)
        rates[draw] = rejected[chosen].sum() / of[chosen].sum()
    return rates


def point(numpy: Any, size: int, rates: Any, price: float) -> Point:
    """Return what samples of one size say, against the price of the whole."""
    return Point(
        size,
        tuple(float(rate) for rate in numpy.percentile(rates, BANDS)),
        float((rates < price / 2).mean()),
        float((rates < price / 5).mean()),
        float((rates == 0).mean()),
    )


def advised(points: Sequence[Point]) -> int | None:
    """Return the least size from which on a sample understates the price twofold in at most `RISK` of draws."""
    enough = None
    for one in reversed(points):
        if one.under_twofold > RISK:
            break
        enough = one.size
    return enough


def imported() -> Any:
    """Return `numpy`; raises `ExtraMissing`."""
    try:
        import numpy
    except ImportError as error:
        raise ExtraMissing("the curve", "draws with NumPy: install paredown[lab]") from error
    return numpy
