"""Which planted word gets through which control: the table is exact, so that none opens or closes unseen."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from paredown.serve.controls import CONTROLS
from tests.canary.planted import plant
from tests.canary.under_control import Row, table

DOCUMENTED = {"doccomment", "memberdoc", "deprecated", "jsdoc", "jsdocstring", "docstring", "attrdoc"}
"""Where a doc comment is written; every other place stays closed under every control."""


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    root, cache = tmp_path_factory.mktemp("planted"), tmp_path_factory.mktemp("cache")
    plant(root)
    environment = {**os.environ, "PAREDOWN_CACHE": str(cache)}
    environment.pop("VIRTUAL_ENV", None)
    command = [sys.executable, "-m", "paredown.cli", "index", "--offline", str(root)]
    subprocess.run(command, env=environment, check=True, capture_output=True)
    return table(root / ".paredown/index.sqlite", cache)


def through(rows: list[Row], control: str, model: str = "") -> set[str]:
    (row,) = [row for row in rows if (row.control, row.model) == (control, model)]
    return set(row.through)


def test_every_control_is_measured(rows: list[Row]) -> None:
    assert {row.control for row in rows} == {control.name for control in CONTROLS}
    assert all(row.bytes > 1_000 for row in rows)


@pytest.mark.parametrize("control", ["signature-only", "names-only"])
def test_a_control_without_prose_lets_nothing_through(rows: list[Row], control: str) -> None:
    assert through(rows, control) == set()


@pytest.mark.parametrize("model", ["honest", "talked over"])
def test_a_closed_schema_lets_nothing_through_whatever_its_model_says(rows: list[Row], model: str) -> None:
    assert through(rows, "closed-schema", model) == set()


def test_a_quotation_lets_through_what_doc_comments_say_and_nothing_else(rows: list[Row]) -> None:
    assert through(rows, "quoted") <= DOCUMENTED
    assert {"doccomment", "memberdoc", "jsdoc"} <= through(rows, "quoted")


def test_a_paraphrase_lets_through_nothing_of_an_honest_model_and_doc_comments_of_one_that_was_talked_over(
    rows: list[Row],
) -> None:
    assert through(rows, "paraphrased", "honest") == set()
    assert set() < through(rows, "paraphrased", "talked over") <= through(rows, "quoted")
