"""What only exists at run time is said to, once a file, and is never guessed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harvest.javascript.made import exported, harvest, package

COMPUTED = "exports computed at run time"
CASES = {
    "a name from elsewhere": (
        "exports.a = 1; exports[name()] = 2; exports[k] = 3",
        ["a"],
        f"{COMPUTED}; 2 assignments not read",
    ),
    "a loop over files": (
        "exports.a = 1; fs.readdirSync(__dirname).forEach(function (f) { exports[f] = require('./' + f) })",
        ["a"],
        f"{COMPUTED}; 1 assignment not read",
    ),
    "a loop over what another package lists": (
        "const app = exports = module.exports = {}; app.use = () => {};"
        "for (const m of methods) { app[m] = function () {} }",
        ["use"],
        f"{COMPUTED}; 1 assignment not read",
    ),
    "a wrapped copy of another module": (
        "const o = require('fs'); Object.keys(o).forEach(k => { exports[k] = promisify(o[k]) })",
        [],
        f"{COMPUTED}; 1 assignment not read",
    ),
    "a module chosen at run time": ("module.exports = require(process.env.WHICH)", ["default"], COMPUTED),
    "a call of another package": ("module.exports = wrap({ a() {} })", ["default"], COMPUTED),
    "a proxy": ("module.exports = new Proxy({ a: 1 }, {})", ["default"], COMPUTED),
    "eval": ("exports.a = 1; eval(code)", ["a"], f"{COMPUTED}; 1 assignment not read"),
    "exports handed to what is not known": (
        "exports.a = 1; new Function('exports', body)(exports)",
        ["a"],
        f"{COMPUTED}; 1 assignment not read",
    ),
    "a spread of what is not known": ("module.exports = { a: 1, ...load() }", ["a"], COMPUTED),
    "an assignment of what is not known": ("exports.a = 1; Object.assign(exports, load())", ["a"], COMPUTED),
    "a module of the runtime": ("module.exports = require('node:fs')", ["default"], COMPUTED),
    "a computed member of a class": (
        "exports.A = class { [name]() {} run() {} }",
        ["A", "A run"],
        f"{COMPUTED}; 1 assignment not read",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_decided_at_run_time_is_one_gap_and_no_entry(case: str, tmp_path: Path) -> None:
    text, names, why = CASES[case]
    found = exported(tmp_path, text)
    assert found.names == [f"pkg {name}" for name in names]
    assert found.gaps == [f"index.js: {why}"]


def test_a_value_that_is_computed_under_a_written_name_is_no_gap(tmp_path: Path) -> None:
    found = exported(tmp_path, "exports.log = require('debug')('pkg'); exports.sep = require('path').sep")
    assert (found.names, found.gaps) == (["pkg log", "pkg sep"], [])


def test_a_plugin_may_add_to_what_it_is_given_and_data_may_not(tmp_path: Path) -> None:
    text = "class A { use(x) { return x } } const a = new A(); a.use(require('./WHAT')); module.exports = a"
    files = {"p.js": "module.exports = 1", "d.json": "{}"}
    plugin = exported(tmp_path / "p", text.replace("WHAT", "p"), files)
    data = exported(tmp_path / "d", text.replace("WHAT", "d.json"), files)
    assert plugin.gaps == [f"index.js: {COMPUTED}; 1 assignment not read"]
    assert data.gaps == []


def test_the_reasons_of_one_file_come_together(tmp_path: Path) -> None:
    found = exported(
        tmp_path, "exports[k] = 1; exports['content-type'] = 2; Object.assign(exports, require('missing'))"
    )
    assert found.gaps == [
        "index.js: re-exports missing, which the graph does not have; 1 name that is no identifier left out;"
        " exports computed at run time; 1 assignment not read"
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("module.exports = require('./gone')", "re-exports a file that is not there"),
        ("module.exports = require('../../etc/passwd')", "re-exports what lies outside its package"),
        ("export * from '#private'", "re-exports a private module that is not there"),
        ("export * from 'gone'", "re-exports gone, which the graph does not have"),
    ],
)
def test_a_module_that_is_not_there_is_said(text: str, why: str, tmp_path: Path) -> None:
    assert why in exported(tmp_path, text).gaps[0]


def test_a_module_that_the_other_package_lacks_is_said(tmp_path: Path) -> None:
    other = package(tmp_path / "other", {"package.json": {"exports": {".": "./a.js"}}, "a.js": ""}, "other")
    own = package(tmp_path / "pkg", {"package.json": {}, "index.js": "export * from 'other/b'"}, near={"other": other})
    assert harvest(own).gaps == ["index.js: re-exports a module of other that is not there"]
