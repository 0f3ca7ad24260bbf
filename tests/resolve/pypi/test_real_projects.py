"""Real projects: what is reached in them is what their own tools reach."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from paredown.model import Form
from paredown.resolve.graph import Options
from paredown.resolve.pypi import inputs, resolve
from paredown.resolve.pypi.target import Markers, Target
from paredown.resolve.pypi.wanted import normal
from tests.resolve.pypi.made import graph, names, project, why


def copied(shared: Path, name: str, tmp_path: Path) -> Path:
    """Return a copy of a real project's manifests and locks."""
    shutil.copytree(shared / "projects" / name, tmp_path / name)
    return tmp_path / name


def markers_of(notes: tuple[str, ...]) -> Markers:
    """Return the markers of the interpreter that the notes name."""
    found = re.search(r"markers evaluated for (\w+) ([\d.]+)", " ".join(notes))
    assert found
    return Markers(target=Target(found[1], found[2]))


@pytest.mark.parametrize("dev", [False, True])
@pytest.mark.parametrize("name", ["full-stack-fastapi-template", "cookiecutter"])
def test_a_uv_lock_reaches_what_uv_exports(shared: Path, tmp_path: Path, name: str, dev: bool) -> None:
    uv = shutil.which("uv", path=str(Path(sys.executable).parent)) or shutil.which("uv")
    if uv is None:
        pytest.skip("uv is not installed")
    root = copied(shared, name, tmp_path)
    held = graph(root, dev=dev)
    groups = ["--all-groups", "--all-extras"] if dev else ["--no-dev", "--no-default-groups"]
    command = [uv, "export", "--frozen", "--offline", "--no-hashes", "--no-emit-workspace", "--all-packages", *groups]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    markers = markers_of(held.notes)
    wanted = [Requirement(line) for line in done.stdout.splitlines() if re.match(r"[A-Za-z0-9]", line)]

    exported = {f"{normal(one.name)} {str(one.specifier)[2:]}" for one in wanted if markers.hold(str(one.marker or ""))}
    assert len(exported) > 20
    assert names(held) == exported


@pytest.mark.parametrize("dev", [False, True])
def test_a_poetry_lock_reaches_what_its_groups_say(shared: Path, tmp_path: Path, dev: bool) -> None:
    root = copied(shared, "poetry", tmp_path)
    held = graph(root, dev=dev)
    markers = markers_of(held.notes)
    expected = set()
    for package in tomllib.loads((root / "poetry.lock").read_text("utf-8"))["package"]:
        groups = [group for group in package["groups"] if dev or group == "main"]
        conditions = package.get("markers", "")
        by_group = conditions if isinstance(conditions, dict) else dict.fromkeys(groups, conditions)
        if any(markers.hold(by_group.get(group, "")) for group in groups):
            expected.add(f"{normal(package['name'])} {package['version']}")

    # The one difference is meant: stubs of a package that is named count, whichever group has them.
    stubs = set() if dev else {one for one in names(held) if one.startswith("types-requests ")}
    assert len(expected) > 40
    assert names(held) - stubs == expected


def test_a_compiled_requirements_file_is_reached_whole(shared: Path, tmp_path: Path) -> None:
    root = copied(shared, "warehouse", tmp_path)
    held = graph(root)
    pinned = re.findall(r"^([\w.-]+)(?:\[.*\])?==(\S+)", (root / "requirements/main.txt").read_text(), re.MULTILINE)

    assert {one.rpartition(" ")[0] for one in names(held)} == {normal(name) for name, _ in pinned}
    assert 0 < held.declared < held.resolved == len(pinned)


def test_a_manifest_without_a_lock_is_unresolved(shared: Path, tmp_path: Path) -> None:
    held = graph(copied(shared, "datasette", tmp_path))

    assert (held.resolved, len(held.unresolved)) == (0, held.declared)
    assert held.declared > 10


def test_every_python_project_has_inputs_and_the_others_none(shared: Path) -> None:
    found = {folder.name for folder in (shared / "projects").iterdir() if folder.is_dir() and inputs(folder)}

    assert found == {"cookiecutter", "datasette", "full-stack-fastapi-template", "poetry", "warehouse"}


TINY = "iniconfig"
TINY_VERSION = "2.3.0"
TINY_HASH = "f631c04d2c48c52b84d0d0549c99ff3859c98df65b3101406327ecc7d53fbf12"


@pytest.mark.network
def test_pip_brings_a_wheel_whose_hash_is_the_locked_one(tmp_path: Path) -> None:
    root = project(tmp_path / "p", {"requirements.txt": f"{TINY}=={TINY_VERSION} --hash=sha256:{TINY_HASH}\n"})
    held = resolve(root, Options(archives=tmp_path / "shelf"))

    assert [(one.name, one.digest, one.files.form) for one in held.artifacts] == [
        (TINY, f"sha256:{TINY_HASH}", Form.ZIP)
    ]


@pytest.mark.network
def test_pip_refuses_a_wheel_whose_hash_is_another(tmp_path: Path) -> None:
    root = project(tmp_path / "p", {"requirements.txt": f"{TINY}=={TINY_VERSION} --hash=sha256:{'0' * 64}\n"})
    held = resolve(root, Options(archives=tmp_path / "shelf"))

    assert why(held) == {TINY: "the registry's file is not the one whose hash the lock names"}
    assert list((tmp_path / "shelf" / "pypi").iterdir()) == []


@pytest.mark.network
def test_pip_never_builds_what_is_published_only_as_source(tmp_path: Path) -> None:
    root = project(tmp_path / "p", {"requirements.txt": f"dkimpy==1.1.8\n{TINY}=={TINY_VERSION}\n"})
    held = resolve(root, Options(archives=tmp_path / "shelf"))

    assert why(held) == {"dkimpy": "published only as a source archive; bringing it would run its build"}
    assert [one.name for one in held.artifacts] == [TINY]
