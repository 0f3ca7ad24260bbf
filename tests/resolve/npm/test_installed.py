"""A project without a lock file: what is installed is the graph."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.resolve.npm.made import by_name, edges, graph, installed, project


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return project(
        tmp_path / "p",
        {
            "package.json": {
                "name": "app",
                "dependencies": {"a": "1", "hue": "npm:brush@1"},
                "devDependencies": {"d": "1"},
            }
        },
    )


def test_node_modules_is_read_as_node_would(root: Path) -> None:
    installed(root, "node_modules/a", "a@1.0.0", dependencies={"x": "2"}, optionalDependencies={"gone": "1"})
    installed(root, "node_modules/a/node_modules/x", "x@2.0.0")
    installed(root, "node_modules/x", "x@1.0.0")
    installed(root, "node_modules/hue", "brush@1.0.0")
    installed(root, "node_modules/d", "d@1.0.0", dependencies={"x": "1"})
    found = graph(root)
    assert found.source == "node_modules"
    assert set(by_name(found)) == {"a@1.0.0", "x@2.0.0", "brush@1.0.0"}
    assert edges(by_name(found)["a@1.0.0"]) == {"x": "x@2.0.0"}
    assert set(by_name(graph(root, dev=True))) == {"a@1.0.0", "x@2.0.0", "brush@1.0.0", "d@1.0.0", "x@1.0.0"}


def test_the_layout_of_pnpm_is_followed_through_its_links(root: Path) -> None:
    store = "node_modules/.pnpm"
    installed(root, f"{store}/a@1.0.0/node_modules/a", "a@1.0.0", dependencies={"x": "2"})
    installed(root, f"{store}/x@2.0.0/node_modules/x", "x@2.0.0")
    installed(root, f"{store}/brush@1.0.0/node_modules/brush", "brush@1.0.0")
    for link, target in {
        "node_modules/a": f"{store}/a@1.0.0/node_modules/a",
        "node_modules/hue": f"{store}/brush@1.0.0/node_modules/brush",
        f"{store}/a@1.0.0/node_modules/x": f"{store}/x@2.0.0/node_modules/x",
    }.items():
        (root / link).symlink_to(root / target)
    found = by_name(graph(root))
    assert set(found) == {"a@1.0.0", "x@2.0.0", "brush@1.0.0"}
    assert edges(found["a@1.0.0"]) == {"x": "x@2.0.0"}


def test_what_is_declared_and_not_installed_is_unresolved(root: Path) -> None:
    installed(root, "node_modules/a", "a@1.0.0", dependencies={"lost": "1"})
    gaps = {(gap.name, gap.source) for gap in graph(root).unresolved}
    assert gaps == {("hue", "package.json"), ("lost", "a")}
    assert {gap.why for gap in graph(root).unresolved} == {"no lock file, and not in node_modules"}


def test_a_member_linked_into_node_modules_is_the_project_itself(tmp_path: Path) -> None:
    root = project(
        tmp_path / "p",
        {
            "package.json": {"workspaces": ["m"], "dependencies": {"m": "*", "a": "1"}},
            "m/package.json": {"name": "m", "version": "1.0.0", "dependencies": {"a": "2"}},
        },
    )
    installed(root, "node_modules/a", "a@1.0.0")
    installed(root, "m/node_modules/a", "a@2.0.0")
    (root / "node_modules" / "m").symlink_to("../m")
    found = graph(root)
    assert {name: artifact.direct_of for name, artifact in by_name(found).items()} == {
        "a@1.0.0": (".",),
        "a@2.0.0": ("m",),
    }
    assert (found.unread, found.unresolved) == ((), ())


def test_the_hidden_lock_of_npm_is_used_when_there_is_no_other(root: Path) -> None:
    installed(root, "node_modules/a", "a@1.0.0")
    installed(root, "node_modules/hue", "brush@1.0.0")
    entries = {"node_modules/a": {"version": "1.0.0"}, "node_modules/hue": {"name": "brush", "version": "1.0.0"}}
    project(root, {"node_modules/.package-lock.json": {"lockfileVersion": 3, "packages": entries}})
    found = graph(root)
    assert found.source == ".package-lock.json v3"
    assert set(by_name(found)) == {"a@1.0.0", "brush@1.0.0"}


def test_more_packages_than_the_bound_are_told(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paredown.resolve.npm.installed.MAX_INSTALLED", 1)
    installed(root, "node_modules/a", "a@1.0.0")
    installed(root, "node_modules/a/node_modules/x", "x@1.0.0")
    assert any("were not looked at" in note for note in graph(root).notes)
