"""Which comments instruct, and what their instructions name; and the fault that once made a rule look dear."""

from __future__ import annotations

import json
from dataclasses import asdict

from click.testing import CliRunner

from paredown.cli import paredown
from paredown.gate.rules.directive_naming_nothing import references
from paredown.lab.corpus.opened import Corpus
from paredown.lab.price.asked import named
from paredown.lab.price.by_re import ByRe
from paredown.lab.price.priced import price
from paredown.lab.prose.agents import AgentFiles, text_lines
from paredown.lab.prose.measure import Directives, Without, capitals, measure

NOTHING: frozenset[str] = frozenset()


def counted(text: str, own: set[str] | frozenset[str] = NOTHING, others: frozenset[str] = NOTHING) -> Directives:
    found = Directives()
    found.add(text, own, others, others)
    return found


def test_a_capitalised_first_word_is_no_reference_to_code() -> None:
    sentence = "Cancel the subscription before you call it."

    assert references(sentence) == []
    assert capitals(sentence) == ["cancel"]


def test_reading_capitals_as_code_makes_the_rule_dearer_than_it_is() -> None:
    found = counted("Cancel the subscription; you must not keep it.")

    assert (found.comments_with, found.naming, found.breached) == (1, 0, 0)
    assert found.breached_by_capitals == 1


def test_a_directive_resolves_in_its_own_library_in_another_or_nowhere() -> None:
    assert counted("Use `newBuilder()` instead.", {"newbuilder"}).own == 1
    assert counted("Use `newBuilder()` instead.", NOTHING, frozenset({"newbuilder"})).every == 1
    lost = counted("You must call uploadSecrets() first.", {"newbuilder"})
    assert (lost.naming, lost.own, lost.every, lost.breached) == (1, 0, 0, 1)


def test_a_plain_comment_counts_its_lines_and_nothing_else() -> None:
    assert asdict(counted("Returns the sum.\n\nOf all.")) == {**asdict(Directives()), "comments": 1, "lines": 2}


def test_a_name_that_only_the_comments_own_library_declares_is_not_anothers() -> None:
    others = Without({"mine": 1, "both": 2, "theirs": 1}, frozenset({"mine", "both"}))

    assert set(others) == {"both", "theirs"}
    assert len(others) == 2


def test_the_rule_refuses_as_many_comments_as_its_price_says(corpus: Corpus) -> None:
    found = measure(corpus, seed=1)["all"]
    priced = price(corpus, [named("directive-naming-nothing")], ByRe(), "library", together=False).priced[0]

    assert found.comments == corpus.manifest.total.docs == 7
    assert found.breached == priced.share.rejected == 1
    assert found.breached_by_capitals > found.breached


def test_a_line_of_code_in_a_file_for_agents_is_not_a_line_of_text() -> None:
    text = "# Use it\n\n```ts\nuse(1) // you must\n```\nAlways call `begin()`.\n~~~\nnever\n~~~\n"

    assert text_lines(text) == ["# Use it", "Always call `begin()`."]
    found = AgentFiles()
    found.add(text, frozenset({"begin"}), NOTHING)
    assert (found.files, found.lines, found.directives, found.own) == (1, 2, 2, 1)


def test_the_command_gives_every_share_with_its_counts(corpus: Corpus) -> None:
    ran = CliRunner().invoke(paredown, ["lab", "prose", "--corpus", str(corpus.folder), "--json"])

    assert ran.exit_code == 0, ran.output
    told = json.loads(ran.output)
    assert told["comments"]["all"]["directives that name code, none of it their own"] == [1, 7]
    assert told["stamp"]["corpus"] == corpus.digest
