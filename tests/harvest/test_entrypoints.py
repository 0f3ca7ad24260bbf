"""Which modules a manifest opens, and the file that each is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from paredown.harvest.entrypoints import EntryPoint, entry_points, manifest, module_name, package_of, types_package
from paredown.model import Files
from paredown.tree import Refused, open_tree

TYPES = ("types", "import", "node", "default")
SCRIPTS = ("import", "node", "default")


def points(
    root: Path, content: object, names: str, conditions: tuple[str, ...] = TYPES, module: str = "pkg"
) -> dict[str, str]:
    """Write a package of empty files and return its modules, refusals under their path with `!` before the reason."""
    for name in names.split():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text('{"main": "main.js"}' if name.endswith("package.json") else "")
    root.mkdir(exist_ok=True)
    (root / "package.json").write_text(content if isinstance(content, str) else json.dumps(content))
    with open_tree(Files(root=root)) as tree:
        found = list(entry_points(tree, module, conditions))
    assert len({p.specifier for p in found if isinstance(p, EntryPoint)}) == sum(
        isinstance(p, EntryPoint) for p in found
    )
    return {p.specifier: p.path if isinstance(p, EntryPoint) else "" for p in found if isinstance(p, EntryPoint)} | {
        p.path: f"! {p.why}" for p in found if isinstance(p, Refused)
    }


@pytest.mark.parametrize(
    ("content", "names", "path"),
    [
        ({"types": "./lib/a.d.ts"}, "lib/a.d.ts index.d.ts", "lib/a.d.ts"),
        ({"typings": "lib/a"}, "lib/a.d.ts", "lib/a.d.ts"),
        ({"types": "lib"}, "lib/index.d.ts", "lib/index.d.ts"),
        ({"types": "./"}, "index.d.ts", "index.d.ts"),
        ({"main": "lib/a.js"}, "lib/a.js lib/a.d.ts", "lib/a.d.ts"),
        ({"main": "lib/a.cjs"}, "lib/a.cjs lib/a.d.cts", "lib/a.d.cts"),
        ({"main": "lib/a"}, "lib/a.js lib/a.d.ts", "lib/a.d.ts"),
        ({"main": "src/a.ts"}, "src/a.ts", "src/a.ts"),
        ({"types": "a.d.ts"}, "a.ts a.d.ts", "a.d.ts"),
        ({}, "index.d.ts", "index.d.ts"),
        ({"exports": "./a.js"}, "a.js a.d.ts", "a.d.ts"),
        ({"exports": {"types": "./b.d.ts", "default": "./a.js"}}, "a.js a.d.ts b.d.ts", "b.d.ts"),
        ({"exports": {"import": "./a.mjs", "types": "./b.d.ts"}}, "a.mjs a.d.mts b.d.ts", "a.d.mts"),
        ({"exports": {"import": "./a.mjs", "types": "./b.d.ts"}}, "a.mjs b.d.ts", "b.d.ts"),
        ({"exports": {".": {"import": {"types": "./a.d.mts"}, "require": {"types": "./a.d.cts"}}}}, "a.d.mts a.d.cts", "a.d.mts"),
        ({"exports": {".": {"require": {"types": "./a.d.cts"}}}}, "a.d.cts", "a.d.cts"),
        ({"exports": {".": {"browser": "./b.js", "node": "./a.js"}}}, "a.d.ts b.d.ts", "a.d.ts"),
        ({"exports": {".": [{"worker": "./b.js"}, "./gone.js", "./a.js"]}}, "a.d.ts b.d.ts", "a.d.ts"),
        ({"exports": {".": {"types@<5": "./b.d.ts", "types@>=4.2": "./a.d.ts"}}}, "a.d.ts b.d.ts", "a.d.ts"),
        ({"exports": {".": "./a.mjs"}, "types": "b.d.ts"}, "a.mjs b.d.ts", "b.d.ts"),
        ({"types": "a.d.ts", "typesVersions": {"<=4": {"*": ["old/*"]}, ">=4.1": {"*": ["new/*"]}}}, "a.d.ts old/a.d.ts new/a.d.ts", "new/a.d.ts"),
        ({"types": "a.d.ts", "typesVersions": {"<=5.6": {"*": ["old/*"]}}}, "a.d.ts old/a.d.ts", "a.d.ts"),
        ({"types": "a.d.ts", "typesVersions": {"*": {"a.d.ts": ["b.d.ts"]}}}, "a.d.ts b.d.ts", "b.d.ts"),
    ],
)  # fmt: skip
def test_the_root_is_found_as_the_compiler_finds_it(content: object, names: str, path: str, tmp_path: Path) -> None:
    assert points(tmp_path, content, names).get("pkg") == path


@pytest.mark.parametrize(
    ("content", "names", "path"),
    [
        ({"main": "lib/a.js"}, "lib/a.js lib/a.d.ts", "lib/a.js"),
        ({"main": "lib"}, "lib/index.js", "lib/index.js"),
        ({"main": "a.js", "module": "b.js"}, "a.js b.js", "b.js"),
        ({}, "index.js", "index.js"),
        ({"exports": {".": {"types": "./a.d.ts", "import": "./a.mjs"}}}, "a.d.ts a.mjs", "a.mjs"),
        ({"exports": {".": {"require": "./a.cjs"}}}, "a.cjs", "a.cjs"),
    ],
)
def test_without_types_the_files_are_scripts(content: object, names: str, path: str, tmp_path: Path) -> None:
    assert points(tmp_path, content, names, SCRIPTS) == {"pkg": path}


def test_a_pattern_opens_every_file_that_it_matches(tmp_path: Path) -> None:
    exports = {"./*": "./src/*.js", "./features/*.js": "./lib/*.mjs", "./a": "./other.js"}
    found = points(tmp_path, {"exports": exports}, "src/a.d.ts src/b/c.d.ts lib/d.d.mts lib/d.mjs other.d.ts src/e.css")

    assert found == {"pkg/a": "other.d.ts", "pkg/b/c": "src/b/c.d.ts", "pkg/features/d.js": "lib/d.d.mts"}


def test_the_most_specific_pattern_decides(tmp_path: Path) -> None:
    exports = {"./*": "./*.js", "./a/*": "./b/*.js", "./a/private/*": None, "./c": None}
    found = points(tmp_path, {"exports": exports}, "a/x.d.ts b/x.d.ts a/private/y.d.ts b/private/y.d.ts c.d.ts")

    assert found == {"pkg/a/x": "b/x.d.ts", "pkg/b/x": "b/x.d.ts", "pkg/b/private/y": "b/private/y.d.ts"}


def test_an_old_folder_mapping_is_a_pattern(tmp_path: Path) -> None:
    assert points(tmp_path, {"exports": {"./lib/": "./src/"}}, "src/a.d.ts") == {"pkg/lib/a.js": "src/a.d.ts"}


def test_without_exports_the_root_and_folders_with_a_manifest_are_open(tmp_path: Path) -> None:
    names = "index.d.ts deep/main.d.ts deep/package.json other/x.d.ts loose.d.ts"

    assert points(tmp_path, {"types": "index.d.ts"}, names) == {"pkg": "index.d.ts", "pkg/deep": "deep/main.d.ts"}


def test_a_package_without_a_root_opens_its_loose_files(tmp_path: Path) -> None:
    assert points(tmp_path, {}, "a.d.ts b.d.ts lib/c.d.ts") == {"pkg/a": "a.d.ts", "pkg/b": "b.d.ts"}


def test_a_package_of_types_opens_every_file_beside_its_root(tmp_path: Path) -> None:
    found = points(
        tmp_path, {"name": "@types/pkg", "types": "index.d.ts"}, "index.d.ts fp.d.ts sub/index.d.ts sub/in.d.ts"
    )

    assert found == {"pkg": "index.d.ts", "pkg/fp": "fp.d.ts", "pkg/sub": "sub/index.d.ts"}


def test_folders_for_older_compilers_are_no_modules(tmp_path: Path) -> None:
    content = {"name": "@types/pkg", "types": "index.d.ts", "typesVersions": {"<=5.6": {"*": ["ts5.6/*"]}}}

    assert points(tmp_path, content, "index.d.ts ts5.6/index.d.ts fp/index.d.ts") == {
        "pkg": "index.d.ts",
        "pkg/fp": "fp/index.d.ts",
    }


def test_the_keys_of_types_versions_are_modules(tmp_path: Path) -> None:
    found = points(
        tmp_path, {"types": "a.d.ts", "typesVersions": {"*": {"sub": ["./types/sub.d.ts"]}}}, "a.d.ts types/sub.d.ts"
    )

    assert found == {"pkg": "a.d.ts", "pkg/sub": "types/sub.d.ts"}


@pytest.mark.parametrize(
    "content",
    [
        {"types": "../out.d.ts"},
        {"types": "/etc/passwd"},
        {"types": "a/../../out.d.ts"},
        {"types": "..\\out.d.ts"},
        {"exports": "../out.d.ts"},
        {"exports": {".": "./a/../../out.d.ts"}},
        {"exports": {"./a": "./node_modules/other/a.d.ts"}},
        {"exports": {"./*": "./../*.d.ts"}},
        {"exports": "out.d.ts"},
        {"typesVersions": {"*": {"*": ["../*"]}}, "types": "out.d.ts"},
    ],
)
def test_a_path_out_of_the_package_is_refused(content: object, tmp_path: Path) -> None:
    (tmp_path / "out.d.ts").write_text("")
    found = points(tmp_path / "pkg", content, "a/x.d.ts")

    assert not any(path and not path.startswith("!") for path in found.values())


def test_a_target_that_is_not_there_is_said(tmp_path: Path) -> None:
    assert points(tmp_path, {"exports": {".": "./a.d.ts", "./b": "./b.js", "./c.css": "./c.css"}}, "b.js") == {
        "a.d.ts": "! is named by package.json and has no declarations",
        "b.js": "! is named by package.json and has no declarations",
    }


@pytest.mark.parametrize("content", ["{", "[]", "[" * 100_000, "1" * 5_000])
def test_a_manifest_that_is_no_object_is_refused(content: str, tmp_path: Path) -> None:
    found = points(tmp_path, content, "index.d.ts")

    assert found.pop("package.json").startswith("! is not")
    assert found == {"pkg": "index.d.ts"}


def test_a_manifest_that_is_missing_is_empty(tmp_path: Path) -> None:
    with open_tree(Files(root=tmp_path)) as tree:
        assert manifest(tree) == {}


def test_conditions_in_conditions_end(tmp_path: Path) -> None:
    content: object = "./a.d.ts"
    for _ in range(400):
        content = {"import": [content]}

    assert points(tmp_path, {"exports": content}, "a.d.ts") == {"pkg": "a.d.ts"}


def test_the_names_of_packages_and_modules_are_told_apart() -> None:
    assert [module_name(name) for name in ("a", "@a/b", "@types/a", "@types/a__b")] == ["a", "@a/b", "a", "@a/b"]
    assert [types_package(name) for name in ("a", "@a/b")] == ["@types/a", "@types/a__b"]
    assert [package_of(name) for name in ("a", "a/b/c", "@a/b", "@a/b/c")] == ["a", "a", "@a/b", "@a/b"]
