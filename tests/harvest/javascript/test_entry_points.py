"""Which files of a package are modules of it: conditions, `main`, `module`, folders, deep modules."""

from __future__ import annotations

from pathlib import Path

import pytest

from paredown.harvest import javascript
from tests.harvest.javascript.made import Content, harvest, package

CASES: dict[str, tuple[dict[str, Content], list[str]]] = {
    "main without its ending": ({"package.json": {"main": "./lib/a"}, "lib/a.js": "exports.a = 1"}, ["pkg a"]),
    "main as a folder": (
        {"package.json": {"main": "lib"}, "lib/package.json": {"main": "b"}, "lib/b.js": "exports.b = 1"},
        ["pkg b", "pkg/lib"],
    ),
    "a main that is gone, and an index": (
        {"package.json": {"main": "gone.js"}, "index.js": "exports.a = 1"},
        ["pkg a"],
    ),
    "a main of JSON": ({"package.json": {"main": "data.json"}, "data.json": {"a": 1}}, ["pkg default"]),
    "module and main": (
        {"package.json": {"main": "c.js", "module": "m.js"}, "m.js": "export const m = 1", "c.js": "exports.c = 1"},
        ["pkg c", "pkg m"],
    ),
    "import and require": (
        {
            "package.json": {"exports": {"import": "./m.mjs", "require": "./c.cjs"}},
            "m.mjs": "export const both = 1, m = 2",
            "c.cjs": "exports.both = 1; exports.c = 2",
        },
        ["pkg both", "pkg c", "pkg m"],
    ),
    "the file for Node": (
        {
            "package.json": {
                "exports": {".": {"browser": "./b.js", "node": {"import": "./n.js"}, "default": "./d.js"}}
            },
            "b.js": "export const b = 1",
            "n.js": "export const n = 1",
            "d.js": "export const d = 1",
        },
        ["pkg d", "pkg n"],
    ),
    "deep modules, each declaration once": (
        {
            "package.json": {"exports": {".": "./a.js", "./deep": "./deep.js", "./p/*": "./p/*.js", "./no": None}},
            "a.js": "exports.a = require('./deep').own; exports.same = require('./deep').same",
            "deep.js": "exports.own = () => {}; exports.same = () => {}; exports.more = () => {}",
            "p/x.js": "module.exports = (x) => x",
        },
        ["pkg a", "pkg same", "pkg/deep more", "pkg/p/x default"],
    ),
    "no module at the root": ({"package.json": {}, "a.js": "exports.a = 1"}, ["pkg/a a"]),
}


@pytest.mark.parametrize("case", CASES)
def test_the_modules_of_a_package_are_found(case: str, tmp_path: Path) -> None:
    files, names = CASES[case]
    found = harvest(package(tmp_path, files))
    assert [n for n in found.names if n != "pkg/lib b"] == [n for n in names if n != "pkg/lib"]


def test_what_the_manifest_names_and_is_not_there_is_said(tmp_path: Path) -> None:
    found = harvest(package(tmp_path, {"package.json": {"exports": {".": "./gone.js"}}}))
    assert found.gaps == ["gone.js: is not there"]


def test_a_manifest_that_is_not_json_is_said_and_the_index_read(tmp_path: Path) -> None:
    found = harvest(package(tmp_path, {"package.json": "{", "index.js": "exports.a = 1"}))
    assert found.names == ["pkg a"]
    assert found.gaps == ["package.json: is not JSON"]


def test_a_re_exported_package_is_followed_as_its_own_graph_has_it(tmp_path: Path) -> None:
    last = package(tmp_path / "last", {"package.json": {"main": "l.js"}, "l.js": "exports.deep = (l) => l"}, "last")
    other = package(
        tmp_path / "other",
        {"package.json": {}, "index.js": "module.exports = require('last'); exports.lost = 1"},
        "other",
        near={"last": last},
    )
    own = package(
        tmp_path / "pkg", {"package.json": {}, "index.js": "module.exports = require('other')"}, near={"other": other}
    )
    found = harvest(own)
    assert found.lines == ["function pkg | deep(l)"]
    assert found.entries[0].artifact is own.artifact
    assert found.entries[0].import_path == "pkg"


def test_packages_that_re_export_each_other_end(tmp_path: Path) -> None:
    near: dict[str, object] = {}
    other = package(
        tmp_path / "o", {"package.json": {}, "index.js": "export * from 'pkg'; export const o = 1"}, "other", near
    )  # type: ignore[arg-type]
    own = package(
        tmp_path / "p", {"package.json": {}, "index.js": "export * from 'other'; export const p = 1"}, "pkg", near
    )  # type: ignore[arg-type]
    near |= {"other": other, "pkg": own}
    assert harvest(own).names == ["pkg o", "pkg p"]


def test_a_package_that_another_one_declares_is_not_read_for_its_scripts(tmp_path: Path) -> None:
    types = package(tmp_path / "t", {"package.json": {}}, "@types/pkg")
    assert javascript.describes(package(tmp_path / "a", {"package.json": {}}))
    assert not javascript.describes(package(tmp_path / "b", {"package.json": {}}, near={"@types/pkg": types}))
    assert not javascript.describes(types)
