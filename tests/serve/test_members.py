from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from paredown.cli.member import asked_member
from tests.serve.test_stdio import Talk, find, hello, request, text_of


def package(folder: Path, name: str, function: str, **more: object) -> None:
    folder.mkdir(parents=True)
    held = {"name": name, "version": "1.0.0", "types": "index.d.ts", **more}
    (folder / "package.json").write_text(json.dumps(held), "utf-8")
    (folder / "index.d.ts").write_text(f"export declare function {function}(): void;\n", "utf-8")


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An npm workspace of two members and an undeclared package, indexed."""
    root = tmp_path_factory.mktemp("workspace")
    members = {"packages/web": ("@app/web", "left"), "packages/api": ("@app/api", "right")}
    (root / "package.json").write_text(json.dumps({"name": "app", "workspaces": ["packages/*"]}), "utf-8")
    locked: dict[str, object] = {"": {"name": "app", "workspaces": ["packages/*"]}}
    for folder, (name, needs) in members.items():
        (root / folder / "src").mkdir(parents=True)
        manifest = {"name": name, "version": "1.0.0", "dependencies": {needs: "1.0.0"}}
        (root / folder / "package.json").write_text(json.dumps(manifest), "utf-8")
        locked[folder] = manifest
        locked[f"node_modules/{name}"] = {"resolved": folder, "link": True}
    for name, function, needs in (
        ("left", "goLeft", {}),
        ("right", "goRight", {"deep": "1.0.0"}),
        ("deep", "goDeep", {}),
    ):
        package(root / "node_modules" / name, name, function, dependencies=needs)
        locked[f"node_modules/{name}"] = {"version": "1.0.0", "dependencies": needs}
    (root / "package-lock.json").write_text(json.dumps({"lockfileVersion": 3, "packages": locked}), "utf-8")
    paredown(root, "index", "--offline", str(root))
    return root


def paredown(root: Path, *arguments: str) -> str:
    environment = {**os.environ, "PAREDOWN_CACHE": str(root / "cache")}
    command = [sys.executable, "-m", "paredown.cli", *arguments]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode in (0, 1), run.stderr
    return run.stdout


def test_a_folder_asks_for_the_member_it_lies_in(workspace: Path) -> None:
    assert asked_member(workspace) == (workspace, None)
    for folder in ("packages/web", "packages/web/src"):
        project, members = asked_member(workspace / folder)
        assert project == workspace
        assert members
        assert "@app/web" in members
    assert asked_member(workspace / "packages") == (workspace, None)


def test_each_member_sees_what_it_declares(workspace: Path) -> None:
    assert "goLeft(" in paredown(workspace, "find", "go", "-p", str(workspace))
    web = paredown(workspace, "find", "go", "-p", str(workspace / "packages/web"))
    assert ("goLeft(" in web, "goRight" in web) == (True, False)
    api = paredown(workspace, "find", "go", "-p", str(workspace / "packages/api/src"))
    assert ("goLeft" in api, "goRight(" in api) == (False, True)


def test_what_another_member_declares_and_what_nobody_does_are_told_apart(workspace: Path) -> None:
    web = paredown(workspace, "show", "right.goRight", "-p", str(workspace / "packages/web"))
    assert web.splitlines()[1:4] == [
        "not in the declared surface",
        "another member of this project declares what has it:",
        "right 1.0.0 · npm",
    ]
    api = paredown(workspace, "show", "deep.goDeep", "-p", str(workspace / "packages/api"))
    assert "Brought by:\nright 1.0.0 · npm" in api
    assert "deep" not in api
    assert "goDeep" not in api
    assert "Brought by" not in paredown(workspace, "show", "deep.goDeep", "-p", str(workspace / "packages/web"))


def test_no_word_of_what_nobody_declares_is_in_the_index_file(workspace: Path) -> None:
    content = (workspace / ".paredown/index.sqlite").read_bytes().lower()
    assert (b"goright" in content, b"godeep" in content, b"npm/deep" in content) == (True, False, False)


def test_a_server_of_a_member_answers_for_it_alone(workspace: Path) -> None:
    arguments = ("-m", "paredown.cli", "serve", str(workspace / "packages/web"))
    with Talk(*arguments, PAREDOWN_CACHE=str(workspace / "cache")) as talk:
        talk.ask(hello())
        assert text_of(talk.ask(find(1, "go"))).splitlines()[1:] == ["left 1.0.0", "left.goLeft(): void"]
        said = text_of(talk.ask(request(2, "tools/call", name="surface", arguments={})))
        assert "1 artifact ·" in said
        assert talk.end() == (b"", b"")
