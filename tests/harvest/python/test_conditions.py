"""Definitions under a condition: what a caller gets on the interpreter that runs."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from paredown.harvest.python.conditions import Verdict, decide
from tests.harvest.python.made import module, read, stub

MINOR = sys.version_info.minor


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("sys.version_info >= (3, 8)", Verdict.YES),
        (f"sys.version_info < (3, {MINOR})", Verdict.NO),
        (f"sys.version_info[:2] == (3, {MINOR})", Verdict.YES),
        ("sys.version_info[0] == 2", Verdict.NO),
        ("sys.version_info.major == 3", Verdict.YES),
        ("(3, 0) <= sys.version_info", Verdict.YES),
        (f"sys.platform == {sys.platform!r}", Verdict.YES),
        (f"sys.platform != {sys.platform!r}", Verdict.NO),
        (f"sys.platform.startswith({sys.platform[:2]!r})", Verdict.YES),
        (f"os.name == {os.name!r}", Verdict.YES),
        ("not sys.version_info >= (3, 8)", Verdict.NO),
        ("sys.version_info >= (3, 8) and os.name == 'no such'", Verdict.NO),
        ("sys.version_info >= (3, 8) or anything", Verdict.YES),
        ("sys.version_info >= (3, 8) and anything", Verdict.OPEN),
        ("TYPE_CHECKING", Verdict.TYPING),
        ("typing.TYPE_CHECKING", Verdict.TYPING),
        ("not TYPE_CHECKING", Verdict.RUNNING),
        ("TYPE_CHECKING and sys.version_info < (3,)", Verdict.NO),
        ("__name__ == '__main__'", Verdict.NO),
        ("True", Verdict.YES),
        ("0", Verdict.NO),
        ("sys.version_info >= (3, 'x')", Verdict.OPEN),
        ("sys.version_info >= 3", Verdict.OPEN),
        ("HAS_THING", Verdict.OPEN),
        ("(" * 5_000, Verdict.OPEN),
        ("a" * 10_000, Verdict.OPEN),
        ("1if x else 2", Verdict.OPEN),
        ("x == '\\d'", Verdict.OPEN),
    ],
)
def test_a_condition_comes_to(condition: str, expected: Verdict) -> None:
    assert decide(condition, False) is expected


def test_in_a_stub_type_checking_is_true(tmp_path: Path) -> None:
    assert stub(tmp_path, "if TYPE_CHECKING:\n    a: int\nelse:\n    b: int\n").names == {"m:a"}


def test_only_the_branch_that_is_taken_is_read(tmp_path: Path) -> None:
    text = (
        "import sys\n"
        "if sys.version_info < (3, 0):\n    def old(): ...\n"
        "elif sys.version_info >= (3, 8):\n    def new(a): ...\n"
        "else:\n    def never(): ...\n"
    )

    assert module(tmp_path, text).signatures == ["new(a)"]


def test_what_runs_wins_over_what_a_type_checker_sees(tmp_path: Path) -> None:
    text = "if TYPE_CHECKING:\n    def f(a: int) -> int: ...\nelse:\n    def f(a): ...\n"

    assert module(tmp_path, text).signatures == ["f(a)"]


def test_of_an_import_that_may_fail_the_first_definition_wins(tmp_path: Path) -> None:
    text = "try:\n    import fast\n    def f(a): ...\nexcept ImportError:\n    def f(b): ...\n    def only(): ...\n"

    assert module(tmp_path, text).signatures == ["f(a)", "only()"]


def test_a_fallback_that_hides_a_foreign_import_is_not_public(tmp_path: Path) -> None:
    assert module(tmp_path, "try:\n    import yaml\nexcept ImportError:\n    yaml = None\n").entries == ()


def test_both_branches_of_an_open_condition_are_read_and_the_first_wins(tmp_path: Path) -> None:
    text = "if FAST:\n    def f(a): ...\n    def g(): ...\nelse:\n    def f(b): ...\n    def h(): ...\n"

    assert module(tmp_path, text).signatures == ["f(a)", "g()", "h()"]


def test_an_accelerator_that_cannot_be_read_gives_way_to_what_it_replaces(tmp_path: Path) -> None:
    text = "__all__ = ['f']\ndef f(a): ...\ntry:\n    from ._fast import f\nexcept ImportError:\n    pass\n"
    found = read(tmp_path, {"p/__init__.py": "", "p/m.py": text, "p/_fast.cpython-311-x86_64-linux-gnu.so": b"\x7fELF"})

    assert found.signatures == ["f(a)"]
    assert found.unread == ()


def test_members_under_a_condition_are_members(tmp_path: Path) -> None:
    text = "class A:\n    if TYPE_CHECKING:\n        a: int\n    if X:\n        def b(self): ...\n    try:\n        c = 1\n    finally:\n        d = 2\n"

    assert module(tmp_path, text).names == {"m:A", "m:A.a", "m:A.b", "m:A.c", "m:A.d"}


@pytest.mark.parametrize("stand_in", ["None", "Any"])
def test_what_stands_in_for_a_type_while_the_program_runs_is_no_name_of_the_module(
    stand_in: str, tmp_path: Path
) -> None:
    text = f"if TYPE_CHECKING:\n    from x import A\nelse:\n    A = B = {stand_in}\nclass C: pass\n"

    assert module(tmp_path, text).names == {"m:B", "m:C"}
