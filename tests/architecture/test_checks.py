"""The checks that `make check` runs: each one fails when it should."""

from __future__ import annotations

from pathlib import Path

import pytest
from architecture.source import copy, plant, run

TYPES = [
    ("def f(x):\n    return x", "no-untyped-def"),
    ("def f() -> int:\n    return 'x'", "return-value"),
    ("from paredown.model import Prose\ntext: str = Prose('x')", "assignment"),
    ("from paredown.model import Card\nCard(symbol='', signature='', kind='', artifact='', prose='')", "call-arg"),
]
LINT = [
    ("print(1)", "T201"),
    ("def f(a=[]):\n    return a", "B006"),
    ("def f():\n    try:\n        g()\n    except Exception:\n        pass", "S110"),
    ("import os", "F401"),
    ("def public():\n    return 1", "D103"),
    ("import subprocess\nsubprocess.run('ls', shell=True)", "S602"),
]


def test_mypy_refuses_each_planted_fault(tmp_path: Path) -> None:
    root = copy(tmp_path)
    for number, (text, _) in enumerate(TYPES):
        plant(root, f"paredown/names/planted_{number}.py", f'"""Planted."""\n{text}')

    ran = run("mypy", *(f"src/paredown/names/planted_{n}.py" for n in range(len(TYPES))), cwd=root)

    assert ran.code == 1
    for number, (_, code) in enumerate(TYPES):
        lines = [line for line in ran.output.splitlines() if f"planted_{number}.py" in line]
        assert any(f"[{code}]" in line for line in lines), ran.output


@pytest.mark.parametrize(("text", "code"), LINT)
def test_ruff_refuses_each_planted_fault(tmp_path: Path, text: str, code: str) -> None:
    root = copy(tmp_path)
    plant(root, "paredown/names/planted.py", f'"""Planted."""\n\n{text}')

    ran = run("ruff", "check", "--no-cache", "--output-format", "concise", "src", cwd=root)

    assert ran.code == 1
    assert f" {code} " in ran.output


def test_ruff_refuses_an_unformatted_file(tmp_path: Path) -> None:
    root = copy(tmp_path)
    plant(root, "paredown/names/planted.py", "x = {  'a':1 }")

    ran = run("ruff", "format", "--no-cache", "--check", "src", cwd=root)

    assert ran.code == 1
    assert "planted.py" in ran.output
