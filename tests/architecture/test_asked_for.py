"""Which tests run by themselves: those that need the network or other programs only run when they are asked for."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from architecture.source import ROOT

MARKED = """
import pytest

def test_plain(): pass
@pytest.mark.network
def test_network(): pass
@pytest.mark.live
def test_live(): pass
@pytest.mark.truth
def test_truth(): pass
@pytest.mark.truth
@pytest.mark.network
def test_both(): pass
"""


@pytest.mark.parametrize(
    ("asked", "run"),
    [
        ([], ["plain"]),
        (["--network"], ["plain", "network"]),
        (["--truth"], ["plain", "truth"]),
        (["--truth", "--network"], ["plain", "network", "truth", "both"]),
        (["-m", "live"], ["live"]),
        (["-m", "network or live"], ["network", "live"]),
        (["--truth", "-m", "truth"], ["truth"]),
    ],
)
def test_only_what_is_asked_for_runs(tmp_path: Path, asked: list[str], run: list[str]) -> None:
    shutil.copy(ROOT / "tests/conftest.py", tmp_path)
    (tmp_path / "test_marked.py").write_text(MARKED)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n    network\n    live\n    truth\n")

    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--collect-only", *asked]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    found = [line.rpartition("test_")[2] for line in done.stdout.splitlines() if "::" in line]
    assert found == run, done.stdout + done.stderr
