"""Manifests and lock files of real projects: what they pin, and what their targets use."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.resolve.swiftpm.made import graph


@pytest.mark.parametrize(
    ("project", "dev", "expected"),
    [
        ("swift-package-index-server", False, ("Package.resolved v3", 20, 71, 0)),
        ("swift-package-index-server", True, ("Package.resolved v3", 21, 71, 0)),
        ("swift-composable-architecture", False, ("Package.resolved v3", 13, 17, 0)),
        ("swift-composable-architecture", True, ("Package.resolved v3", 14, 17, 0)),
        ("xcodegen", False, ("Package.resolved v2", 8, 10, 0)),
        ("droidkaigi-2024", False, ("Package.resolved v3", 3, 28, 0)),
    ],
)
def test_real_projects_are_read(
    shared: Path, tmp_path: Path, project: str, dev: bool, expected: tuple[str, int, int, int]
) -> None:
    shutil.copytree(shared / "projects" / project, tmp_path / project)
    found = graph(tmp_path / project, dev=dev)

    assert (found.source, found.declared, found.resolved, len(found.unresolved)) == expected
    assert len(found.unread) == found.resolved
