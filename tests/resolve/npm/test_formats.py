"""One small workspace, locked by every client in every version: the graph is the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.resolve.npm.made import archives_of, atlas, by_name, edges, graph, stock

SOURCES = {
    "npm-2": "package-lock.json v2",
    "npm-3": "package-lock.json v3",
    "shrinkwrap": "npm-shrinkwrap.json v3",
    "pnpm-5": "pnpm-lock.yaml v5",
    "pnpm-6": "pnpm-lock.yaml v6",
    "pnpm-9": "pnpm-lock.yaml v9",
    "pnpm-9-two-documents": "pnpm-lock.yaml v9",
    "yarn-1": "yarn.lock v1",
    "yarn-3": "yarn.lock v6",
    "yarn-4": "yarn.lock v8",
    "bun-1": "bun.lock v1",
}
UNHASHED = ("yarn-3", "yarn-4")
"""Formats with hashes of the client's own zips, never of a tarball."""
TYPES = ("@types/brush@1.0.0", "@types/paint@2.0.5")
PRODUCTION = (*TYPES, "brush@1.4.0", "brush@2.0.0", "easel@1.0.0", "grain@1.0.0", "paint@2.1.0")
DEVELOPMENT = ("needle@1.0.0", "probe@3.0.0")


@pytest.fixture(params=SOURCES)
def locked(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    root = atlas(tmp_path / "atlas", request.param)
    stock(root, *PRODUCTION, *DEVELOPMENT)
    return root


def test_the_production_closure_holds_what_is_declared_and_what_that_needs(locked: Path) -> None:
    found = graph(locked)
    assert set(by_name(found)) == {*PRODUCTION, "swatch@0.3.0"}
    assert found.unresolved == ()
    assert (found.declared, found.resolved) == (8, 9)


def test_development_dependencies_come_only_when_asked_for(locked: Path) -> None:
    found = graph(locked, dev=True)
    assert set(by_name(found)) == {*PRODUCTION, *DEVELOPMENT, "swatch@0.3.0"}
    assert by_name(found)["probe@3.0.0"].direct_of == ("atlas",)
    assert not by_name(found)["needle@1.0.0"].declared
    assert (found.declared, found.resolved) == (9, 11)


def test_an_optional_package_of_another_machine_is_told_and_not_brought(locked: Path) -> None:
    found = graph(locked)
    [gap] = found.unread
    assert gap.artifact == "pkg:npm/ink-win32@1.0.0"
    assert gap.why.startswith("optional, made for win32")


def test_who_declares_a_package_is_known(locked: Path) -> None:
    declared = {name: artifact.direct_of for name, artifact in by_name(graph(locked)).items() if artifact.declared}
    assert {name: set(members) for name, members in declared.items()} == {
        "@types/brush@1.0.0": {"atlas", "@atlas/cut"},
        "@types/paint@2.0.5": {"atlas"},
        "brush@1.4.0": {"atlas"},
        "brush@2.0.0": {"@atlas/cut"},
        "easel@1.0.0": {"atlas", "@atlas/glue"},
        "paint@2.1.0": {"atlas"},
        "swatch@0.3.0": {"atlas"},
    }


def test_edges_lead_from_the_name_of_an_import_to_the_version_used_there(locked: Path) -> None:
    found = by_name(graph(locked))
    assert edges(found["paint@2.1.0"]) == {
        "@types/paint": "@types/paint@2.0.5",
        "brush": "brush@1.4.0",
        "easel": "easel@1.0.0",
    }
    assert edges(found["@types/paint@2.0.5"]) == {"@types/brush": "@types/brush@1.0.0"}
    assert edges(found["brush@2.0.0"]) == {"@types/brush": "@types/brush@1.0.0"}
    assert edges(found["swatch@0.3.0"]) == {"grain": "grain@1.0.0"}


def test_the_source_names_the_file_and_its_version(locked: Path, request: pytest.FixtureRequest) -> None:
    lock_format = request.node.callspec.params["locked"]
    assert graph(locked).source == SOURCES[lock_format]


def test_archives_that_the_lock_has_no_hash_of_are_counted(locked: Path, request: pytest.FixtureRequest) -> None:
    told = [note for note in graph(locked).notes if "no hash of" in note]
    assert bool(told) == (request.node.callspec.params["locked"] in UNHASHED)


@pytest.mark.parametrize("lock_format", [name for name in SOURCES if name not in UNHASHED])
def test_an_archive_that_is_not_the_locked_one_is_not_used(lock_format: str, tmp_path: Path) -> None:
    root = atlas(tmp_path / "atlas", lock_format)
    stock(root, *PRODUCTION)
    path = archives_of(root) / "npm" / "brush" / "1.4.0.tgz"
    path.write_bytes(path.read_bytes() + b"\0")
    found = graph(root)
    assert "brush@1.4.0" not in by_name(found)
    assert "pkg:npm/brush@1.4.0" in {gap.artifact for gap in found.unread}
    assert found.resolved == 9
