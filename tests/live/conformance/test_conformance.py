from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("mcp", reason="the `serve` extra is not installed")

from tests.live.conformance.suite import APPLY, DO_NOT_APPLY, Suite, served
from tests.serve.project import indexed

pytestmark = pytest.mark.live


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Suite:
    """The suite; `PAREDOWN_LIVE_CONFORMANCE` names a folder that keeps it between runs."""
    kept = os.environ.get("PAREDOWN_LIVE_CONFORMANCE")
    brought = Suite(Path(kept) if kept else tmp_path_factory.mktemp("suite"))
    if missing := brought.bring():
        pytest.skip(missing)
    return brought


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A server of a small project, indexed offline."""
    project = tmp_path_factory.mktemp("app")
    indexed(project, tmp_path_factory.mktemp("cache"))
    with served(project) as port:
        yield port


@pytest.mark.parametrize("scenario", APPLY)
def test_a_scenario_that_applies_passes(suite: Suite, port: int, scenario: str) -> None:
    outcome = suite.run(port, scenario)

    assert (outcome.failed, outcome.warned) == (0, 0), outcome.told
    assert outcome.passed > 0, outcome.told


def test_every_scenario_applies_or_says_why_not(suite: Suite) -> None:
    named = [*APPLY, *(name for names in DO_NOT_APPLY.values() for name in names)]

    assert sorted(named) == sorted(suite.scenarios())
