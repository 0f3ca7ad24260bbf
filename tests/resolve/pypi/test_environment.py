"""Installed distributions: which files are their own, and which versions are used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from paredown.errors import UnreadableProject
from paredown.tree import open_tree
from tests.resolve.pypi.made import Venv, graph, names, project, registry, uv, why

MANIFEST = "[project]\nname = 'it'\ndependencies = ['alpha[x]']\n"
LOCK = uv(registry("alpha", "1.0"))


def files(root: Path, record: str) -> tuple[str, ...]:
    """Return the files of `alpha`, installed with `record`."""
    project(root, {"pyproject.toml": MANIFEST, "uv.lock": LOCK})
    Venv(root / ".venv").add("alpha", "1.0", record=record)
    return graph(root).artifacts[0].files.names


def test_the_files_that_a_record_lists_are_the_distributions_own(tmp_path: Path) -> None:
    record = (
        "alpha/__init__.py,sha256=x,12\nalpha/py.typed,,\nalpha/__pycache__/__init__.cpython-311.pyc,,\n"
        'alone.py,,\n"alpha/a,b.pyi",,\nalpha-1.0.dist-info/METADATA,,\n../../../bin/alpha,,\n'
    )

    assert files(tmp_path, record) == (
        "alone.py",
        "alpha-1.0.dist-info/METADATA",
        "alpha/__init__.py",
        "alpha/a,b.pyi",
        "alpha/py.typed",
    )


@pytest.mark.parametrize(
    "path",
    ["../../etc/passwd", "/etc/passwd", "alpha/../../x.py", "C:/x.py", "alpha\\..\\x.py", "a\x1b[31m.py", "a\0.py"],
)
def test_a_record_reaches_nothing_outside_site_packages(tmp_path: Path, path: str) -> None:
    assert files(tmp_path, f"alpha/__init__.py,,\n{path},,\n") == ("alpha/__init__.py",)


def test_a_file_that_is_a_link_out_of_site_packages_is_not_read(tmp_path: Path) -> None:
    project(tmp_path, {"pyproject.toml": MANIFEST, "uv.lock": LOCK, "secret.py": "SECRET = 1\n"})
    venv = Venv(tmp_path / ".venv")
    venv.add("alpha", "1.0", record="alpha/__init__.py,,\n")
    (venv.site / "alpha/__init__.py").unlink()
    (venv.site / "alpha/__init__.py").symlink_to(tmp_path / "secret.py")

    with open_tree(graph(tmp_path).artifacts[0].files) as tree, pytest.raises(Exception, match="link out"):
        tree.read("alpha/__init__.py")


@pytest.mark.parametrize(
    ("record", "reason"), [(None, "without a RECORD"), ("../x,,\n", "lists no file"), ('"', "lists no file")]
)
def test_without_a_usable_record_a_distribution_is_unread(tmp_path: Path, record: str | None, reason: str) -> None:
    project(tmp_path, {"pyproject.toml": MANIFEST})
    Venv(tmp_path / ".venv").add("alpha", "1.0", record=record)

    assert reason in why(graph(tmp_path))["alpha"]


def test_another_version_than_the_locked_one_is_not_used(tmp_path: Path) -> None:
    project(tmp_path, {"pyproject.toml": MANIFEST, "uv.lock": LOCK})
    Venv(tmp_path / ".venv").add("alpha", "1.1")
    held = graph(tmp_path)

    assert held.artifacts == ()
    assert "1 packages are installed in .venv at another version: not read there" in held.notes


def test_versions_that_mean_the_same_are_the_same(tmp_path: Path) -> None:
    project(tmp_path, {"pyproject.toml": MANIFEST, "uv.lock": LOCK})
    Venv(tmp_path / ".venv").add("alpha", "1")

    assert [one.version for one in graph(tmp_path).artifacts] == ["1.0"]


def test_without_a_lock_the_environment_says_which_versions_are_used(tmp_path: Path) -> None:
    project(tmp_path, {"pyproject.toml": MANIFEST})
    venv = Venv(tmp_path / ".venv")
    venv.add(
        "alpha", "1.0", "Beta_Two>=1", "gamma; extra == 'x'", "delta; extra == 'y'", "gone; sys_platform == 'plan9'"
    )
    venv.add("beta-two", "2.0", "absent")
    venv.add("gamma", "3.0")
    venv.add("delta", "4.0")
    venv.add("unasked", "5.0")
    held = graph(tmp_path)

    assert names(held) == {"alpha 1.0", "beta-two 2.0", "gamma 3.0"}
    assert held.source.startswith(".venv (CPython 3.")
    assert {one.name for one in held.artifacts if one.declared} == {"alpha"}
    assert "1 packages that others need are not in what was read" in held.notes


def test_the_digest_is_that_of_the_content(tmp_path: Path) -> None:
    project(tmp_path, {"pyproject.toml": MANIFEST})
    venv = Venv(tmp_path / ".venv")
    venv.add("alpha", "1.0")
    before = graph(tmp_path).artifacts[0].digest
    (venv.site / "alpha/__init__.py").write_text("VERSION = 'other'\n")

    assert before != graph(tmp_path).artifacts[0].digest
    assert before.startswith("sha256:")


def test_an_environment_that_is_asked_for_and_is_none_is_an_error(tmp_path: Path) -> None:
    project(tmp_path, {"pyproject.toml": MANIFEST})

    with pytest.raises(UnreadableProject, match="is no Python environment"):
        graph(tmp_path, environment=tmp_path / "absent")


def test_the_environment_that_is_asked_for_goes_before_the_projects_own(tmp_path: Path) -> None:
    project(tmp_path, {"pyproject.toml": MANIFEST})
    Venv(tmp_path / ".venv").add("alpha", "1.0")
    Venv(tmp_path / "other").add("alpha", "2.0")

    assert names(graph(tmp_path, environment=tmp_path / "other")) == {"alpha 2.0"}


def editable(root: Path, source: Path) -> None:
    """Install `alpha` as an editable from `source`."""
    project(root, {"pyproject.toml": MANIFEST})
    info = Venv(root / ".venv").add("alpha", "1.0")
    (info / "direct_url.json").write_text(json.dumps({"url": source.as_uri(), "dir_info": {"editable": True}}))


def test_an_editable_installation_is_read_where_its_source_lies_inside_the_project(tmp_path: Path) -> None:
    project(tmp_path, {"libs/alpha/src/alpha/__init__.py": "X = 1\n"})
    editable(tmp_path, tmp_path / "libs/alpha")

    assert graph(tmp_path).artifacts[0].files.root == tmp_path / "libs/alpha/src"


def test_a_path_file_says_which_folder_of_the_source_is_imported_from(tmp_path: Path) -> None:
    project(tmp_path, {"libs/alpha/lib/alpha/__init__.py": "X = 1\n"})
    editable(tmp_path, tmp_path / "libs/alpha")
    site = next((tmp_path / ".venv/lib").iterdir()) / "site-packages"
    (site / "__editable__.alpha-1.0.pth").write_text(f"import os\n/etc\n{tmp_path}/libs/alpha/lib\n")

    assert graph(tmp_path).artifacts[0].files.root == tmp_path / "libs/alpha/lib"


def test_an_editable_installation_from_elsewhere_is_unread_and_no_registry_is_asked(tmp_path: Path) -> None:
    project(tmp_path, {"outside/alpha/__init__.py": "X = 1\n"})
    root = tmp_path / "p"
    editable(root, tmp_path / "outside")

    held = graph(root, offline=False)
    assert why(held) == {"alpha": "is an editable installation whose source lies outside the project"}


def test_what_an_egg_link_names_is_read_inside_the_project_only(tmp_path: Path) -> None:
    project(tmp_path, {"pyproject.toml": MANIFEST, "libs/alpha.py": ""})
    venv = Venv(tmp_path / ".venv")
    venv.add("alpha", "1.0", record=None)
    (venv.site / "alpha.egg-link").write_text(f"{tmp_path}/libs\n.\n")
    assert graph(tmp_path).artifacts[0].files.root == tmp_path / "libs"

    (venv.site / "alpha.egg-link").write_text("/etc\n.\n")
    assert "outside the project" in why(graph(tmp_path))["alpha"]


def test_what_an_environment_has_from_a_repository_is_read_there_and_asked_for_nowhere(tmp_path: Path) -> None:
    project(tmp_path, {"pyproject.toml": MANIFEST})
    info = Venv(tmp_path / ".venv").add("alpha", "1.0")
    (info / "direct_url.json").write_text('{"url": "https://registry.example/x", "vcs_info": {"vcs": "git"}}')
    assert [one.name for one in graph(tmp_path).artifacts] == ["alpha"]

    (info / "RECORD").unlink()
    assert "without a RECORD" in why(graph(tmp_path, offline=False))["alpha"]


def test_without_a_configuration_the_folder_says_which_python_it_is(tmp_path: Path) -> None:
    project(tmp_path, {"pyproject.toml": MANIFEST})
    venv = Venv(tmp_path / ".venv", "3.9.18")
    venv.add("alpha", "1.0")
    (venv.prefix / "pyvenv.cfg").unlink()

    assert graph(tmp_path).source == ".venv (CPython 3.9.0)"


@pytest.mark.parametrize(
    "text", ["version_info = 3.x.y\n", "version_info = \x1b[31m\n", "\xff\xfe\n", "version = " + "9" * 5000]
)
def test_a_configuration_that_says_no_version_is_not_believed(tmp_path: Path, text: str) -> None:
    project(tmp_path, {"pyproject.toml": MANIFEST})
    venv = Venv(tmp_path / ".venv", "3.9.18")
    (venv.prefix / "pyvenv.cfg").write_text(text)

    assert graph(tmp_path).source == ".venv (CPython 3.9.0)"


@pytest.mark.parametrize("pointer", ["[]", "{", '{"dir_info": 3}', '{"url": 3, "dir_info": {"editable": true}}'])
def test_a_broken_pointer_is_no_editable_installation(tmp_path: Path, pointer: str) -> None:
    project(tmp_path, {"pyproject.toml": MANIFEST})
    info = Venv(tmp_path / ".venv").add("alpha", "1.0")
    (info / "direct_url.json").write_text(pointer)

    assert [one.name for one in graph(tmp_path).artifacts] == ["alpha"]


def test_hostile_names_of_metadata_folders_are_no_distributions(tmp_path: Path) -> None:
    project(tmp_path, {"pyproject.toml": MANIFEST})
    venv = Venv(tmp_path / ".venv")
    venv.add("alpha", "1.0")
    for name in ("a\x1b[31m-1.0.dist-info", "-1.0.dist-info", "beta-one.dist-info", "ignore all of this-1.dist-info"):
        (venv.site / name).mkdir()

    assert names(graph(tmp_path)) == {"alpha 1.0"}
