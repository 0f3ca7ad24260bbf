"""What a price says: by publisher, kind and ecosystem, declared or not; and which rules have none."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from paredown.cli import paredown
from paredown.errors import BadConfiguration, BadRule, ExtraMissing
from paredown.gate.price import Share
from paredown.lab.corpus.opened import Corpus
from paredown.lab.evidence import Measured, Stamp
from paredown.lab.price.asked import exact, matching, named
from paredown.lab.price.by_daft import imported
from paredown.lab.price.by_re import ByRe
from paredown.lab.price.priced import Priced, price
from paredown.lab.price.told import percent
from paredown.lab.price.trial_run import try_out

OWN = 'parts = ["name"]\nscreen = "[Ss]ecret"\n\n\ndef check(text):\n    return "Secret" in text\n'


def alone(corpus: Corpus, slug: str) -> Priced:
    return price(corpus, [named(slug)], ByRe(), "library", together=False).priced[0]


def test_a_price_adds_up_whichever_way_it_is_cut(corpus: Corpus) -> None:
    one = alone(corpus, "long-name")

    for rows in (one.by_publisher, one.by(one.group), one.by(lambda cell: cell.kind), one.by(lambda cell: cell.purl)):
        assert Share(sum(r.share.rejected for r in rows), sum(r.share.of for r in rows)) == one.share
    assert one.share == Share(1, 10)
    assert one.declared == Share(1, 9)


def test_a_rule_on_documentation_is_priced_on_what_is_documented(corpus: Corpus) -> None:
    assert alone(corpus, "path-in-documentation").share == Share(1, 7)


def test_names_resolve_in_the_library_where_they_stand(corpus: Corpus) -> None:
    refused = alone(corpus, "directive-naming-nothing")

    assert {cell.purl for cell in refused.rejected} == {"pkg:npm/loud@1.0.0"}


def test_a_publisher_that_holds_most_of_what_is_rejected_is_warned_of(corpus: Corpus) -> None:
    assert alone(corpus, "reads-as-text").warnings == ["npm:loud holds 100% of what is rejected"]


def test_a_publisher_that_holds_most_of_the_rows_is_warned_of(corpus: Corpus) -> None:
    one = alone(corpus, "long-name")
    one.of.update({cell: 100 for cell in one.of if "gentle" in cell.purl})

    assert any("npm:gentle holds" in warning and "of the rows" in warning for warning in one.warnings)


@pytest.mark.parametrize(
    ("expression", "why"), [(r"\bkey", "word boundary"), ("(?i)key", "flags"), ("(a", "does not compile")]
)
def test_an_expression_that_engines_read_differently_has_no_price(expression: str, why: str) -> None:
    with pytest.raises(BadRule, match=why):
        matching(expression, ())


def test_a_dollar_sign_is_the_end_of_the_text_and_nothing_before_it() -> None:
    assert not exact("a$").search("a\n")
    assert exact("[$]").search("$")
    assert exact(r"\$x").search("$x")


def test_an_expression_that_explodes_has_no_price(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paredown.lab.price.trial_run.DEADLINE", 3.0)

    with pytest.raises(BadRule, match="doubles with every character"):
        try_out(corpus, matching("(a+)+b", ()))


def test_a_rule_that_raises_has_no_price(corpus: Corpus, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def check(text):\n    return text[99]\n")

    with pytest.raises(BadRule, match="raised on a row of pkg:npm/"):
        try_out(corpus, named(str(tmp_path / "mine.py")))
    with pytest.raises(BadRule, match="raised on 10 rows"):
        price(corpus, [named(str(tmp_path / "mine.py"))], ByRe(), "library", together=False)


@pytest.mark.parametrize("source", ["1/0", "x = 1", "def check(text", 'parts = ["colour"]\ndef check(t): return 1'])
def test_a_file_that_is_no_rule_says_why(tmp_path: Path, source: str) -> None:
    (tmp_path / "mine.py").write_text(source)

    with pytest.raises(BadRule, match=r"mine\.py: is not a rule"):
        named(str(tmp_path / "mine.py"))


def test_a_rule_over_signatures_and_prose_at_once_is_refused(corpus: Corpus) -> None:
    with pytest.raises(BadRule, match="price it as two rules"):
        price(corpus, [matching("x", ("signature", "prose"))], ByRe(), "library", together=False)


def test_an_unknown_rule_names_the_nearest() -> None:
    with pytest.raises(BadConfiguration, match="'long-name'"):
        named("long-nam")


def test_a_rule_of_ones_own_is_priced(corpus: Corpus, tmp_path: Path) -> None:
    (tmp_path / "says_config.py").write_text(OWN.replace("Secret", "Config").replace("[Ss]ecret", "[Cc]onfig"))
    spec = named(str(tmp_path / "says_config.py"))

    try_out(corpus, spec)
    assert spec.slug == "says-config"
    assert price(corpus, [spec], ByRe(), "library", together=False).priced[0].share == Share(2, 10)


def test_an_engine_that_is_not_installed_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "daft", None)

    with pytest.raises(ExtraMissing, match=r"paredown\[wide\]"):
        imported()


def test_few_cases_have_no_bare_percentage() -> None:
    assert percent(Share(2, 6)) == "2 of 6 (Wilson 10%-70%)"
    assert percent(Share(0, 6)) == "0 of 6 (Wilson 0%-39%)"


def test_a_figure_carries_its_stamp(corpus: Corpus) -> None:
    measured = Measured.rate(Share(1, 4), Stamp.of(corpus.digest, 7))

    assert (measured.value, measured.n, measured.stamp.corpus, measured.stamp.seed) == (0.25, 4, corpus.digest, 7)
    with pytest.raises(ValueError, match="both given"):
        Stamp(date="", tool="", harness="", corpus="", model="x")


def test_the_command_prints_the_price_its_stamp_and_the_breaches(corpus: Corpus) -> None:
    command = ["lab", "price", "long-name", "--corpus", str(corpus.folder), "--engine", "re"]
    ran = CliRunner().invoke(paredown, [*command, "--show", "3"])
    as_json = CliRunner().invoke(paredown, [*command, "--json"])

    assert ran.exit_code == 0, ran.output
    assert "1 of 10 (Wilson" in ran.output
    assert corpus.digest[:19] in ran.output
    assert "requiredSetupYouMustCop…" in ran.output
    told = json.loads(as_json.output)
    assert (told["rules"][0]["rejected"], told["stamp"]["corpus"]) == (1, corpus.digest)


def test_the_command_wants_a_rule(corpus: Corpus) -> None:
    ran = CliRunner().invoke(paredown, ["lab", "price", "--corpus", str(corpus.folder)])

    assert ran.exit_code == 2
    assert "--regex or --all" in ran.output
