"""The one interpreter that conditions and wheels are chosen for."""

from __future__ import annotations

from pathlib import Path

import pytest

from paredown.resolve.pypi.target import Markers, Target, choose_target, running
from paredown.resolve.pypi.wheels import Fit
from tests.resolve.pypi.made import Venv, graph, names, project, registry, uv

MANIFEST = "[project]\nname = 'it'\ndependencies = ['alpha', \"beta; python_version == '3.9'\"]\n"


def test_the_running_interpreter_is_used_and_named(tmp_path: Path) -> None:
    project(tmp_path, {"pyproject.toml": MANIFEST, "uv.lock": uv(registry("alpha", "1"))})

    assert f"markers evaluated for {running()}" in graph(tmp_path).notes


def test_the_interpreter_of_an_environment_is_read_from_its_configuration(tmp_path: Path) -> None:
    Venv(tmp_path / ".venv", "3.9.18")
    project(tmp_path, {"pyproject.toml": MANIFEST, "uv.lock": uv(registry("alpha", "1"), registry("beta", "2"))})
    held = graph(tmp_path)

    assert names(held) == {"alpha 1", "beta 2"}
    assert any(note.startswith("markers evaluated for CPython 3.9.18 on") for note in held.notes)


def test_where_the_project_excludes_the_running_interpreter_the_nearest_is_taken(tmp_path: Path) -> None:
    here = running()
    later = f"3.{here.minor[1] + 2}"
    lock = uv(
        registry("alpha", "1", f"dependencies = [{{ name = 'beta', marker = \"python_full_version >= '{later}'\" }}]"),
        registry("beta", "2"),
    )
    project(
        tmp_path,
        {
            "pyproject.toml": f"[project]\nname='it'\nrequires-python='>={later}'\ndependencies=['alpha']\n",
            "uv.lock": lock,
        },
    )
    held = graph(tmp_path)

    assert names(held) == {"alpha 1", "beta 2"}
    assert any(note.startswith(f"markers evaluated for CPython {later}.0 on") for note in held.notes)
    assert f"the project excludes {here.implementation} {here.version}, which runs paredown" in held.notes


@pytest.mark.parametrize(
    ("requires", "expected"),
    [
        (">=3.99,<4", running().version),
        ("<3.9.5,>=3.9.3", "3.9.3"),
        ("not a specifier", running().version),
        ("<3", running().version),
    ],
)
def test_the_nearest_allowed_version_is_exact_or_the_running_one(requires: str, expected: str) -> None:
    assert choose_target(None, [requires]).target.version == expected


def test_an_excluded_environment_is_used_all_the_same() -> None:
    chosen = choose_target(Target("CPython", "3.9.1"), [">=3.14"])

    assert chosen.target.version == "3.9.1"
    assert "used all the same" in chosen.note


def test_markers_are_evaluated_for_the_target_and_not_for_this_process() -> None:
    markers = Markers(target=Target("PyPy", "3.9.18"))

    assert markers.hold("python_version == '3.9' and implementation_name == 'pypy'")
    assert not markers.hold("platform_python_implementation == 'CPython'")
    assert markers.hold("extra == 'X.y'", ["x-y"])
    assert not markers.hold("extra == 'x'")


def test_the_wheel_that_pip_would_take_is_the_best() -> None:
    fit = Fit.of(Target("CPython", "3.14.0"))
    pure, abi, own, other = (
        "a-1-py3-none-any.whl",
        "a-1-cp39-abi3-any.whl",
        "a-1-cp314-none-any.whl",
        "a-1-cp313-cp313-any.whl",
    )

    assert fit.best([pure, own, other]) == own
    assert fit.best([pure, "a-1-2-py3-none-any.whl"]) == "a-1-2-py3-none-any.whl"
    assert fit.best([other, "a-1-cp314-cp314-plan9.whl", abi, "not-a-wheel"]) == ""
