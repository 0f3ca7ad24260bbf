"""uv.lock: which packages are reached, at which version, and from where."""

from __future__ import annotations

from pathlib import Path

from tests.resolve.pypi.made import graph, manifest, names, project, registry, uv, wheel, why

ZEROS = "sha256:" + "0" * 64


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
