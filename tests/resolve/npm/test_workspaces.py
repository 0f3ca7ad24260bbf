"""Which folders the globs of a workspace mean."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from paredown.errors import UnreadableProject
from paredown.resolve.npm import inputs
from paredown.resolve.npm.workspaces import expand, members_of
from tests.resolve.npm.made import graph, project

FOLDERS = ("app", "libs/one", "libs/two", "libs/two/deep", "libs/node_modules/three", "libs/.hidden")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    files = {f"{folder}/package.json": {"name": folder.replace("/", "-").replace(".", "")} for folder in FOLDERS}
    return project(tmp_path / "root", {"package.json": {}, **files})


@pytest.mark.parametrize(
    ("globs", "members"),
    [
        (["app"], ["app"]),
        (["./app/"], ["app"]),
        (["libs/*"], ["libs/one", "libs/two"]),
        (["libs/t*"], ["libs/two"]),
        (["libs/**"], ["libs/one", "libs/two", "libs/two/deep"]),
        (["**"], ["app", "libs/one", "libs/two", "libs/two/deep"]),
        (["{app,libs/one}"], ["app", "libs/one"]),
        (["libs/*", "!libs/two"], ["libs/one"]),
        (["libs/**", "!**/deep"], ["libs/one", "libs/two"]),
        (["libs/**", "!libs/two/**"], ["libs/one"]),
        (["!libs/two", "libs/*"], ["libs/one", "libs/two"]),
        (["missing/*", "missing"], []),
    ],
)
def test_globs_mean_folders_with_a_manifest(root: Path, globs: list[str], members: list[str]) -> None:
    assert list(expand(root, globs).members) == members


@pytest.mark.parametrize("glob", ["../*", "/etc", "libs/../../*", "C:/x", "..\\*"])
def test_a_glob_that_leaves_the_project_is_not_followed_and_told(root: Path, glob: str) -> None:
    project(root.parent, {"outside/package.json": {"name": "outside", "dependencies": {"secret": "1.0.0"}}})
    project(root, {"package.json": {"workspaces": [glob]}})
    found = graph(root)
    assert found.unresolved == ()
    assert any("lead out of the project" in note for note in found.notes)


@pytest.mark.parametrize("glob", ["libs/*", "libs/linked", "**"])
def test_a_link_is_no_member_and_is_told(root: Path, glob: str) -> None:
    project(root.parent, {"outside/package.json": {"name": "outside", "dependencies": {"secret": "1.0.0"}}})
    (root / "libs" / "linked").symlink_to(root.parent / "outside")
    project(root, {"package.json": {"workspaces": [glob]}})
    found = graph(root)
    assert "secret" not in {gap.name for gap in found.unresolved}
    assert "workspace folder libs/linked is a link and was not followed" in found.notes


def test_a_link_to_itself_hides_no_other_member(root: Path) -> None:
    (root / "libs" / "loop").symlink_to("loop")
    assert expand(root, ["libs/*"]).members == ("libs/one", "libs/two")


def test_a_manifest_that_is_a_link_out_of_the_project_is_refused(root: Path) -> None:
    project(root.parent, {"outside.json": {"name": "outside"}})
    (root / "app" / "package.json").unlink()
    (root / "app" / "package.json").symlink_to(root.parent / "outside.json")
    project(root, {"package.json": {"workspaces": ["app"]}})
    with pytest.raises(UnreadableProject, match=r"app/package\.json: is a link out of the project"):
        graph(root)


def test_two_members_of_one_name_are_refused(root: Path) -> None:
    project(root, {"package.json": {"workspaces": ["app", "libs/one"]}, "libs/one/package.json": {"name": "app"}})
    with pytest.raises(UnreadableProject, match=r"libs/one/package\.json: has the name of app"):
        members_of(root)


def test_the_globs_of_pnpm_are_in_a_file_of_their_own(root: Path) -> None:
    project(root, {"pnpm-workspace.yaml": "packages:\n  - 'libs/*'\n  - '!libs/two'\ncatalog:\n  x: ^1.0.0\n"})
    assert [manifest.folder for manifest in members_of(root).manifests] == ["", "libs/one"]


def test_the_globs_of_yarn_may_be_in_an_object(root: Path) -> None:
    project(root, {"package.json": {"workspaces": {"packages": ["app"], "nohoist": ["**/x"]}}})
    assert [manifest.folder for manifest in members_of(root).manifests] == ["", "app"]


def test_a_member_is_called_by_its_name_or_else_by_its_folder(tmp_path: Path) -> None:
    project(
        tmp_path,
        {
            "package.json": {"workspaces": ["*"]},
            "one/package.json": {"name": "@x/one"},
            "two/package.json": {"name": "Not A Name"},
        },
    )
    assert [manifest.label for manifest in members_of(tmp_path).manifests] == [".", "@x/one", "two"]


def test_inputs_are_the_manifests_and_the_locks(root: Path) -> None:
    project(
        root,
        {
            "package.json": {"workspaces": ["libs/*"]},
            "pnpm-workspace.yaml": "packages: [app]\n",
            "package-lock.json": "{}",
            "yarn.lock": "",
            "node_modules/.package-lock.json": "{}",
        },
    )
    assert [os.path.relpath(path, root) for path in inputs(root)] == [
        "package.json",
        "app/package.json",
        "libs/one/package.json",
        "libs/two/package.json",
        "pnpm-workspace.yaml",
        "package-lock.json",
        "yarn.lock",
    ]


def test_without_a_lock_the_installed_packages_are_inputs(root: Path) -> None:
    project(root, {"node_modules/a/package.json": {}, "node_modules/@s/b/package.json": {}})
    names = ["package.json", "node_modules/a/package.json", "node_modules/@s/b/package.json"]
    assert [os.path.relpath(path, root) for path in inputs(root)] == names
    project(root, {"node_modules/.package-lock.json": "{}"})
    assert [os.path.relpath(path, root) for path in inputs(root)] == ["package.json", "node_modules/.package-lock.json"]


def test_a_folder_without_a_manifest_is_no_npm_project(tmp_path: Path) -> None:
    project(tmp_path, {"package-lock.json": "{}"})
    assert inputs(tmp_path) == ()


def test_inputs_of_a_broken_manifest_are_still_listed(tmp_path: Path) -> None:
    project(tmp_path, {"package.json": "{", "yarn.lock": ""})
    assert [path.name for path in inputs(tmp_path)] == ["package.json", "yarn.lock"]
