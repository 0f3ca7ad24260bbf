from __future__ import annotations

import importlib.util
import json
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from paredown import __version__
from paredown.connect import host_named
from paredown.serve.tools import TOOLS


@pytest.fixture(scope="module")
def release(repository: Path) -> ModuleType:
    """The release script, as a module."""
    spec = importlib.util.spec_from_file_location("release", repository / "scripts/release.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["release"] = module
    spec.loader.exec_module(module)
    return module


def test_every_released_file_is_what_the_script_would_write(release: ModuleType, repository: Path) -> None:
    drifted = [
        path
        for path, text in release.files().items()
        if not (repository / path).is_file() or (repository / path).read_text("utf-8") != text
    ]

    assert drifted == [], "run scripts/release.py"


def test_nothing_lies_in_the_plugin_folders_that_the_script_does_not_write(
    release: ModuleType, repository: Path
) -> None:
    there = {path.relative_to(repository).as_posix() for path in (repository / "plugins").rglob("*") if path.is_file()}

    assert there - set(release.files()) == {"plugins/skill.md"}


def test_the_registry_manifest_keeps_to_the_bounds_of_its_schema(release: ModuleType) -> None:
    manifest: dict[str, Any] = release.registered()

    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", manifest["name"])
    assert 1 <= len(manifest["description"]) <= 100
    (package,) = manifest["packages"]
    assert {"registryType", "identifier", "version", "transport"} <= set(package)
    assert manifest["version"] == package["version"] == __version__
    assert package["runtimeArguments"][0]["value"].endswith(f"=={__version__}")
    assert "registryBaseUrl" not in package


def test_a_plugin_runs_the_hook_that_connect_writes(release: ModuleType) -> None:
    for slug in release.PLUGINS:
        hooks = json.dumps(release.files()[f"plugins/{slug}/hooks/hooks.json"])
        assert f"connect hook {host_named(slug).slug} || exit 2" in hooks


def test_the_skill_is_short_and_names_every_tool(repository: Path) -> None:
    lines = (repository / "plugins/skill.md").read_text("utf-8").splitlines()

    assert len(lines) < 40
    assert lines[0] == "---"
    assert lines[1] == "name: paredown"
    assert all(any(f"**{tool.name}**" in line for line in lines) for tool in TOOLS)
