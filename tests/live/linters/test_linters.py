from __future__ import annotations

import os
from pathlib import Path

import pytest

from paredown.export import Extent, linter_named
from tests.live.linters.measure import Run, measure
from tests.live.linters.page import extent, written
from tests.live.linters.programs import EXPORTED, PROGRAMS, Program
from tests.live.linters.toolbox import Toolbox

pytestmark = pytest.mark.live


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, ...]:
    """Every linter on every spec; `PAREDOWN_LIVE_LINTERS` names a folder that keeps the linters between runs."""
    if missing := Toolbox.missing():
        pytest.skip(missing)
    kept = os.environ.get("PAREDOWN_LIVE_LINTERS")
    return measure(Path(kept) if kept else tmp_path_factory.mktemp("linters"))


def ours(runs: tuple[Run, ...], program: Program) -> Run:
    return next(run for run in runs if run.program == program and run.configuration == EXPORTED)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.title)
def test_no_export_refuses_a_name_within_bounds(runs: tuple[Run, ...], program: Program) -> None:
    assert [v.sample.case for v in ours(runs, program).verdicts if v.sample.section == "within" and v.flagged] == []


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.title)
def test_an_export_catches_every_breach_of_a_rule_that_it_says_it_expresses(
    runs: tuple[Run, ...], program: Program
) -> None:
    linter = linter_named(program.slug)
    breaches = [v for v in ours(runs, program).verdicts if v.sample.section == "breach"]

    whole = [v for v in breaches if extent(linter, v.sample.rule) is Extent.WHOLE]
    assert [v.sample for v in whole if not v.flagged] == []
    # What is caught is named for its rule, but by linters whose naming rules take one pattern for all.
    assert [v.sample for v in breaches if v.by_its_rule and extent(linter, v.sample.rule) is Extent.NONE] == []


def test_the_page_says_what_was_measured(runs: tuple[Run, ...], repository: Path) -> None:
    assert (repository / "docs/linters.md").read_text("utf-8") == written(runs)
