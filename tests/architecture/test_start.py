"""What starts with the command: nothing heavy is imported before a command runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from architecture.source import ROOT, copy, plant

HEAVY = {
    "anyio",
    "asyncio",
    "ast_grep_py",
    "daft",
    "email",
    "html",
    "http",
    "importlib.metadata",
    "matplotlib",
    "mcp",
    "msgpack",
    "numpy",
    "multiprocessing",
    "packageurl",
    "packaging",
    "pip_requirements_parser",
    "pyarrow",
    "ray",
    "scipy",
    "sklearn",
    "platformdirs",
    "pydantic",
    "rich",
    "snowballstemmer",
    "sqlite3",
    "tarfile",
    "tree_sitter",
    "yaml",
    "zipfile",
}
OURS = ("paredown.cli", "paredown.errors")
"""The rooms of paredown itself that help needs."""
LINE = re.compile(r"^import time: +\d+ \| +\d+ \| +(\S+)$", re.MULTILINE)


def imported(*arguments: str, root: Path = ROOT) -> set[str]:
    """Return every module that `paredown` imports with these arguments."""
    start = f"import sys; sys.argv = ['paredown', *{list(arguments)!r}]; from paredown.cli import main; main()"
    environment = {**os.environ, "PYTHONPATH": str(root / "src")}
    command = [sys.executable, "-X", "importtime", "-c", start]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "paredown" in done.stdout
    return set(LINE.findall(done.stderr))


def test_help_imports_nothing_heavy() -> None:
    found = imported("--help")

    assert found & HEAVY == set()
    assert {name for name in found if name.startswith("paredown.") and not name.startswith(OURS)} == set()


def test_the_help_of_a_command_imports_nothing_heavy() -> None:
    assert imported("index", "--help") & HEAVY == set()


def test_the_version_imports_nothing_heavy() -> None:
    assert imported("--version") & HEAVY == set()


def test_a_heavy_import_is_seen(tmp_path: Path) -> None:
    root = copy(tmp_path)
    plant(root, "paredown/errors.py", "import sqlite3")

    assert imported("--help", root=root) & HEAVY == {"sqlite3"}
