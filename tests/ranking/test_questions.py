"""The graded questions are whole, and their halves are of one size."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.ranking import Placed, Question, line, questions
from paredown.model import Card

EVERY = tuple(questions())


def test_there_are_enough_questions_in_every_language_and_each_is_asked_once() -> None:
    assert {
        language: number >= 30 for language, number in Counter(one.language for one in EVERY).items()
    } == dict.fromkeys(("java", "kotlin", "python", "typescript"), True)
    assert max(Counter((one.language, one.ask) for one in EVERY).values()) == 1


def test_half_of_them_is_held_out_in_every_language() -> None:
    for language in {one.language for one in EVERY}:
        half = [one.held_out for one in EVERY if one.language == language]
        assert 0.3 < sum(half) / len(half) < 0.7


@pytest.mark.parametrize("question", EVERY, ids=lambda question: question.ask)
def test_a_question_is_plain_words_and_says_where_it_comes_from(question: Question) -> None:
    assert question.ask == question.ask.lower().strip()
    assert all(word.replace("-", "").isalnum() for word in question.ask.split())
    assert 1 < len(question.ask.split()) <= 10
    assert question.source.partition(",")[0] in ("README", "guide", "manual")
    assert question.accepted


def test_an_answer_counts_only_in_its_package_and_by_whole_names() -> None:
    question = Question("python", "send it", "app", "org.x:y", ("Client.send",), "guide, sending")

    def card(symbol: str, artifact: str) -> Card:
        return Card(symbol=symbol, signature="", kind="method", artifact=artifact, import_path="")

    assert question.accepts(card("m.Client.send", "pkg:maven/org.x/y@1"))
    assert not question.accepts(card("m.Client.send", "pkg:maven/org.x/z@1"))
    assert not question.accepts(card("m.MyClient.send", "pkg:maven/org.x/y@1"))


def test_the_figures_are_counts_and_a_mean() -> None:
    question = EVERY[0]
    said = line("all", [Placed(question, 1), Placed(question, 4), Placed(question, 0)])
    assert said.split() == ["all", "hit@1", "1", "of", "3", "hit@10", "2", "of", "3", "MRR", "0.417"]
