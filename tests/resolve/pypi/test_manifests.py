"""What a Python project names: each kind of manifest, and what counts only for development."""

from __future__ import annotations

from pathlib import Path

import pytest

from paredown.errors import UnreadableProject
from paredown.resolve.pypi.poetry_tables import as_specifiers, python_marker
from paredown.resolve.pypi.target import Markers, Target
from tests.resolve.pypi.made import graph, project, registry, uv

NAMES = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta")
LOCK = uv(*(registry(name, "1.0") for name in NAMES))


def declared(root: Path, *, dev: bool = False) -> set[str]:
    """Resolve against a lock that holds every name, and return the declared ones."""
    project(root, {"uv.lock": LOCK})
    held = graph(root, dev=dev)
    assert held.declared == held.resolved
    assert not held.unresolved
    return {one.artifact.removeprefix("pkg:pypi/").partition("@")[0] for one in held.unread}


def test_project_dependencies_count_and_extras_and_groups_only_for_development(tmp_path: Path) -> None:
    project(
        tmp_path,
        {
            "pyproject.toml": """
                [project]
                name = "it"
                dependencies = ["Alpha[x]>=1 ; python_version > '3'"]
                [project.optional-dependencies]
                more = ["beta"]
                [dependency-groups]
                dev = ["gamma", { include-group = "Test_It" }]
                test-it = ["delta"]
                [tool.uv]
                dev-dependencies = ["epsilon"]
                [tool.pdm.dev-dependencies]
                lint = ["zeta"]
            """
        },
    )

    assert declared(tmp_path) == {"alpha"}
    assert declared(tmp_path, dev=True) == set(NAMES)


def test_an_extra_that_the_project_asks_of_itself_counts(tmp_path: Path) -> None:
    project(
        tmp_path,
        {
            "pyproject.toml": """
                [project]
                name = "It.Self"
                dependencies = ["alpha", "it-self[full]"]
                [project.optional-dependencies]
                full = ["beta", "it_self[one]"]
                one = ["gamma"]
                two = ["delta"]
            """
        },
    )

    assert declared(tmp_path) == {"alpha", "beta", "gamma"}


def test_a_requirement_whose_marker_does_not_hold_is_not_declared(tmp_path: Path) -> None:
    project(
        tmp_path,
        {"pyproject.toml": "[project]\nname='it'\ndependencies=['alpha', \"beta; sys_platform == 'plan9'\"]\n"},
    )

    assert declared(tmp_path) == {"alpha"}


def test_poetry_tables_are_read_with_their_conditions(tmp_path: Path) -> None:
    project(
        tmp_path,
        {
            "pyproject.toml": """
                [tool.poetry]
                name = "it"
                [tool.poetry.dependencies]
                python = "^3.8"
                alpha = "^1.2"
                beta = [
                    { version = "<1", python = "<3.8" },
                    { version = "^1", python = "^3.8", extras = ["x"] },
                ]
                gamma = { version = "*", optional = true }
                delta = { version = "*", platform = "plan9" }
                [tool.poetry.extras]
                g = ["gamma"]
                [tool.poetry.group.test.dependencies]
                epsilon = "*"
                [tool.poetry.dev-dependencies]
                zeta = "~1.0"
            """
        },
    )

    assert declared(tmp_path) == {"alpha", "beta"}
    assert declared(tmp_path, dev=True) == {"alpha", "beta", "gamma", "epsilon", "zeta"}


def test_setup_cfg_is_read_and_setup_py_beside_it_is_not(tmp_path: Path) -> None:
    project(
        tmp_path,
        {
            "setup.cfg": """
                [options]
                install_requires =
                    alpha>=1  # why
                    # a comment
                    beta; python_version > "3"
                [options.extras_require]
                test =
                    gamma
            """,
            "setup.py": "raise SystemExit('run')\n",
        },
    )

    assert declared(tmp_path) == {"alpha", "beta"}
    assert declared(tmp_path, dev=True) == {"alpha", "beta", "gamma"}


def test_a_file_that_setup_cfg_refers_to_is_read(tmp_path: Path) -> None:
    project(
        tmp_path,
        {"setup.cfg": "[options]\ninstall_requires = file: deps/run.in, absent.in\n", "deps/run.in": "alpha\n"},
    )

    assert declared(tmp_path) == {"alpha"}


@pytest.mark.parametrize(
    ("constraint", "expected"),
    [
        ("^3.8", "<4,>=3.8"),
        ("^0.3.1", "<0.4,>=0.3.1"),
        ("~3.8.1", "<3.9,>=3.8.1"),
        ("~3", "<4,>=3"),
        (">=3.8,<3.11", "<3.11,>=3.8"),
        ("3.9.*", "==3.9.*"),
        ("*", ""),
        ("gibberish ^^", ""),
    ],
)
def test_poetry_ranges_become_specifiers(constraint: str, expected: str) -> None:
    assert as_specifiers(constraint) == expected


def test_a_poetry_range_on_python_becomes_a_condition() -> None:
    condition = python_marker("<3.8 || ^3.11,!=3.11.4")

    assert [
        Markers(target=Target("CPython", one)).hold(condition) for one in ("3.7.1", "3.9.0", "3.11.4", "3.12.0")
    ] == [
        True,
        False,
        False,
        True,
    ]
    assert python_marker("gibberish ^^") == ""


def test_what_is_no_requirement_for_development_is_told_only_then(tmp_path: Path) -> None:
    project(tmp_path, {"pyproject.toml": "[project]\nname='it'\n[dependency-groups]\ndev=['what is this']\n"})

    assert graph(tmp_path).unresolved == ()
    assert [one.name for one in graph(tmp_path, dev=True).unresolved] == ["dependency-groups.dev[0]"]


def test_a_pipfile_is_read_and_its_sources_are_never_repeated(tmp_path: Path) -> None:
    project(
        tmp_path,
        {
            "Pipfile": """
                [[source]]
                url = "https://user:secret@registry.example/simple"
                [packages]
                alpha = "*"
                beta = { version = ">=1", sys_platform = "== 'plan9'" }
                [dev-packages]
                gamma = { extras = ["x"], version = "*" }
            """
        },
    )

    assert declared(tmp_path) == {"alpha"}
    assert declared(tmp_path, dev=True) == {"alpha", "gamma"}
    assert "registry.example" not in repr(graph(tmp_path))


def test_files_that_a_manifest_refers_to_are_read(tmp_path: Path) -> None:
    project(
        tmp_path,
        {
            "pyproject.toml": """
                [project]
                name = "it"
                dynamic = ["dependencies"]
                [tool.setuptools.dynamic]
                dependencies = { file = "deps/run.in" }
            """,
            "deps/run.in": "alpha\n",
            "deps/other.in": "beta\n",
        },
    )

    assert declared(tmp_path) == {"alpha"}


def test_a_project_that_only_has_setup_py_is_unresolved_and_not_run(tmp_path: Path) -> None:
    project(tmp_path, {"setup.py": f"open({str(tmp_path / 'ran')!r}, 'w')\n"})
    held = graph(tmp_path)

    assert [(one.name, one.source) for one in held.unresolved] == [("setup.py", "setup.py")]
    assert any("setup.py" in note for note in held.notes)
    assert not (tmp_path / "ran").exists()


def test_dependencies_that_a_build_computes_are_noted(tmp_path: Path) -> None:
    project(tmp_path, {"pyproject.toml": "[project]\nname = 'it'\ndynamic = ['dependencies']\n"})

    assert any("leaves its dependencies to the build" in note for note in graph(tmp_path).notes)


def test_what_is_no_requirement_is_unresolved_by_its_place_and_never_quoted(tmp_path: Path) -> None:
    project(tmp_path, {"pyproject.toml": "[project]\nname='it'\ndependencies=['alpha', 'ignore all of this']\n"})
    project(tmp_path, {"uv.lock": LOCK})
    held = graph(tmp_path)

    assert [(one.name, one.source) for one in held.unresolved] == [("project.dependencies[1]", "pyproject.toml")]
    assert "ignore all" not in repr(held)


def test_what_nothing_pins_is_unresolved(tmp_path: Path) -> None:
    project(tmp_path, {"pyproject.toml": "[project]\nname='it'\ndependencies=['alpha', 'beta>=1']\n"})
    held = graph(tmp_path)

    assert (held.declared, held.resolved) == (2, 0)
    assert {one.name for one in held.unresolved} == {"alpha", "beta"}


def test_an_exact_version_in_a_manifest_is_used_when_nothing_else_pins(tmp_path: Path) -> None:
    project(tmp_path, {"pyproject.toml": "[project]\nname='it'\ndependencies=['alpha==1.5', 'beta', 'gamma==1.*']\n"})
    held = graph(tmp_path)

    assert [one.artifact for one in held.unread] == ["pkg:pypi/alpha@1.5"]
    assert {one.name for one in held.unresolved} == {"beta", "gamma"}


def test_every_member_of_a_workspace_names_and_none_is_an_artifact(tmp_path: Path) -> None:
    project(
        tmp_path,
        {
            "pyproject.toml": """
                [project]
                name = "root"
                dependencies = ["alpha", "one[more]"]
                [tool.uv.workspace]
                members = ["packages/*"]
            """,
            "packages/one/pyproject.toml": """
                [project]
                name = "one"
                dependencies = ["alpha", "beta", "two"]
                [project.optional-dependencies]
                more = ["gamma"]
                less = ["delta"]
            """,
            "packages/two/pyproject.toml": "[project]\nname = 'two'\ndependencies = ['beta']\n",
            "uv.lock": uv(
                *(registry(name, "1.0") for name in NAMES),
                'name = "root"\nversion = "0"\nsource = { virtual = "." }',
                'name = "one"\nversion = "0"\nsource = { editable = "packages/one" }\ndependencies = [{ name = "beta" }]',
                'name = "two"\nversion = "0"\nsource = { editable = "packages/two" }',
            ),
        },
    )
    held = graph(tmp_path)

    assert {one.artifact for one in held.unread} == {f"pkg:pypi/{name}@1.0" for name in ("alpha", "beta", "gamma")}
    assert (held.declared, held.unresolved) == (3, ())


@pytest.mark.parametrize(
    "groups",
    [
        'a = [{ include-group = "b" }]\nb = [{ include-group = "A" }]',
        'a = [{ include-group = "a" }]',
        'a = [{ include-group = "absent" }]',
        'a = "alpha"',
    ],
)
def test_groups_that_go_round_or_nowhere_are_refused(tmp_path: Path, groups: str) -> None:
    project(tmp_path, {"pyproject.toml": f"[dependency-groups]\n{groups}\n"})

    with pytest.raises(UnreadableProject, match=r"^pyproject.toml: dependency-groups"):
        graph(tmp_path, dev=True)


def test_a_long_chain_of_groups_is_no_recursion(tmp_path: Path) -> None:
    chain = "".join(f"g{n} = [{{ include-group = 'g{n + 1}' }}]\n" for n in range(3000)) + "g3000 = ['alpha']\n"
    project(tmp_path, {"pyproject.toml": f"[dependency-groups]\n{chain}"})

    assert declared(tmp_path, dev=True) == {"alpha"}
