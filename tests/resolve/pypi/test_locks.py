"""Lock files of every kind: what is declared and unresolved, which is believed, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from paredown.errors import UnreadableProject
from tests.resolve.pypi.made import Venv, graph, manifest, names, project, registry, uv, wheel


def test_what_the_manifest_names_and_the_lock_does_not_hold_is_unresolved(tmp_path: Path) -> None:
    lock = uv(registry("alpha", "1.0"), 'name = "gamma"\nsource = { git = "x" }')
    project(tmp_path, {"pyproject.toml": manifest("alpha", "beta", "gamma"), "uv.lock": lock})
    held = graph(tmp_path)

    assert {one.name: one.why for one in held.unresolved} == {
        "beta": "uv.lock has no exact version of it",
        "gamma": "uv.lock names it without a version",
    }
    assert (held.declared, held.resolved) == (3, 1)


@pytest.mark.parametrize("stub", ["types-alpha", "alpha-stubs", "alpha-types"])
def test_stubs_of_a_named_package_are_declared_by_whoever_names_it(tmp_path: Path, stub: str) -> None:
    project(
        tmp_path,
        {
            "pyproject.toml": manifest("alpha", more=f"[dependency-groups]\ndev = ['{stub}', 'beta', 'types-beta']\n"),
            "uv.lock": uv(*(registry(name, "1.0") for name in ("alpha", "beta", stub, "types-beta"))),
        },
    )
    for name in ("alpha", stub):
        wheel(tmp_path / "shelf" / "pypi", name, "1.0")
    held = graph(tmp_path, archives=tmp_path / "shelf")

    assert names(held) == {"alpha 1.0", f"{stub} 1.0"}
    assert held.declared == 2


def test_the_first_source_is_believed_and_a_note_names_the_others(tmp_path: Path) -> None:
    project(
        tmp_path,
        {
            "pyproject.toml": manifest("alpha"),
            "uv.lock": uv(registry("alpha", "1.0")),
            "poetry.lock": "not even toml",
            "pylock.dev.toml": "",
            "requirements.txt": "alpha==2.0\n",
        },
    )
    held = graph(tmp_path)

    assert names(held) == {"alpha 1.0"}
    for name in ("poetry.lock", "pylock.dev.toml", "requirements.txt"):
        assert f"{name} is ignored, uv.lock is read" in held.notes


def test_names_are_normalised_and_versions_exact(tmp_path: Path) -> None:
    lock = uv(registry("Al.pha_x", "1.0.0+Local.1"), registry("beta", "1!2.0RC1"))
    project(tmp_path, {"pyproject.toml": manifest("AL-PHA-X", "beta"), "uv.lock": lock})

    assert names(graph(tmp_path)) == {"al-pha-x 1.0.0%2Blocal.1", "beta 1%212.0rc1"}


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("uv.lock", "version = 2\n", "version is not 1"),
        ("uv.lock", "version = true\n", "version is not 1"),
        ("uv.lock", uv("version = '1'"), "package[0] has no valid project name"),
        ("uv.lock", uv('name = "a\\u001b[31m"\nversion = "1"'), "package[0] has no valid project name"),
        ("uv.lock", "version = 1\npackage = 3\n", "package is not a list"),
        ("uv.lock", uv('name = "a"\nversion = 1'), "package[0].version is not a string"),
        ("uv.lock", 'version = 1\n\n[[package]\nname = "a"\n', "line 3: not valid TOML"),
        ("uv.lock", b"version = 1\n# \xff\n", "is not UTF-8 (line 2)"),
        ("poetry.lock", "[metadata]\nlock-version = '3.0'\n", "lock-version is not 1.1, 2.0 or 2.1"),
        ("poetry.lock", "", "lock-version is not 1.1, 2.0 or 2.1"),
        ("pylock.toml", "lock-version = '2.0'\ncreated-by = 'x'\npackages = []\n", "lock-version is not 1"),
        ("pylock.toml", "lock-version = '1.0'\npackages = []\n", "created-by is not as PEP 751 says"),
        ("pdm.lock", "[metadata]\nlock_version = '5.0'\n", "lock_version is not 4"),
        ("Pipfile.lock", '{"_meta": {"pipfile-spec": 7}}', "pipfile-spec is not 6"),
        ("Pipfile.lock", '{\n"_meta": }', "line 2: not valid JSON"),
        ("Pipfile.lock", "[" * 100_000, "is nested too deeply"),
        ("Pipfile.lock", "[]", "the file is not a table"),
    ],
)
def test_a_lock_that_cannot_be_understood_names_the_file_and_the_reason(
    tmp_path: Path, name: str, content: str | bytes, reason: str
) -> None:
    project(tmp_path, {"pyproject.toml": manifest("alpha"), name: content})

    with pytest.raises(UnreadableProject) as raised:
        graph(tmp_path)
    assert raised.value.subject == name
    assert reason in raised.value.reason


def test_a_version_that_is_none_is_unresolved(tmp_path: Path) -> None:
    project(tmp_path, {"pyproject.toml": manifest("alpha"), "uv.lock": uv(registry("alpha", "one; rm -rf"))})
    held = graph(tmp_path)

    assert (names(held), [one.name for one in held.unresolved]) == (set(), ["alpha"])


def test_a_marker_that_cannot_be_understood_keeps_what_it_guards_and_is_counted(tmp_path: Path) -> None:
    lock = uv(
        registry("alpha", "1.0", 'dependencies = [{ name = "beta", marker = "what is this" }]'), registry("beta", "1")
    )
    project(tmp_path, {"pyproject.toml": manifest("alpha"), "uv.lock": lock})
    held = graph(tmp_path)

    assert names(held) == {"alpha 1.0", "beta 1"}
    assert "1 markers cannot be understood; what they guard is kept" in held.notes


def test_the_counts_add_up(tmp_path: Path) -> None:
    project(
        tmp_path,
        {"pyproject.toml": manifest("alpha", "beta"), "uv.lock": uv(registry("alpha", "1"), registry("beta", "2"))},
    )
    Venv(tmp_path / ".venv").add("alpha", "1")
    held = graph(tmp_path)

    assert held.resolved == len(held.artifacts) + len({one.artifact for one in held.unread}) == 2
    assert [(one.name, one.declared, one.publisher, one.direct_of) for one in held.artifacts] == [
        ("alpha", True, "alpha", ("it",))
    ]
