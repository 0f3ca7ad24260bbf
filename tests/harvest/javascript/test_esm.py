"""`export` in every form."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harvest.javascript.made import exported

FORMS = {
    "declarations": (
        "export const a = 1, b = 'text'; export let c; export var d = f();\n"
        "export function e(x, y = 2) {} export async function g() {} export function* h() {} export class K extends L {}",
        [
            "class pkg | class K extends L",
            "constant pkg | const a",
            "constant pkg | const b",
            "function pkg | async g()",
            "function pkg | e(x, y = 2)",
            "function pkg | h()",
            "variable pkg | let c",
            "variable pkg | var d",
        ],
    ),
    "destructured declarations": (
        "export const {a, b: c, d = 1, e: {f}, ...g} = made(); export let [h, , [i]] = made();",
        [f"constant pkg | const {n}" for n in "acdfg"] + [f"variable pkg | let {n}" for n in "hi"],
    ),
    "a default function": ("export default function named(a) {}", ["function pkg | default(a)"]),
    "an unnamed default function": ("export default async function (a) {}", ["function pkg | async default(a)"]),
    "a default arrow": ("export default (a, b) => a", ["function pkg | default(a, b)"]),
    "a default class": (
        "export default class extends Base { run() {} }",
        ["class pkg | class default extends Base", "method pkg default | run()"],
    ),
    "a default value": ("export default 42", ["constant pkg | default"]),
    "a default object": (
        "export default { getType(path) {}, types: {} }",
        ["constant pkg | default", "method pkg default | getType(path)", "property pkg default | types"],
    ),
    "a default name": ("const a = (x) => x; export default a", ["function pkg | default(x)"]),
    "a list": (
        "function a(x) {} class B {} const c = 1; export { a, B as default, c as d, a as 'e' }",
        ["class pkg | class default", "constant pkg | const d", "function pkg | a(x)", "function pkg | e(x)"],
    ),
    "an import passed on": (
        "import a, { b as c, default as d } from './m.js'; import * as n from './m.js'; export { a, c, d, n }",
        ["constant pkg | const c", "function pkg | a(m)", "function pkg | d(m)", "namespace pkg | n"],
    ),
    "a list from elsewhere": (
        "export { b, default, default as other } from './m.js'",
        ["constant pkg | const b", "function pkg | default(m)", "function pkg | other(m)"],
    ),
    "everything from elsewhere, but the default": ("export * from './m.js'", ["constant pkg | const b"]),
    "a namespace": ("export * as n from './m.js'", ["constant pkg n | const b", "namespace pkg | n"]),
    "what is given later": (
        "export { a, b }; var a = 1; function b() {} b.c = function (x) {}",
        ["function pkg | b()", "method pkg b | c(x)", "variable pkg | var a"],
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_export_is_read(form: str, tmp_path: Path) -> None:
    text, lines = FORMS[form]
    found = exported(tmp_path, text, {"m.js": "export default function (m) {} export const b = 1"})

    assert found.lines == sorted(lines)
    assert found.gaps == []


def test_a_local_name_wins_over_one_that_a_star_brings(tmp_path: Path) -> None:
    found = exported(tmp_path, "export * from './m.js'; export const a = 1", {"m.js": "export function a(other) {}"})
    assert found.lines == ["constant pkg | const a"]


def test_stars_that_lead_back_to_themselves_end(tmp_path: Path) -> None:
    found = exported(
        tmp_path,
        "export * from './a.js'; export const root = 1",
        {
            "a.js": "export * from './b.js'; export const a = 1",
            "b.js": "export * from './index.js'; export const b = 1",
        },
    )
    assert found.names == ["pkg a", "pkg b", "pkg root"]


def test_what_commonjs_exports_is_the_default_of_an_import(tmp_path: Path) -> None:
    found = exported(
        tmp_path,
        "import whole from './c.cjs'; export { whole }; export { named } from './c.cjs'",
        {"c.cjs": "module.exports = function whole(x) {}; module.exports.named = (y) => y"},
    )
    assert found.lines == ["function pkg | named(y)", "function pkg | whole(x)"]


def test_a_module_that_exports_nothing_has_no_entries(tmp_path: Path) -> None:
    found = exported(tmp_path, "import './m.js'; export {}", {"m.js": "globalThis.a = 1"})
    assert (found.names, found.gaps) == ([], [])
