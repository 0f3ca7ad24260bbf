"""What narrow samples say of a price: the whole says the price, the narrow ones miss it, and a seed decides which."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("numpy", reason="the curve needs paredown[lab]")

from click.testing import CliRunner

from paredown.cli import paredown
from paredown.lab.corpus.opened import Corpus
from paredown.lab.curve.draw import WAYS, Point, advised, curve, sizes
from paredown.lab.price.priced import Cell, Priced


def clustered(libraries: int = 100, guilty: int = 5, size: int = 100) -> Priced:
    """Return a price that a few libraries pay alone: half of their rows, and none of any other's."""
    purls = [f"pkg:npm/l{number}@1" for number in range(libraries)]
    told = {purl: SimpleNamespace(ecosystem="npm", publisher=purl, declared=True) for purl in purls}
    priced = Priced("made", SimpleNamespace(libraries=told))  # type: ignore[arg-type]
    priced.of = Counter({Cell(purl, "typescript", "function"): size for purl in purls})
    priced.rejected = Counter({Cell(purl, "typescript", "function"): size // 2 for purl in purls[:guilty]})
    return priced


@pytest.mark.parametrize("by", WAYS)
def test_the_whole_corpus_says_the_price(by: str) -> None:
    last = curve(clustered(), by, seed=1, draws=200).points[-1]  # type: ignore[arg-type]

    assert last.rates == pytest.approx([0.025] * 5)
    assert (last.under_twofold, last.under_fivefold) == (0, 0)


def test_few_libraries_miss_what_few_libraries_pay() -> None:
    found = {point.size: point for point in curve(clustered(), "libraries", seed=1).points}

    # 15 of 100 libraries hold none of the 5 guilty ones in C(95,15)/C(100,15) = 43.6 % of draws.
    assert found[15].nothing == pytest.approx(0.436, abs=0.04)
    assert found[15].under_fivefold == found[15].nothing
    assert found[80].under_fivefold < 0.02


def test_as_many_rows_from_many_libraries_say_more_than_from_few() -> None:
    priced = clustered()
    by_documents = {point.size: point for point in curve(priced, "documents", seed=1).points}
    by_libraries = {point.size: point for point in curve(priced, "libraries", seed=1).points}

    assert by_documents[500].under_twofold < 0.1 < by_libraries[5].under_twofold


def test_a_seed_decides_and_another_rule_changes_nothing() -> None:
    assert curve(clustered(), "libraries", seed=1, draws=100) == curve(clustered(), "libraries", seed=1, draws=100)
    assert curve(clustered(), "libraries", seed=1, draws=100) != curve(clustered(), "libraries", seed=2, draws=100)


def test_the_size_that_is_advised_holds_for_every_larger_one() -> None:
    def point(size: int, under: float) -> Point:
        return Point(size, (0.0,) * 5, under, 0.0, 0.0)

    assert advised([point(1, 0.5), point(10, 0.01), point(20, 0.2), point(30, 0.05), point(40, 0.0)]) == 30
    assert advised([point(1, 0.5), point(2, 0.5)]) is None


def test_a_sample_is_never_larger_than_what_there_is() -> None:
    assert sizes(10) == [1, 2, 3, 5, 8, 10]
    assert sizes(0) == []


def test_the_command_draws_a_picture_and_says_how_wide_is_wide_enough(corpus: Corpus, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="a picture needs paredown[lab]")
    picture = tmp_path / "curve.svg"
    command = ["lab", "curve", "mention-of-sensitive-thing", "--corpus", str(corpus.folder), "--engine", "re"]
    ran = CliRunner().invoke(paredown, [*command, "--draws", "100", "-o", str(picture)])

    assert ran.exit_code == 0, ran.output
    assert "understating it twofold in at most 5% of draws takes" in ran.output
    assert picture.read_text().startswith("<?xml")


def test_a_picture_of_an_unknown_form_is_refused(corpus: Corpus, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="a picture needs paredown[lab]")
    command = ["lab", "curve", "long-name", "--corpus", str(corpus.folder), "--engine", "re", "--draws", "100"]
    ran = CliRunner().invoke(paredown, [*command, "-o", str(tmp_path / "curve.docx")])

    assert ran.exit_code == 1
    assert "a picture ends in" in str(ran.exception)
