"""Lock files of Poetry, PDM and Pipenv, and pylock.toml: what each pins and what is reached in it."""

from __future__ import annotations

from pathlib import Path

from tests.resolve.pypi.made import graph, manifest, names, project, wheel, why

ZEROS = "sha256:" + "0" * 64


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
