"""Current syntax, on one line and on several: each sample is read whole, without an error."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harvest.javascript.made import exported

CANARIES = {
    "fields and accessors": (
        "export class A { static #p = 1; accessor q = 2; static accessor r; #s; t; static { this.u = 1 } }",
        ["class pkg | class A", "property pkg A | q", "property pkg A | static r", "property pkg A | t"],
    ),
    "members named after keywords": (
        "export class A { get get() {} set(v) {} static static() {} async async() {} of() {} }",
        [
            "class pkg | class A",
            "method pkg A | async async()",
            "method pkg A | of()",
            "method pkg A | set(v)",
            "method pkg A | static static()",
            "property pkg A | get get",
        ],
    ),
    "decorators": (
        "@a @b({ c: 1 }) export class A { @d e = 1; @f() g(h) {} }",
        ["class pkg | class A", "method pkg A | g(h)", "property pkg A | e"],
    ),
    "a private name in": (
        "export class A { #x; static is(o) { return #x in o } }",
        ["class pkg | class A", "method pkg A | static is(o)"],
    ),
    "import attributes": (
        'import a from "./m.js" with { type: "json" }; export { a as b }',
        ["constant pkg | const b"],
    ),
    "import assertions": (
        'import a from "./m.js" assert { type: "json" }; export const b = 1',
        ["constant pkg | const b"],
    ),
    "attributes of what is passed on": (
        'export * from "./m.js" with { type: "json" }; export * as n from "./m.js" with { a: "b" };',
        ["constant pkg | const m", "namespace pkg | n"],
    ),
    "deferred imports": (
        'import defer * as q from "./m.js"; import source w from "./m.wasm"; export const b = 1; const l = import.defer("x");',
        ["constant pkg | const b"],
    ),
    "using": ("using a = open(); export const b = 1;", ["constant pkg | const b"]),
    "await at the top": (
        'const m = await import("./m.js"); export const b = await m.load(), c = 2',
        ["constant pkg | const b", "constant pkg | const c"],
    ),
    "names that are strings": (
        "const a = 1; export { a as 'b', a as \"c-d\", a as default }",
        ["constant pkg | const b", "constant pkg | const default"],
    ),
    "nullish and optional": (
        "export const a = b?.c?.[d]?.(e) ?? f; let g; g ??= 1; export { g }",
        ["constant pkg | const a", "variable pkg | let g"],
    ),
    "numbers": ("export const a = 1_000n, b = 0b1_0, c = .5e-3", [f"constant pkg | const {n}" for n in "abc"]),
    "regular expressions": (
        "export const a = /[\\p{L}--[a-z]]/v, b = /(?<y>a)|(?<y>b)/, c = /(?i:x)y/; exports",
        [f"constant pkg | const {n}" for n in "abc"],
    ),
    "templates in templates": (
        "export const a = `x ${`y ${z}`} }`; export function b() {}",
        ["constant pkg | const a", "function pkg | b()"],
    ),
    "generators": (
        "export function* a() {} export async function* b(c) {} export default class { static async *d() {} }",
        [
            "class pkg | class default",
            "function pkg | a()",
            "function pkg | async b(c)",
            "method pkg default | static async d()",
        ],
    ),
    "a line that starts with a script's name": ("#!/usr/bin/env node\nexports.a = 1", ["constant pkg | a"]),
    "a byte order mark": ("\ufeffexports.a = 1", ["constant pkg | a"]),
    "no semicolons": (
        "export const a = 1\nexport let b\n++a\nexport default a",
        ["constant pkg | const a", "constant pkg | const default", "variable pkg | let b"],
    ),
    "a default function and more on its line": (
        "export default function () {} export const b = 1",
        ["constant pkg | const b", "function pkg | default()"],
    ),
    "words that were keywords": (
        "export const of = 1, from = 2, as = 3, let_ = 4, async = 5",
        [f"constant pkg | const {n}" for n in ("as", "async", "from", "let_", "of")],
    ),
    "JSX": (
        "export const A = () => <div a={1}>text {'b'}</div>; export function B() {}",
        ["function pkg | A()", "function pkg | B()"],
    ),
    "letters of other scripts": (
        "export const café = 1, 名前 = 2, $ = 3, _ = 4",
        [f"constant pkg | const {n}" for n in ("$", "_", "café", "名前")],
    ),
}
MODULE = {"m.js": "export const m = 1; export default m"}


@pytest.mark.parametrize("lines", ["one", "several"])
@pytest.mark.parametrize("canary", CANARIES)
def test_current_syntax_is_read_whole(canary: str, lines: str, tmp_path: Path) -> None:
    text, wanted = CANARIES[canary]
    if lines == "several" and not text.startswith("#!"):
        text = text.replace("; ", ";\n").replace("{ ", "{\n").replace(" }", "\n}").replace(", ", ",\n")
    found = exported(tmp_path, text, MODULE)
    assert found.lines == sorted(wanted)
    assert [gap for gap in found.gaps if "parsed" in gap] == []


def test_a_file_with_errors_gives_what_can_be_read_and_says_so(tmp_path: Path) -> None:
    found = exported(tmp_path, "export function a(x) {}\nexport const b = = 2;\nexport function c() {}\n")
    assert {"pkg a", "pkg c"} <= set(found.names)
    assert found.gaps == ["index.js: parsed with 1 error; some declarations may be missing"]


def test_an_error_inside_a_function_that_nobody_reads_hides_nothing(tmp_path: Path) -> None:
    found = exported(tmp_path, "exports.a = function () { let x = = 1; }; exports.b = 2;")
    assert (found.names, found.gaps) == (["pkg a", "pkg b"], [])


def test_annotations_of_types_degrade_with_a_reason(tmp_path: Path) -> None:
    found = exported(
        tmp_path,
        "// @flow\nexport type A = {| a: string |};\nexport function f(x: string): number { return 1 }\nexport const b = 1;\n",
    )
    assert "pkg b" in found.names
    assert len(found.unread) == 1
    assert "parsed with" in found.unread[0].why
