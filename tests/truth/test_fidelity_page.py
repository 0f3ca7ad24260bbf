"""The page of the comparisons says what the committed rows say, and the comparator counts as it says it does."""

from __future__ import annotations

import importlib.util
from types import ModuleType

import pytest
from truth.compare import UNEXPLAINED, Claim, Compared, Difference, Fault, Part, Reason, Subject, compare, row

from tests.conftest import ROOT


@pytest.fixture(scope="module")
def script() -> ModuleType:
    path = ROOT / "scripts/fidelity_page.py"
    spec = importlib.util.spec_from_file_location("fidelity_page", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


KNOWN = Reason("known", Fault.CHOICE)


def compared(*, listed: tuple[str, ...]) -> Compared:
    claims = [
        Claim(Part.NAMES, frozenset({("m", "a"), ("m", "b", "a")})),
        Claim(Part.NAMES, frozenset({("m", "c")})),
        Claim(Part.MEMBERS, frozenset({("m", "a", "x")})),
    ]
    paths = {tuple(path.split()): Part.MEMBERS if path.endswith("x") else Part.NAMES for path in listed}

    def explain(difference: Difference) -> Reason:
        return KNOWN if difference.missed else UNEXPLAINED

    return compare(Subject("typescript", "an oracle", "m", "1"), claims, paths, explain, degraded=2)


def test_a_declaration_is_there_under_any_of_its_paths() -> None:
    found = compared(listed=("m b a", "m a x", "m d", "m c"))

    assert found.names == (2, 2, 3, 2)
    assert (found.names.recall, round(found.names.precision, 3), found.members.recall) == (1, 0.667, 1)
    assert [(d.path, reason) for d, reason in found.differences] == [(("m", "d"), UNEXPLAINED)]


def test_a_difference_is_ours_unless_a_class_says_otherwise() -> None:
    found = compared(listed=("m a", "m d"))

    assert sorted((d.missed, " ".join(d.path), r.text) for d, r in found.differences) == [
        (False, "m d", "unexplained"),
        (True, "m a x", "known"),
        (True, "m c", "known"),
    ]
    assert found.ours == 1


def test_a_row_becomes_a_line_that_rounds_down(script: ModuleType) -> None:
    page = script.page([row(compared(listed=("m a", "m a x")))])

    assert "| m 1 | 2 | 0.5000 | 1 | 1 | 1 | 1 | 2 | 0 |" in page
    assert "| known | a choice | missed | names | 1 | 1 | `m c` |" in page
    assert script.ratio(99_999, 100_000) == "0.9999"


def test_the_page_is_what_the_committed_rows_say(script: ModuleType) -> None:
    rows = script.kept()

    assert rows
    assert script.KEPT.read_text("utf-8") == script.written(rows)
    assert script.PAGE.read_text("utf-8") == script.page(rows)
