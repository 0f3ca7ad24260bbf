"""docs/linters.md tells of every linter, every rule and every case that there is now."""

from __future__ import annotations

import re
from pathlib import Path

from paredown.export import LINTERS, Extent, linter_named
from paredown.gate import ADOPTED
from tests.live.linters.programs import EXPORTED, PROGRAMS
from tests.live.linters.sources import Sample, samples

PAGE = Path(__file__).parents[2] / "docs/linters.md"
RULES = [rule.slug for rule in ADOPTED]
SHOWN = [each for each in samples() if isinstance(each, Sample)]


def rows(title: str) -> list[list[str]]:
    """Return the rows of the table below a title, its head first."""
    section = PAGE.read_text("utf-8").split(f"\n## {title}\n")[1].split("\n## ")[0]
    table = [line.strip("|").split(" | ") for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in table if not row[0].startswith("---")]


def test_the_table_has_a_row_for_every_linter_and_a_column_for_every_rule() -> None:
    head, *lines = rows("Breaches caught")

    assert head[2:] == RULES
    assert [row[:2] for row in lines] == [[p.title, c] for p in PROGRAMS for c in (*p.stock, EXPORTED)]
    assert {program.slug for program in PROGRAMS} == {linter.slug for linter in LINTERS}


def test_every_cell_counts_the_breaches_that_the_specs_have_now() -> None:
    _, *lines = rows("Breaches caught")
    languages = {program.title: program.languages for program in PROGRAMS}
    for title, configuration, *cells in lines:
        for rule, cell in zip(RULES, cells, strict=True):
            now = [s for s in SHOWN if (s.rule, s.section) == (rule, "breach") and s.language in languages[title]]
            told = int((re.findall(r"\d+", cell) or ["0"])[-1])
            assert told == len(now), f"{title}, {configuration}, {rule}: measure anew (tests/live/linters/measure.py)"


def test_a_cell_says_cannot_where_the_export_does() -> None:
    _, *lines = rows("Breaches caught")
    slugs = {program.title: program.slug for program in PROGRAMS}
    for title, configuration, *cells in lines:
        linter = linter_named(slugs[title])
        extents = {each.rule: each.extent for each in linter.coverage}
        for rule, cell in zip(RULES, cells, strict=True):
            if configuration == EXPORTED and cell != "·":
                assert cell.startswith("cannot") == (extents[rule] is Extent.NONE), f"{title}, {rule}"


def test_no_export_refused_a_name_within_bounds() -> None:
    _, *lines = rows("Names within bounds that were refused")

    assert [row for row in lines if row[1] == EXPORTED and row[2] != "0"] == []


def test_a_whole_rule_was_caught_whole() -> None:
    _, *lines = rows("Breaches caught")
    slugs = {program.title: program.slug for program in PROGRAMS}
    for title, configuration, *cells in lines:
        extents = {each.rule: each.extent for each in linter_named(slugs[title]).coverage}
        for rule, cell in zip(RULES, cells, strict=True):
            if configuration == EXPORTED and cell != "·" and extents[rule] is Extent.WHOLE:
                caught, of = re.findall(r"\d+", cell)
                assert caught == of, f"{title}, {rule}"
