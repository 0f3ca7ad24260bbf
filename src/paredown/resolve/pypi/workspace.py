"""The globs of `[tool.uv.workspace]` -> the folders of its members, bounded and never outside the project."""

from __future__ import annotations

import os
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from paredown.errors import UnreadableProject
from paredown.resolve.project_file import ProjectFile
from paredown.resolve.pypi.reading import Table, text_of, toml_of

SKIPPED = frozenset({"node_modules", "__pycache__", "site-packages"})
MAX_FOLDERS = 20_000
"""Folders that one workspace's globs may visit."""


def members_of(pyproject: ProjectFile) -> tuple[str, ...]:
    """Return the member folders, relative and sorted, without the root; empty when the file cannot be read."""
    try:
        if "workspace" not in text_of(pyproject):
            return ()
        return globbed(pyproject.root, toml_of(pyproject).at("tool", "uv", "workspace"))
    except UnreadableProject:
        # Whoever resolves reads the file again and says why; finding files stays quiet.
        return ()


def globbed(root: Path, workspace: Table) -> tuple[str, ...]:
    """Return the folders below `root` that hold a pyproject.toml and that `members` names and `exclude` does not."""
    budget = iter(range(MAX_FOLDERS))
    excluded = {folder for glob in workspace.texts("exclude") for folder in _expand(root, glob, budget)}
    found = {folder for glob in workspace.texts("members") for folder in _expand(root, glob, budget)}
    return tuple(
        sorted(
            folder
            for folder in found - excluded
            if folder and os.path.isfile(root / folder / "pyproject.toml") and _inside(root, folder)
        )
    )


def _expand(root: Path, glob: str, budget: Iterator[int]) -> Iterator[str]:
    """Yield the folders that `glob` matches; `**` is any number of folders, hidden ones are never entered."""
    parts = tuple(part for part in glob.split("/") if part not in ("", "."))
    if ".." in parts or glob.startswith("/"):
        return
    seen: set[tuple[str, tuple[str, ...]]] = set()
    pending = [("", parts)]
    while pending:
        state = pending.pop()
        folder, rest = state
        if state in seen or next(budget, None) is None:
            continue
        seen.add(state)
        if not rest:
            yield folder
            continue
        first, after = rest[0], rest[1:]
        if first == "**":
            pending.append((folder, after))
            pending += [(below, rest) for below in _folders(root, folder, "*")]
        else:
            pending += [(below, after) for below in _folders(root, folder, first)]


def _folders(root: Path, folder: str, pattern: str) -> list[str]:
    try:
        entries = list(os.scandir(root / folder))
    except OSError:
        return []
    return [
        f"{folder}/{entry.name}" if folder else entry.name
        for entry in entries
        if entry.name not in SKIPPED
        and not entry.name.startswith(".")
        and fnmatchcase(entry.name, pattern)
        and entry.is_dir(follow_symlinks=False)
    ]


def _inside(root: Path, folder: str) -> bool:
    top = os.path.realpath(root)
    return os.path.realpath(root / folder).startswith(top.rstrip(os.sep) + os.sep)
