"""What every test may ask for, and which tests only run when they are asked for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent
ASKED_FOR = ("network", "live", "truth")
"""Marks of tests that need more than this repository: each has a flag, and `-m` reaches them too."""

# A loaded machine is slow and not wrong; continuous integration sees the same examples every time.
settings.register_profile(
    "paredown", deadline=None, derandomize="CI" in os.environ, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("paredown")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("paredown")
    group.addoption("--network", action="store_true", help="also run what brings packages with npm or pip")
    group.addoption("--live", action="store_true", help="also run what starts a real client program")
    group.addoption("--truth", action="store_true", help="also run the comparisons with listings written by others")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    expression = config.getoption("markexpr")
    closed = {mark for mark in ASKED_FOR if not config.getoption(mark) and mark not in expression}
    left_out = [item for item in items if any(item.get_closest_marker(mark) for mark in closed)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of this repository."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real projects and reference listings, which is not part of this repository."""
    named = os.environ.get("PAREDOWN_SHARED")
    for folder in [Path(named)] if named else [above / "shared" for above in ROOT.parents]:
        if (folder / "projects").is_dir():
            return folder
    pytest.skip("no folder `shared` with real projects beside this repository (PAREDOWN_SHARED names one)")
