"""Lock files: what each format pins, what is reached in it, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from paredown.errors import UnreadableProject
from tests.resolve.pypi.made import Venv, graph, names, project, registry, uv, wheel, why

ZEROS = "sha256:" + "0" * 64


def manifest(*requirements: str, more: str = "") -> str:
    """Return a pyproject.toml that names `requirements`."""
    listed = ", ".join(f'"{one}"' for one in requirements)
    return f'[project]\nname = "it"\nversion = "0"\ndependencies = [{listed}]\n{more}'


def test_uv_edges_extras_and_markers_are_followed(tmp_path: Path) -> None:
    project(
        tmp_path,
        {
            "pyproject.toml": manifest("alpha[x]"),
            "uv.lock": uv(
                registry(
                    "alpha",
                    "1.0",
                    """
                    dependencies = [
                        { name = "beta" },
                        { name = "elsewhere", marker = "sys_platform == 'plan9'" },
                    ]
                    [package.optional-dependencies]
                    X = [{ name = "gamma", extra = ["y"] }]
                    z = [{ name = "zeta" }]
                    """,
                ),
                registry("beta", "2.0", 'dependencies = [{ name = "alpha" }]'),
                registry("gamma", "3.0", '[package.optional-dependencies]\ny = [{ name = "delta" }]'),
                registry("delta", "4.0"),
                registry("zeta", "5.0"),
                registry("elsewhere", "6.0"),
                registry("unreached", "7.0"),
                head="revision = 3\n",
            ),
        },
    )
    held = graph(tmp_path)

    assert names(held) == {"alpha 1.0", "beta 2.0", "gamma 3.0", "delta 4.0"}
    assert (held.source, held.declared, held.resolved) == ("uv.lock v1, revision 3", 1, 4)
    assert "1 locked packages are left out: their markers do not hold here" in held.notes


def test_uv_forks_choose_one_version_by_marker_and_by_edge(tmp_path: Path) -> None:
    project(
        tmp_path,
        {
            "pyproject.toml": manifest("alpha", "beta"),
            "uv.lock": uv(
                registry("alpha", "1.0", "resolution-markers = [\"python_full_version < '3'\"]"),
                registry(
                    "alpha", "2.0", "resolution-markers = [\"python_full_version >= '3'\", \"os_name == 'plan9'\"]"
                ),
                registry("beta", "1.0", 'dependencies = [{ name = "gamma", version = "1.0" }]'),
                registry("gamma", "1.0"),
                registry("gamma", "2.0"),
            ),
        },
    )
    held = graph(tmp_path)

    assert names(held) == {"alpha 2.0", "beta 1.0", "gamma 1.0"}
    assert not any("several versions" in note for note in held.notes)


def test_several_versions_that_all_hold_are_noted_and_the_highest_is_read(tmp_path: Path) -> None:
    lock = uv(registry("alpha", "9.0"), registry("alpha", "10.0"))
    project(tmp_path, {"pyproject.toml": manifest("alpha"), "uv.lock": lock})
    held = graph(tmp_path)

    assert names(held) == {"alpha 10.0"}
    assert any("several versions" in note for note in held.notes)


def test_uv_sources_other_than_a_registry_are_read_only_where_they_lie_inside(tmp_path: Path) -> None:
    digest = wheel(tmp_path / "vendor", "packed", "1.0")
    project(
        tmp_path,
        {
            "pyproject.toml": manifest("folder", "packed", "changed", "outside", "cloned", "linked"),
            "libs/folder/src/folder/__init__.py": "",
            "uv.lock": uv(
                'name = "folder"\nversion = "1.0"\nsource = { directory = "libs/folder" }',
                'name = "packed"\nversion = "1.0"\nsource = { path = "vendor/packed-1.0-py3-none-any.whl" }\n'
                f'wheels = [{{ filename = "packed-1.0-py3-none-any.whl", hash = "sha256:{digest}" }}]',
                'name = "changed"\nversion = "1.0"\nsource = { path = "vendor/packed-1.0-py3-none-any.whl" }\n'
                f'wheels = [{{ filename = "changed-1.0-py3-none-any.whl", hash = "{ZEROS}" }}]',
                'name = "outside"\nversion = "1.0"\nsource = { editable = "../outside" }',
                'name = "cloned"\nversion = "1.0"\nsource = { git = "https://registry.example/cloned#0123" }',
                'name = "linked"\nversion = "1.0"\nsource = { url = "https://registry.example/linked.tar.gz" }',
            ),
        },
    )
    held = graph(tmp_path, offline=False)

    assert {one.name: one.files.root for one in held.artifacts} == {
        "folder": tmp_path / "libs/folder/src",
        "packed": tmp_path / "vendor/packed-1.0-py3-none-any.whl",
    }
    reasons = why(held)
    assert "hash is not the one" in reasons["changed"]
    assert "outside the project" in reasons["outside"]
    assert "a version control system" in reasons["cloned"]
    assert "an address" in reasons["linked"]


def test_what_the_manifest_names_and_the_lock_does_not_hold_is_unresolved(tmp_path: Path) -> None:
    lock = uv(registry("alpha", "1.0"), 'name = "gamma"\nsource = { git = "x" }')
    project(tmp_path, {"pyproject.toml": manifest("alpha", "beta", "gamma"), "uv.lock": lock})
    held = graph(tmp_path)

    assert {one.name: one.why for one in held.unresolved} == {
        "beta": "uv.lock has no exact version of it",
        "gamma": "uv.lock names it without a version",
    }
    assert (held.declared, held.resolved) == (3, 1)


POETRY = """
    [[package]]
    name = "Alpha"
    version = "1.0"
    optional = false
    python-versions = ">=3.8"
    groups = ["main"]
    files = [
        {file = "alpha-1.0-py3-none-any.whl", hash = "sha256:00"},
        {file = "alpha-1.0.tar.gz", hash = "sha256:11"},
    ]

    [package.dependencies]
    beta = {version = "*", extras = ["y"]}
    gone = {version = "*", markers = "sys_platform == \\"plan9\\""}
    extra_only = {version = "*", optional = true, markers = "extra == \\"x\\""}

    [package.extras]
    x = ["extra-only"]

    [[package]]
    name = "beta"
    version = "2.0"
    optional = false
    python-versions = "*"
    groups = ["main", "test"]
    markers = {main = "python_version >= \\"3\\"", test = "sys_platform == \\"plan9\\""}
    files = [{file = "beta-2.0.tar.gz", hash = "sha256:00"}]

    [package.dependencies]
    gamma = {version = "*", optional = true}

    [package.extras]
    y = ["gamma (>=1)"]

    [[package]]
    name = "gamma"
    version = "3.0"
    optional = false
    python-versions = "*"

    [[package]]
    name = "extra-only"
    version = "4.0"
    optional = true
    python-versions = "*"

    [[package]]
    name = "gone"
    version = "5.0"
    optional = false
    python-versions = "*"
    markers = "sys_platform == \\"plan9\\""

    [[package]]
    name = "types-alpha"
    version = "6.0"
    optional = false
    python-versions = "*"
    groups = ["typing"]

    [metadata]
    lock-version = "2.1"
    python-versions = "^3.8"
"""


def test_poetry_edges_and_groups_are_followed(tmp_path: Path) -> None:
    project(tmp_path, {"pyproject.toml": manifest("alpha"), "poetry.lock": POETRY})
    held = graph(tmp_path)

    assert names(held) == {"alpha 1.0", "beta 2.0", "gamma 3.0", "types-alpha 6.0"}
    assert held.source == "poetry.lock 2.1"
    assert "source archive" in why(held)["beta"]

    project(tmp_path, {"pyproject.toml": manifest("alpha[x]")})
    assert "extra-only 4.0" in names(graph(tmp_path))


def test_a_poetry_extra_of_the_project_is_a_condition_of_packages(tmp_path: Path) -> None:
    text = """
        [tool.poetry.dependencies]
        alpha = { version = "*", optional = true }
        [tool.poetry.extras]
        some = ["alpha"]
    """
    lock = """
        [[package]]
        name = "alpha"
        version = "1.0"
        markers = "extra == \\"some\\""
        [metadata]
        lock-version = "2.1"
    """
    project(tmp_path, {"pyproject.toml": text, "poetry.lock": lock})

    assert names(graph(tmp_path)) == set()
    assert names(graph(tmp_path, dev=True)) == {"alpha 1.0"}


def test_uv_extras_that_exclude_each_other_are_conditions_of_edges(tmp_path: Path) -> None:
    def edge(version: str, extra: str) -> str:
        return f'{{ name = "beta", version = "{version}", marker = "extra == \'extra-2-it-{extra}\'" }}'

    more = "[project.optional-dependencies]\nold = ['alpha']\nnew = ['alpha']\n"
    lock = uv(
        registry("alpha", "1.0", f"dependencies = [{edge('1.0', 'old')}, {edge('2.0', 'new')}]"),
        registry("beta", "1.0"),
        registry("beta", "2.0"),
    )
    project(tmp_path, {"pyproject.toml": manifest("it[old]", more=more), "uv.lock": lock})

    assert names(graph(tmp_path)) == {"alpha 1.0", "beta 1.0"}


def test_an_older_poetry_lock_keeps_its_files_in_the_metadata_and_forks_by_range(tmp_path: Path) -> None:
    lock = f"""
        [[package]]
        name = "alpha"
        version = "1.0"
        category = "main"
        [package.dependencies]
        beta = "^1.0"
        [[package]]
        name = "beta"
        version = "1.5"
        category = "main"
        [[package]]
        name = "beta"
        version = "2.5"
        category = "main"
        [metadata]
        lock-version = "1.1"
        [metadata.files]
        alpha = [{{file = "alpha-1.0.tar.gz", hash = "{ZEROS}"}}]
    """
    project(tmp_path, {"pyproject.toml": manifest("alpha"), "poetry.lock": lock})
    held = graph(tmp_path)

    assert names(held) == {"alpha 1.0", "beta 1.5"}
    assert "source archive" in why(held)["alpha"]


def test_a_pylock_chooses_by_marker_extra_and_group(tmp_path: Path) -> None:
    def package(name: str, marker: str = "") -> str:
        condition = f'marker = "{marker}"\n' if marker else ""
        return (
            f'[[packages]]\nname = "{name}"\nversion = "1.0"\n{condition}'
            f'[[packages.wheels]]\nname = "{name}-1.0-py3-none-any.whl"\n'
            f'url = "https://registry.example/x"\nhashes = {{ sha256 = "{"0" * 64}" }}\n'
        )

    head = 'lock-version = "1.0"\ncreated-by = "x"\nextras = ["more"]\ndependency-groups = ["dev"]\n'
    packages = [
        package("alpha"),
        package("beta", "'more' in extras"),
        package("gamma", "'dev' in dependency_groups"),
        package("delta", "sys_platform == 'plan9'"),
    ]
    project(tmp_path, {"pyproject.toml": manifest("alpha"), "pylock.toml": head + "".join(packages)})

    assert names(graph(tmp_path)) == {"alpha 1.0"}
    assert names(graph(tmp_path, dev=True)) == {"alpha 1.0", "beta 1.0", "gamma 1.0"}


def test_a_pylock_reads_folders_and_wheels_inside_the_project_and_no_other_source(tmp_path: Path) -> None:
    digest = wheel(tmp_path / "vendor", "packed", "1.0")
    hashes = f'hashes = {{ sha256 = "{digest}" }}'
    packages = {
        "folder": 'directory = { path = "libs/folder" }',
        "packed": f'archive = {{ path = "vendor/packed-1.0-py3-none-any.whl", {hashes} }}',
        "cloned": 'vcs = { type = "git", url = "https://registry.example/x", commit-id = "0" }',
    }
    tables = "".join(f'[[packages]]\nname = "{one}"\nversion = "1.0"\n{held}\n' for one, held in packages.items())
    project(
        tmp_path,
        {
            "pyproject.toml": manifest(*packages),
            "libs/folder/folder.py": "",
            "pylock.toml": f'lock-version = "1.0"\ncreated-by = "x"\n{tables}[[packages]]\nname = "nameless"\ndirectory = {{ path = "." }}\n',
        },
    )
    held = graph(tmp_path)

    assert {one.name for one in held.artifacts} == {"folder", "packed"}
    assert set(why(held)) == {"cloned"}


def test_pdm_edges_and_entries_for_extras_are_followed(tmp_path: Path) -> None:
    lock = f"""
        [metadata]
        lock_version = "4.5.0"
        [[metadata.targets]]
        requires_python = ">=3.8"
        [[package]]
        name = "alpha"
        version = "1.0"
        dependencies = ["gone; sys_platform == 'plan9'", "gamma>=1"]
        files = [{{file = "alpha-1.0-py3-none-any.whl", hash = "{ZEROS}"}}]
        [[package]]
        name = "alpha"
        version = "1.0"
        extras = ["x"]
        dependencies = ["alpha==1.0", "beta"]
        [[package]]
        name = "beta"
        version = "2.0"
        [[package]]
        name = "gamma"
        version = "3.0"
        [[package]]
        name = "gone"
        version = "4.0"
    """
    project(tmp_path, {"pyproject.toml": manifest("alpha"), "pdm.lock": lock})
    assert names(graph(tmp_path)) == {"alpha 1.0", "gamma 3.0"}

    project(tmp_path, {"pyproject.toml": manifest("alpha[x]")})
    assert names(graph(tmp_path)) == {"alpha 1.0", "beta 2.0", "gamma 3.0"}


def test_a_pipfile_lock_has_a_section_for_development(tmp_path: Path) -> None:
    lock = """
        {"_meta": {"pipfile-spec": 6, "requires": {}},
         "default": {"alpha": {"version": "==1.0", "hashes": ["sha256:%s"]},
                     "gone": {"version": "==1.0", "markers": "sys_platform == 'plan9'"},
                     "cloned": {"git": "https://registry.example/x", "ref": "0123"}},
         "develop": {"beta": {"version": "==2.0"}, "alpha-stubs": {"version": "==3.0"}}}
    """
    project(tmp_path, {"Pipfile": '[packages]\nalpha = "*"\ncloned = "*"\n', "Pipfile.lock": lock % ("0" * 64)})
    held = graph(tmp_path)

    assert names(held) == {"alpha 1.0", "alpha-stubs 3.0"}
    assert [one.name for one in held.unresolved] == ["cloned"]
    assert names(graph(tmp_path, dev=True)) == {"alpha 1.0", "alpha-stubs 3.0", "beta 2.0"}


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
