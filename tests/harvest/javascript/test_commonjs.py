"""`module.exports` and `exports`, in every form that packages use."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harvest.javascript.made import exported

OTHER = "exports.one = function (a) {}; exports.two = 2"
FORMS = {
    "an object": (
        "const v = 1; function f(a) {} module.exports = { f, v, g(b) {}, h: (c) => c, async i() {}, 'j': class {} }",
        [
            "class pkg | class j",
            "constant pkg | const v",
            "function pkg | async i()",
            "function pkg | f(a)",
            "function pkg | g(b)",
            "function pkg | h(c)",
        ],
    ),
    "an object that takes over others": (
        "const known = { a() {} }; module.exports = { ...known, ...require('./other'), b() {} }",
        ["constant pkg | two", "function pkg | a()", "function pkg | b()", "function pkg | one(a)"],
    ),
    "a function": ("module.exports = function named(a, b) {}", ["function pkg | default(a, b)"]),
    "a function with properties": (
        "module.exports = f; function f(a) {} f.sync = function (b) {}; f.VERSION = '1'",
        ["constant pkg | VERSION", "function pkg | default(a)", "function pkg | sync(b)"],
    ),
    "a class": (
        "class A { run() {} static make() {} } module.exports = A",
        ["class pkg | class default", "function pkg | static make()", "method pkg default | run()"],
    ),
    "an instance": (
        "class A { run() {} _hidden() {} } module.exports = new A(1)",
        ["function pkg | run()"],
    ),
    "an instance of a function, with what its constructor sets": (
        "function A() { this.types = {}; this._x = 1 } A.prototype.run = function (a) {}; var a = new A();"
        "a.late = a.run('x'); module.exports = a",
        ["constant pkg | late", "constant pkg | types", "function pkg | run(a)"],
    ),
    "another module": ("module.exports = require('./other')", ["constant pkg | two", "function pkg | one(a)"]),
    "a member of another module": ("module.exports = require('./other').one", ["function pkg | default(a)"]),
    "a function that takes over an object": (
        "module.exports = Object.assign((x) => x, { a() {} }, require('./other'))",
        ["constant pkg | two", "function pkg | a()", "function pkg | default(x)", "function pkg | one(a)"],
    ),
    "properties of exports": (
        "exports.a = function (x) {}; module.exports.b = 1; exports['c'] = (y) => y; this.d = 1",
        ["constant pkg | b", "function pkg | a(x)", "function pkg | c(y)"],
    ),
    "properties of this alone": ("this.a = function () {}", ["function pkg | a()"]),
    "exports as module.exports": (
        "exports = module.exports = make; exports.a = 1; function make(x) {}",
        ["constant pkg | a", "function pkg | default(x)"],
    ),
    "a chain": ("exports.a = exports.b = function (x) {}", ["function pkg | a(x)", "function pkg | b(x)"]),
    "an alias": (
        "var proto = module.exports; proto.a = () => {}; const e = exports; e.b = 1; const m = module; m.exports.c = 2",
        ["constant pkg | b", "constant pkg | c", "function pkg | a()"],
    ),
    "a defined property": (
        "Object.defineProperty(exports, 'a', { enumerable: true, get: function () { return f } });"
        "Object.defineProperty(exports, 'b', { value: 1 }); Object.defineProperty(module.exports, 'c', { get() { return g() } });"
        "function f(x) {} function g() {}",
        ["constant pkg | b", "constant pkg | get c", "function pkg | a(x)"],
    ),
    "defined properties": (
        "Object.defineProperties(exports, { a: { value: (x) => x }, b: { get: () => require('./other') } })",
        ["constant pkg b | two", "function pkg b | one(a)", "function pkg | a(x)", "namespace pkg | get b"],
    ),
    "an old getter": (
        "exports.__defineGetter__('a', function () { return f }); function f(x) {}",
        ["function pkg | a(x)"],
    ),
    "Object.assign to exports": (
        "Object.assign(module.exports, require('./other'), { a(x) {} })",
        ["constant pkg | two", "function pkg | a(x)", "function pkg | one(a)"],
    ),
    "a loop over written names": (
        "['a', 'b'].forEach(function (name) { exports[name] = function (x) {} }); for (const n of ['c']) exports[n] = 1",
        ["constant pkg | c", "function pkg | a(x)", "function pkg | b(x)"],
    ),
    "a loop over another module": (
        "const o = require('./other'); Object.keys(o).forEach(k => { exports[k] = o[k] })",
        ["constant pkg | two", "function pkg | one(a)"],
    ),
    "for in over another module": (
        "var o = require('./other'); for (var k in o) { exports[k] = o[k] }",
        ["constant pkg | two", "function pkg | one(a)"],
    ),
    "branches": (
        "if (process.browser) { module.exports = { a() {} } } else { module.exports = require('./other') }",
        ["constant pkg | two", "function pkg | a()", "function pkg | one(a)"],
    ),
    "a choice": (
        "module.exports = process.env.X ? require('./other') : { a() {} }",
        ["constant pkg | two", "function pkg | a()", "function pkg | one(a)"],
    ),
    "try": (
        "try { module.exports = require('./other') } catch (e) { exports.a = 1 }",
        ["constant pkg | two", "function pkg | one(a)"],
    ),
    "a namespace": (
        "exports.utils = require('./other'); exports.nested = { a(x) {}, b: { c: 1 } }",
        [
            "constant pkg utils | two",
            "constant pkg | nested",
            "function pkg utils | one(a)",
            "method pkg nested | a(x)",
            "namespace pkg | utils",
            "property pkg nested | b",
        ],
    ),
    "a destructured import": ("const { one: f } = require('./other'); module.exports = { f }", ["function pkg | f(a)"]),
    "a factory": (
        "function make() { function inner() {} inner.run = (a) => a; return inner } module.exports = make()",
        ["function pkg | default()", "function pkg | run(a)"],
    ),
    "a factory of another file that fills what it is given": (
        "function P() {} P.own = 1; require('./fill')(P); module.exports = P",
        ["class pkg | default()", "constant pkg | own", "function pkg | late(x)", "method pkg default | map(f)"],
    ),
    "a register of another file": (
        "module.exports = require('./fill').shell; require('./effect')",
        ["function pkg | cat(files)"],
    ),
    "a getter in an object": (
        "module.exports = { get a() { return require('./other').one }, get b() { return compute() } }",
        ["constant pkg | get b", "function pkg | a(a)"],
    ),
}
FILES = {
    "other.js": OTHER,
    "fill.js": (
        "module.exports = function (P) { P.prototype.map = function (f) {}; P.late = function (x) {} };"
        "var shell = module.exports.shell = {}; module.exports.register = function (name, f) { shell[name] = f }"
    ),
    "effect.js": "require('./fill').register('cat', function cat(files) {})",
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_module_exports_is_read(form: str, tmp_path: Path) -> None:
    text, lines = FORMS[form]
    found = exported(tmp_path, text, FILES)
    assert found.lines == sorted(lines)
    assert found.gaps == []


def test_what_is_exported_before_module_exports_is_replaced_is_gone(tmp_path: Path) -> None:
    assert exported(tmp_path, "exports.a = 1; module.exports = { b: 2 }").names == ["pkg b"]


def test_prototypes_give_the_members_of_a_class(tmp_path: Path) -> None:
    found = exported(
        tmp_path,
        "function Foo(a) {} require('util').inherits(Foo, Base); Foo.prototype.bar = function (x) {};"
        "Foo.prototype = { constructor: Foo, baz() {}, _own() {} }; Foo.make = function () {}; exports.Foo = Foo;"
        "var proto = Foo.prototype; proto.late = (y) => y",
    )
    assert found.lines == [
        "class pkg | Foo(a)",
        "method pkg Foo | bar(x)",
        "method pkg Foo | baz()",
        "method pkg Foo | late(y)",
        "method pkg Foo | make()",
    ]


def test_the_members_of_a_class_are_those_that_its_body_shows(tmp_path: Path) -> None:
    found = exported(
        tmp_path,
        "exports.A = class extends Base { constructor(a) { super() } run(x) {} static make() {} static async go() {}\n"
        "get size() {} set size(v) {} set only(v) {} field = 1; static VERSION = 'v'; #p = 1; _q = 2; #m() {} _n() {}\n"
        "[Symbol.iterator]() {} static { this.x = 1 } }",
    )
    assert found.lines == [
        "class pkg | class A extends Base",
        "constructor pkg A | constructor(a)",
        "method pkg A | run(x)",
        "method pkg A | static async go()",
        "method pkg A | static make()",
        "property pkg A | field",
        "property pkg A | get size",
        "property pkg A | set only",
        "property pkg A | static VERSION",
    ]
    assert found.gaps == []


def test_a_value_under_two_names_has_its_members_once(tmp_path: Path) -> None:
    found = exported(tmp_path, "class A { run() {} } exports.A = A; exports.default = A; exports.self = exports")
    assert found.names == ["pkg A", "pkg A run", "pkg default", "pkg self"]


def test_a_json_file_is_one_constant_without_its_values(tmp_path: Path) -> None:
    found = exported(tmp_path, "module.exports = require('./data.json')", {"data.json": {"a": {"b": 1}}})
    assert found.lines == ["constant pkg | default"]
    assert found.entries[0].constants == ()


def test_a_function_that_sets_members_of_the_exports_by_another_name_is_read_for_each_call(tmp_path: Path) -> None:
    found = exported(
        tmp_path,
        "exports = module.exports = function () {}; var it = exports;\n"
        "function show(name) { it[name] = function (a) {} }\nfunction other(name) { var x = {}; x[name] = 1 }\n"
        "show('one'); show('two'); other('three')",
    )

    assert found.names == ["pkg default", "pkg one", "pkg two"]
