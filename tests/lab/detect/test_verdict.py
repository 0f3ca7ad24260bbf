"""Outcomes and their sums: every skill lands in exactly one column, and no verdict is a column of its own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paredown.lab.detect.skill import Label
from paredown.lab.detect.verdict import Outcome, Signal, Tally, Verdict, outcome, silent, spoken


@pytest.mark.parametrize(
    ("label", "flagged", "column"),
    [
        (Label.MALICIOUS, True, Outcome.CAUGHT),
        (Label.MALICIOUS, False, Outcome.MISSED),
        (Label.BENIGN, True, Outcome.FALSE_ALARM),
        (Label.BENIGN, False, Outcome.LEFT_ALONE),
        (Label.MALICIOUS, None, Outcome.NO_VERDICT),
        (Label.BENIGN, None, Outcome.NO_VERDICT),
    ],
)
def test_a_label_and_a_verdict_make_one_outcome(label: Label, flagged: bool | None, column: Outcome) -> None:
    assert outcome(label, flagged) is column


@given(st.lists(st.tuples(st.sampled_from(Label), st.sampled_from([True, False, None]))))
def test_the_columns_sum_to_all_skills(pairs: list[tuple[Label, bool | None]]) -> None:
    tally = Tally.of(pairs)

    assert tally.n == len(pairs)
    assert tally.recall.of + tally.alarms.of + tally.no_verdict == len(pairs)


def test_a_detector_that_objects_to_everything_separates_nothing() -> None:
    assert Tally.of([(Label.MALICIOUS, True), (Label.BENIGN, True)]).separation == 0


def test_the_points_of_the_findings_are_what_their_counts_say() -> None:
    unconfigured = Tally(caught=64, missed=27, false_alarm=46, left_alone=4, no_verdict=0)
    scanner = Tally(caught=29, missed=62, false_alarm=8, left_alone=42, no_verdict=0)

    assert round(unconfigured.separation, 1) == -21.7
    assert round(scanner.separation, 1) == 15.9


def test_signals_are_counted_by_rule_and_made_safe_to_show() -> None:
    verdict = spoken(["S102", "S102", "a\x1b[31m" + "x" * 200])

    assert verdict.flagged is True
    assert verdict.signals[0] == Signal("S102", 2)
    assert "\x1b" not in verdict.signals[1].rule
    assert len(verdict.signals[1].rule) == 80


def test_no_verdict_says_why_and_a_verdict_does_not() -> None:
    assert silent("no key").flagged is None
    with pytest.raises(ValueError, match="says why"):
        Verdict(flagged=None)
    with pytest.raises(ValueError, match="says why"):
        Verdict(flagged=False, why="no key")
