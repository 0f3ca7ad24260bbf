"""Which files decide a Python project's dependencies: found by name, on every run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from paredown.resolve.pypi import inputs
from tests.resolve.pypi.made import Venv, project


def listed(root: Path) -> list[str]:
    return [path.relative_to(root).as_posix() for path in inputs(root)]


def test_manifests_locks_and_included_files_are_listed(tmp_path: Path) -> None:
    project(
        tmp_path,
        {
            "pyproject.toml": "[project]\nname = 'x'\n",
            "setup.cfg": "[options]\ninstall_requires = a\n",
            "uv.lock": "version = 1\n",
            "requirements.txt": "-r deps/base.txt\n  --constraint=deps/pins.txt  # pins\n-rdeps/one.txt\n",
            "deps/base.txt": '-r "with space.txt"\n',
            "deps/with space.txt": "a\n",
            "deps/one.txt": "a\n",
            "deps/pins.txt": "a==1\n",
            "deps/other.txt": "a\n",
            "requirements/dev.in": "b\n",
            "README.md": "",
        },
    )

    assert listed(tmp_path) == [
        "deps/base.txt",
        "deps/one.txt",
        "deps/pins.txt",
        "deps/with space.txt",
        "pyproject.toml",
        "requirements.txt",
        "requirements/dev.in",
        "setup.cfg",
        "uv.lock",
    ]


def test_files_that_configure_only_tools_make_no_python_project(tmp_path: Path) -> None:
    project(
        tmp_path,
        {
            "pyproject.toml": "[tool.ruff]\nline-length = 100\n",
            "setup.cfg": "[flake8]\nmax = 1\n",
            "package.json": "{}",
        },
    )

    assert inputs(tmp_path) == ()


def test_a_folder_that_is_not_there_has_no_inputs(tmp_path: Path) -> None:
    assert inputs(tmp_path / "absent") == ()


def test_an_include_out_of_the_project_or_in_a_circle_does_not_disturb(tmp_path: Path) -> None:
    (tmp_path / "outside.txt").write_text("a\n")
    root = project(
        tmp_path / "p",
        {
            "requirements.txt": "-r ../outside.txt\n-r /etc/passwd\n-r https://registry.example/r.txt\n-r a.txt\n",
            "a.txt": "-r requirements.txt\n",
        },
    )

    assert listed(root) == ["a.txt", "requirements.txt"]


def test_manifests_of_workspace_members_are_listed(tmp_path: Path) -> None:
    project(
        tmp_path,
        {
            "pyproject.toml": """
                [tool.uv.workspace]
                members = ["packages/*", "apps/**/api"]
                exclude = ["packages/old"]
            """,
            "packages/a/pyproject.toml": "[project]\nname = 'a'\n",
            "packages/old/pyproject.toml": "[project]\nname = 'old'\n",
            "packages/none/README.md": "",
            "apps/x/y/api/pyproject.toml": "[project]\nname = 'api'\n",
            "apps/node_modules/z/api/pyproject.toml": "[project]\nname = 'z'\n",
        },
    )

    assert listed(tmp_path) == ["apps/x/y/api/pyproject.toml", "packages/a/pyproject.toml", "pyproject.toml"]


@pytest.mark.parametrize("members", ['["../*"]', '["/"]', '["link"]'])
def test_members_never_lie_outside_the_project(tmp_path: Path, members: str) -> None:
    project(tmp_path, {"other/pyproject.toml": "[project]\nname = 'other'\n"})
    root = project(tmp_path / "p", {"pyproject.toml": f"[tool.uv.workspace]\nmembers = {members}\n"})
    (root / "link").symlink_to(tmp_path / "other")

    assert listed(root) == ["pyproject.toml"]


def test_a_broken_manifest_is_still_listed(tmp_path: Path) -> None:
    project(tmp_path, {"pyproject.toml": "[project]\n[tool.uv.workspace\n"})

    assert listed(tmp_path) == ["pyproject.toml"]


def test_without_a_lock_an_upgrade_in_the_environment_changes_the_inputs(tmp_path: Path) -> None:
    project(tmp_path, {"pyproject.toml": "[project]\nname = 'x'\n"})
    venv = Venv(tmp_path / ".venv", "3.12.1")
    info = venv.add("alpha", "1.0")
    before = inputs(tmp_path)
    info.rename(info.with_name("alpha-1.1.dist-info"))

    assert inputs(tmp_path) != before

    project(tmp_path, {"uv.lock": "version = 1\n"})
    assert listed(tmp_path) == ["pyproject.toml", "uv.lock"]


def test_a_file_that_setuptools_reads_dependencies_from_is_listed(tmp_path: Path) -> None:
    project(
        tmp_path,
        {
            "pyproject.toml": """
                [project]
                name = "x"
                dynamic = ["dependencies"]
                [tool.setuptools.dynamic]
                dependencies = { file = ["deps/run.in"] }
            """,
            "deps/run.in": "a\n",
        },
    )

    assert listed(tmp_path) == ["deps/run.in", "pyproject.toml"]


def test_finding_inputs_imports_no_parser() -> None:
    heavy = (
        "'packaging', 'pip_requirements_parser', 'packageurl', 'importlib.metadata', 'zipfile', 'concurrent.futures'"
    )
    code = (
        "import sys; from pathlib import Path; from paredown.resolve.pypi import inputs; inputs(Path('.'));"
        f"sys.exit(', '.join(name for name in ({heavy}) if name in sys.modules) or 0)"
    )
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, env=_paths(), check=False)

    assert (done.returncode, done.stderr.strip()) == (0, "")


def _paths() -> dict[str, str]:
    return {"PYTHONPATH": ":".join(path for path in sys.path if path)}
