"""The pages of the catalogue say what the code and the prices say, and every rule has one."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from paredown.gate import CATALOGUE
from paredown.model import Rule
from paredown.report.rule import HEADINGS, doc_of, page


def test_the_pages_are_those_that_the_script_writes(repository: Path) -> None:
    written = runpy.run_path(str(repository / "scripts/rule_pages.py"))["pages"]()
    found = {path.name: path.read_text("utf-8") for path in (repository / "docs/rules").iterdir()}

    assert found == written, "run `python scripts/rule_pages.py`"


@pytest.mark.parametrize("rule", CATALOGUE, ids=lambda rule: rule.slug)
def test_every_rule_says_what_it_bounds_why_and_at_which_price(rule: Rule) -> None:
    doc = doc_of(rule)

    assert tuple(doc.sections) == HEADINGS
    assert all(doc.sections.values())
    assert doc.title.endswith(".")
    assert "\n" not in doc.title
    assert page(rule).startswith(f"# {rule.slug}\n")


def test_a_page_gives_each_corpus_with_its_stamp() -> None:
    told = page(CATALOGUE[0])

    assert "95 % interval" in told
    assert "corpus `sha256:" in told
