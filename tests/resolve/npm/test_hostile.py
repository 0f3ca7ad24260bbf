"""Names, paths and versions that want out: none becomes a path, an option, a terminal command or a package."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paredown.resolve.npm.naming import exact, legal, purl, real_name
from tests.resolve.npm.made import graph, installed, package_lock, project

NAMES = (
    "../../etc/passwd",
    "/etc/passwd",
    "..",
    ".",
    ".hidden",
    "_private",
    "__proto__",
    "node_modules",
    "a/b",
    "@s",
    "@s/",
    "@/a",
    "@../a",
    "@s/..",
    "@s/a/b",
    "a\\b",
    "a b",
    "a\0b",
    "a\n",
    "\x1b[2J",
    "a\u202eb",
    "a@1",
    "https://host.example/a",
    "a" * 215,
    "",
)
VERSIONS = (
    "latest",
    "^1.0.0",
    "1",
    "1.0",
    "1.x.x",
    "*",
    "",
    "1.0.0 || 2.0.0",
    "1.0.0\n",
    "-1.0.0",
    "../1.0.0",
    "file:x",
)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_npm_forbids_is_no_package(name: str) -> None:
    assert not legal(name)


@pytest.mark.parametrize("name", ["a", "A.b", "7zip-bin", "-", "--help", "@s/a", "@s-x/a.b_c~d", "a" * 214])
def test_a_name_that_npm_allows_is_one(name: str) -> None:
    assert legal(name)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_range_or_a_tag_is_no_version(version: str) -> None:
    assert not exact(version)


@given(st.text(max_size=40))
def test_a_legal_name_is_a_path_that_stays_where_it_is(name: str) -> None:
    if legal(name):
        assert ".." not in Path(name).parts
        assert len(Path(name).parts) == 1 + name.count("/") <= 2
        assert name.isascii()
        assert name.isprintable()
        assert purl(name, "1.0.0").isascii()


@pytest.mark.parametrize("name", [name for name in NAMES if name])
def test_a_forbidden_name_in_a_lock_is_told_and_read_from_nowhere(name: str, tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    installed(tmp_path, "etc/passwd", "passwd@1.0.0")
    entries = {
        "node_modules/a": {"version": "1.0.0", "dependencies": {name: "1"}},
        f"node_modules/{name}": {"version": "1.0.0"},
    }
    root = project(
        tmp_path / "p",
        {"package.json": {"dependencies": {"a": "1", name: "1"}}, "package-lock.json": package_lock(**entries)},
    )
    installed(root, "node_modules/a", "a@1.0.0")
    found = graph(root)
    assert {artifact.name for artifact in found.artifacts} == {"a"}
    assert found.unread == ()
    assert [gap.why for gap in found.unresolved] == ["npm allows no such name"]
    assert all(gap.name.isprintable() and len(gap.name) <= 214 for gap in found.unresolved)


@pytest.mark.parametrize(
    "path", ["../../../etc/node_modules/a", "/etc/node_modules/a", "node_modules/../../node_modules/a"]
)
def test_an_installed_path_that_leaves_the_project_is_read_from_nowhere(path: str, tmp_path: Path) -> None:
    installed(tmp_path, "node_modules/a", "a@1.0.0")
    entries = {"node_modules/a": {"resolved": path, "link": True}, path: {"version": "1.0.0"}}
    root = project(
        tmp_path / "p" / "q",
        {"package.json": {"dependencies": {"a": "1"}}, "package-lock.json": package_lock(**entries)},
    )
    assert graph(root).artifacts == ()


@pytest.mark.parametrize("version", [version for version in VERSIONS if version])
def test_a_range_in_a_lock_is_never_asked_of_a_registry(version: str, tmp_path: Path) -> None:
    root = project(
        tmp_path / "p",
        {
            "package.json": {"dependencies": {"a": "1"}},
            "package-lock.json": package_lock(**{"node_modules/a": {"version": version}}),
        },
    )
    [gap] = graph(root, offline=False).unread
    assert gap.artifact == "pkg:npm/a"
    assert "does not fetch" in gap.why


def test_an_installed_package_cannot_call_itself_something_else(tmp_path: Path) -> None:
    root = project(
        tmp_path / "p",
        {
            "package.json": {"dependencies": {"a": "user/repo"}},
            "package-lock.json": package_lock(**{"node_modules/a": {"version": "1.0.0", "resolved": "git+ssh://h/r"}}),
        },
    )
    installed(root, "node_modules/a", "@babel/core@1.0.0")
    assert graph(root).artifacts == ()


def test_entries_of_any_shape_are_survived(tmp_path: Path) -> None:
    shapes: list[object] = [None, 1, "x", [], [1], {"version": 1}, {"dependencies": [1]}, {"dependencies": {"x": {}}}]
    shapes += [{"version": "1.0.0", "os": {"a": 1}, "integrity": 5, "peerDependenciesMeta": []}, {"link": True}]
    names = [f"p{number}" for number in range(len(shapes))]
    entries = {f"node_modules/{name}": shape for name, shape in zip(names, shapes, strict=True)}
    root = project(
        tmp_path / "p",
        {
            "package.json": {"dependencies": dict.fromkeys(names, "1")},
            "package-lock.json": {"lockfileVersion": 3, "packages": entries},
        },
    )
    found = graph(root)
    assert len(found.unread) + len(found.unresolved) >= len(names)


def test_a_chain_of_dependencies_of_any_length_is_followed(tmp_path: Path) -> None:
    entries = {f"node_modules/p{n}": {"version": "1.0.0", "dependencies": {f"p{n + 1}": "1"}} for n in range(5_000)}
    entries["node_modules/p5000"] = {"version": "1.0.0", "dependencies": {"p0": "1"}}
    root = project(
        tmp_path / "p", {"package.json": {"dependencies": {"p0": "1"}}, "package-lock.json": package_lock(**entries)}
    )
    assert graph(root).resolved == 5_001


@pytest.mark.parametrize(
    ("specifier", "name"),
    [("npm:b@1", "b"), ("npm:@s/b@^1", "@s/b"), ("npm:b", "b"), ("npm:1.0.0", "a"), ("npm:../x@1", "a"), ("^1", "a")],
)
def test_an_alias_stands_for_a_package_only_when_it_names_one(specifier: str, name: str) -> None:
    assert real_name("a", specifier) == name
