"""What compilers and bundlers make of `export`, and what wrappers hide: one fixture for each shape of output."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harvest.javascript.made import exported

OUTPUTS = {
    "TypeScript": (
        '"use strict"; var __importDefault = (this && this.__importDefault) || function (m) { return m };\n'
        'Object.defineProperty(exports, "__esModule", { value: true });\n'
        "exports.Color = exports.one = exports.default = exports.b = exports.K = void 0;\nexports.f = f;\n"
        'const x_1 = __importDefault(require("./x"));\nvar x_2 = require("./x");\n'
        'Object.defineProperty(exports, "one", { enumerable: true, get: function () { return x_2.one; } });\n'
        "function f(a) { }\nconst b = 1; exports.b = b;\nclass K { run() { } } exports.K = K;\n"
        'var Color; (function (Color) { Color[Color["Red"] = 0] = "Red"; })(Color || (exports.Color = Color = {}));\n'
        '__exportStar(require("./y"), exports);\nexports.default = x_1.default;',
        [
            "class pkg | class K",
            "constant pkg | const b",
            "function pkg | default(d)",
            "function pkg | f(a)",
            "function pkg | one(x)",
            "function pkg | why(y)",
            "method pkg K | run()",
            "property pkg Color | Red",
            "variable pkg | var Color",
        ],
    ),
    "TypeScript with its helpers in a library": (
        'const tslib_1 = require("tslib"); tslib_1.__exportStar(require("./x"), exports);',
        ["function pkg | one(x)"],
    ),
    "old TypeScript": (
        'function __export(m) { for (var p in m) if (!exports.hasOwnProperty(p)) exports[p] = m[p]; }\n__export(require("./y"));',
        ["function pkg | why(y)"],
    ),
    "a class made of functions": (
        "var Foo = /** @class */ (function (_super) { __extends(Foo, _super); function Foo(a) {}\n"
        "Foo.prototype.run = function (x) {}; Foo.make = function () {}; return Foo; }(Base)); exports.Foo = Foo;",
        ["class pkg | Foo(a)", "method pkg Foo | make()", "method pkg Foo | run(x)"],
    ),
    "Babel": (
        'Object.defineProperty(exports, "__esModule", { value: true });\nexports.default = exports.a = void 0;\n'
        'var _x = _interopRequireDefault(require("./x")); var _y = _interopRequireWildcard(require("./y"));\n'
        "function _interopRequireDefault(e) { return e && e.__esModule ? e : { default: e }; }\n"
        'Object.keys(_y).forEach(function (key) { if (key === "default" || key === "__esModule") return;\n'
        "if (key in exports && exports[key] === _y[key]) return;\n"
        "Object.defineProperty(exports, key, { enumerable: true, get: function () { return _y[key]; } }); });\n"
        "const a = exports.a = (p) => p; var _default = exports.default = _x.default;",
        ["function pkg | a(p)", "function pkg | default(d)", "function pkg | why(y)"],
    ),
    "Babel, adding the default": (
        'Object.defineProperty(exports, "__esModule", { value: true }); exports.default = f; function f(a) {}\n'
        "module.exports = exports.default;",
        ["function pkg | default(a)"],
    ),
    "esbuild": (
        "var __defProp = Object.defineProperty; var __export = (target, all) => { for (var name in all)\n"
        "__defProp(target, name, { get: all[name], enumerable: true }); };\n"
        "var src_exports = {}; __export(src_exports, { a: () => a, default: () => src_default, x: () => import_x.one });\n"
        'module.exports = __toCommonJS(src_exports);\nvar import_x = __toESM(require("./x"));\n'
        'var a = (p) => p; function src_default(q) {}\n0 && (module.exports = { a, x, ...require("./y") });',
        ["function pkg | a(p)", "function pkg | default(q)", "function pkg | why(y)", "function pkg | x(x)"],
    ),
    "swc": (
        "function _export(target, all) { for (var name in all) Object.defineProperty(target, name, { get: all[name] }); }\n"
        "_export(exports, { a: function () { return a; }, get b() { return b; } });\n"
        '_export_star(require("./y"), exports); function a(p) {} var b = 1;',
        ["function pkg | a(p)", "function pkg | why(y)", "variable pkg | var b"],
    ),
    "Rollup, for every loader": (
        "(function (global, factory) { typeof exports === 'object' && typeof module !== 'undefined' ? factory(exports) :\n"
        "typeof define === 'function' && define.amd ? define(['exports'], factory) :\n"
        "(global = global || self, factory(global.Lib = {})); }(this, (function (exports) { 'use strict';\n"
        "function a(x) {} exports.a = a; exports.b = 1; Object.defineProperty(exports, '__esModule', { value: true }); })));",
        ["constant pkg | b", "function pkg | a(x)"],
    ),
    "Rollup, one value": (
        "(function (global, factory) { typeof exports === 'object' && typeof module !== 'undefined'\n"
        "? module.exports = factory(require('./x')) : global.Lib = factory(global.x); })(this, function (x) {\n"
        "function lib(a) {} lib.b = x.one; return lib; });",
        ["function pkg | b(x)", "function pkg | default(a)"],
    ),
    "UMD by hand": (
        "(function (root, factory) { if (typeof define === 'function' && define.amd) { define([], factory); }\n"
        "else if (typeof module === 'object' && module.exports) { module.exports = factory(); }\n"
        "else { root.Lib = factory(); } }(typeof self !== 'undefined' ? self : this, function () { return { a(x) {} }; }));",
        ["function pkg | a(x)"],
    ),
    "a minified wrapper": (
        '!function(e,t){"object"==typeof exports&&"undefined"!=typeof module?t(exports):"function"==typeof define&&'
        'define.amd?define(["exports"],t):t((e=e||self).L={})}(this,function(e){"use strict";function n(t){}'
        "return e.a=n,e.b=1,e})",
        ["constant pkg | b", "function pkg | a(t)"],
    ),
    "a wrapper that takes what there is": (
        "(function (lib) { lib.a = function (x) {}; })(typeof module !== 'undefined' && module.exports ? module.exports\n"
        ": (self.lib = self.lib || {}));",
        ["function pkg | a(x)"],
    ),
    "a function called on the spot": (
        "(function () { var root = this; var _ = function (o) {}; _.map = function (f) {};\n"
        "if (typeof exports !== 'undefined') { if (typeof module !== 'undefined' && module.exports) {\n"
        "exports = module.exports = _; } exports._ = _; } else { root._ = _; } }).call(this);",
        ["function pkg | _(o)", "function pkg | default(o)", "function pkg | map(f)"],
    ),
    "CoffeeScript": ("(function () { this.a = function (x) {}; }).call(this);", ["function pkg | a(x)"]),
    "CommonJS for AMD": (
        "if (typeof define !== 'function') { var define = require('amdefine')(module) }\n"
        "define(function (require, exports, module) { exports.a = function (x) {}; });",
        ["function pkg | a(x)"],
    ),
}
FILES = {
    "x.js": "exports.__esModule = true; exports.default = function (d) {}; exports.one = function (x) {}",
    "y.js": "exports.why = function (y) {}",
}


@pytest.mark.parametrize("output", OUTPUTS)
def test_the_exports_that_a_compiler_writes_are_read(output: str, tmp_path: Path) -> None:
    text, lines = OUTPUTS[output]
    files = {**FILES, "x.js": "exports.one = function (x) {}"} if "library" in output else FILES
    found = exported(tmp_path, text, files)
    assert found.lines == sorted(lines)
    assert found.gaps == []
