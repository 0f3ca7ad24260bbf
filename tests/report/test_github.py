"""An annotation is one line, and nothing in a name ends it or begins another."""

from __future__ import annotations

from made import artifact, entry
from report.checks import checked, remark

from paredown.report.github import github


def test_a_breach_is_one_annotation_of_the_lock_file() -> None:
    told = github(checked(remark(entry("evil", "copyConfigDotEnv"), artifact("evil"))))

    assert told.splitlines() == [
        "::error file=package-lock.json,line=7,title=paredown%3A spelled-punctuation::"
        "evil 1.0.0: evil.copyConfigDotEnv: punctuation spelled out between words",
        "1 breach in 10 entries: spelled-punctuation 1",
    ]


def test_what_a_third_party_wrote_ends_no_command() -> None:
    hostile = "a\n::error::b\r%0Ac"
    told = github(
        checked(remark(entry("evil", hostile, signature="x(): void"), artifact("evil"), path="x,line=1:\n.json"))
    )
    lines = told.splitlines()

    assert len(lines) == 2
    assert lines[0].count("::error") == 2
    assert lines[0].startswith("::error file=x%2Cline=1%3A%0A.json,line=7,")
    assert "%250Ac" in lines[0]


def test_no_breach_is_no_annotation() -> None:
    assert github(checked()) == "0 breaches in 10 entries"
