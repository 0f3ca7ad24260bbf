"""Lock files of real projects: the closure is as large as the clients say."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from paredown.resolve.graph import Graph
from tests.resolve.npm.made import graph


@pytest.fixture
def copied(shared: Path, tmp_path: Path) -> Path:
    for name in ("http-server", "axios", "cypress-realworld-app", "full-stack-fastapi-template", "warehouse"):
        shutil.copytree(shared / "projects" / name, tmp_path / name)
    return tmp_path


def counts(found: Graph) -> tuple[str, int, int, int]:
    return found.source, found.declared, found.resolved, len(found.unresolved)


@pytest.mark.parametrize(
    ("project", "dev", "expected"),
    [
        ("http-server", False, ("package-lock.json v2", 14, 48, 0)),
        ("http-server", True, ("package-lock.json v2", 20, 605, 0)),
        ("axios", False, ("package-lock.json v2", 3, 8, 0)),
        ("cypress-realworld-app", False, ("yarn.lock v1", 50, 490, 0)),
        ("cypress-realworld-app", True, ("yarn.lock v1", 129, 1664, 0)),
        ("full-stack-fastapi-template", False, ("package.json", 0, 0, 33)),
        ("warehouse", True, ("package.json", 0, 0, 49)),
    ],
)
def test_real_lock_files_are_read(copied: Path, project: str, dev: bool, expected: tuple[str, int, int, int]) -> None:
    assert counts(graph(copied / project, dev=dev)) == expected
