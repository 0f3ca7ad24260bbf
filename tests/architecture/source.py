"""The source tree as its own tests read it: every module parsed, and copies in which a violation is planted."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]


class Module(NamedTuple):
    """One module: its dotted name, its file and its syntax."""

    name: str
    path: Path
    tree: ast.Module


@cache
def modules(root: Path = ROOT) -> tuple[Module, ...]:
    """Return every module below `root/src`, parsed once: plant a violation before, not after."""
    return tuple(
        Module(dotted(path.relative_to(root / "src")), path, ast.parse(path.read_bytes(), path.name))
        for path in sorted((root / "src").rglob("*.py"))
    )


def dotted(path: Path) -> str:
    """Return the name under which the module at `path` is imported."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def copy(folder: Path) -> Path:
    """Return a copy, in `folder`, of what the checks read: a place to plant a violation."""
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def plant(root: Path, module: str, text: str) -> None:
    """Append `text` to a module of a copy, which may be new."""
    path = root / "src" / module
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(f"\n{text}\n")


class Ran(NamedTuple):
    """What a tool answered."""

    code: int
    output: str


def run(*command: str, cwd: Path) -> Ran:
    """Run a tool of this environment in `cwd`, over the sources there."""
    program = Path(sys.executable).with_name(command[0])
    done = subprocess.run(
        [program, *command[1:]],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(cwd / "src")},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    return Ran(done.returncode, done.stdout + done.stderr)


def tracked(root: Path = ROOT) -> list[Path]:
    """Return every file that is, or would be, committed."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    done = subprocess.run(command, cwd=root, capture_output=True, check=True)
    return [path for name in done.stdout.decode().split("\0") if name and (path := root / name).is_file()]
