"""What a module exports: directly, by re-export, as a whole, and under which path."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harvest.typescript.made import declared, harvest, package


def test_without_a_list_of_exports_every_declaration_is_exported(tmp_path: Path) -> None:
    found = declared(tmp_path, "import './x';\ndeclare const a: 1;\nexport declare const b: 1;\ninterface C {}")

    assert found.names == ["pkg a", "pkg b", "pkg C"]


@pytest.mark.parametrize("statement", ["export {};", "export { b };", "export default b;", "export * from './x';"])
def test_a_list_of_exports_hides_the_other_declarations(statement: str, tmp_path: Path) -> None:
    found = declared(tmp_path, f"declare const a: 1;\nexport declare const b: 1;\n{statement}", x="export {};")

    assert "pkg b" in found.names
    assert "pkg a" not in found.names


def test_the_declaration_of_a_default_is_exported_as_default_only(tmp_path: Path) -> None:
    assert declared(tmp_path, "export default class A {}\nexport declare const b: 1;").names == ["pkg b", "pkg default"]


def test_only_the_exported_ones_of_declarations_that_share_a_name_are_exported(tmp_path: Path) -> None:
    found = declared(tmp_path, "export declare let a: a;\ninterface a { b: 1 }\nexport { a as c };")

    assert found.names == ["pkg a", "pkg c", "pkg c", "pkg c b"]


def test_a_default_that_is_named_keeps_its_members(tmp_path: Path) -> None:
    found = declared(tmp_path, "declare class A { b(): void }\nexport default A;")

    assert found.lines == ["class pkg | class default", "method pkg default | b(): void"]


def test_a_re_export_under_another_name_is_another_symbol(tmp_path: Path) -> None:
    found = declared(tmp_path, 'export { A, A as B } from "./x";', x="export interface A { c: 1 }")

    assert found.names == ["pkg A", "pkg A c", "pkg B", "pkg B c"]
    assert found.of("pkg", "B")[0].signature == "interface B"


@pytest.mark.parametrize(
    "statement",
    [
        'export * from "./x";',
        'export type * from "./x";',
        'export { a } from "./x.js";',
        'export { type a } from "./x";',
        'export type { a } from "./x";',
        'import { a } from "./x";\nexport { a };',
        'import type { a } from "./x";\nexport { a };',
        'import { b as c } from "./y";\nexport { c as a };',
        'import d from "./y";\nexport { d as a };',
        'import * as ns from "./x";\nexport import a = ns.a;',
        'import x = require("./x");\nexport import a = x.a;',
    ],
)
def test_a_name_is_followed_to_its_declaration(statement: str, tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        statement,
        x="export declare const a: 1;",
        y='import { a } from "./x";\nexport { a as b };\nexport default a;',
    )

    assert found.lines == ["constant pkg | const a: 1"]
    assert found.unread == ()


@pytest.mark.parametrize(
    "statement",
    ['export * as ns from "./x";', 'export type * as ns from "./x";', 'import * as ns from "./x";\nexport { ns };'],
)
def test_a_module_as_an_object_is_a_namespace(statement: str, tmp_path: Path) -> None:
    found = declared(tmp_path, statement, x="export declare const a: 1;")

    assert found.lines == ["namespace pkg | namespace ns", "constant pkg ns | const a: 1"]


def test_a_star_passes_no_default_on(tmp_path: Path) -> None:
    found = declared(tmp_path, 'export * from "./x";', x="export default class A {}\nexport declare const b: 1;")

    assert found.names == ["pkg b"]


def test_a_local_name_wins_over_a_star(tmp_path: Path) -> None:
    found = declared(tmp_path, 'export * from "./x";\nexport declare const a: 1;', x="export declare const a: 2;")

    assert found.signatures == ["const a: 1"]


def test_a_name_from_two_stars_is_exported_when_it_is_one_declaration(tmp_path: Path) -> None:
    stars = 'export * from "./x";\nexport * from "./y";'
    found = declared(
        tmp_path, stars, x="export declare const a: 1, b: 1;", y='export { a } from "./x";\nexport declare const b: 2;'
    )

    assert found.names == ["pkg a"]


def test_a_nearer_declaration_hides_the_one_behind_it(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        'export * from "./x";\nexport * from "./y";',
        x='export * from "./z";\nexport declare const a: 1;',
        y='export { a } from "./x";',
        z="export declare const a: 2;",
    )

    assert found.signatures == ["const a: 1"]


def test_a_declaration_appears_once_under_its_shortest_path(tmp_path: Path) -> None:
    files = {
        "package.json": {
            "name": "pkg",
            "exports": {"./deep/er": "./a.d.ts", "./b": "./b.d.ts", ".": "./index.d.ts", "./c": "./a.d.ts"},
        },
        "a.d.ts": "export declare const a: 1, rest: 1;",
        "b.d.ts": 'export * from "./a.js";\nexport * as again from "./a.js";',
        "index.d.ts": 'export { a } from "./a.js";',
    }

    assert harvest(package(tmp_path, files)).names == ["pkg a", "pkg/b again", "pkg/b rest"]


def test_merged_declarations_share_a_symbol(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        """
        export interface A { b: 1 }
        export interface A { c: 2 }
        export declare class D { e: 1 }
        export declare namespace D { const f: 2; }
        export declare function g(): void;
        export declare namespace g { const h: 2; }
        export declare enum I { j }
        export declare namespace I { function k(): void; }
        """,
    )

    assert found.names == [
        *(
            "pkg A",
            "pkg A b",
            "pkg A",
            "pkg A c",
            "pkg D",
            "pkg D e",
            "pkg D",
            "pkg g",
            "pkg g",
            "pkg I",
            "pkg I j",
            "pkg I",
        ),
        *("pkg D f", "pkg I k", "pkg g h"),
    ]


def test_namespaces_hold_what_they_export(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        """
        export declare namespace A.B { const c: 1; export {}; export const d: 1; }
        export declare namespace E { namespace F { interface G { h: 1 } } import I = F.G; export import J = F.G; }
        """,
    )

    assert found.names == [
        "pkg A",
        "pkg E",
        "pkg A B",
        "pkg E F",
        "pkg E J",
        "pkg E J h",
        "pkg A B d",
        "pkg E F G",
        "pkg E F G h",
    ]


def test_an_exported_whole_puts_its_namespace_under_the_module(tmp_path: Path) -> None:
    found = declared(tmp_path, "declare function e(): e.A;\ndeclare namespace e { interface A { b: 1 } }\nexport = e;")

    assert found.lines == ["function pkg | export=(): e.A", "interface pkg | interface A", "property pkg A | b: 1"]


def test_an_exported_whole_class_is_named_as_the_compiler_names_it(tmp_path: Path) -> None:
    found = declared(tmp_path, "declare class A { b(): void }\nexport = A;")

    assert found.lines == ["class pkg | class export=", "method pkg export= | b(): void"]


def test_the_interface_that_types_an_exported_whole_is_the_module(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        "declare const _: _.Static;\ndeclare namespace _ { interface Static { a(): void } interface B {} }\nexport = _;",
        more='import _ = require("./index");\ndeclare module "./index" { interface Static { c(): void } }',
    )

    assert found.names == ["pkg export=", "pkg Static", "pkg B", "pkg a"]


def test_an_addition_to_an_exported_whole_is_a_part_of_it(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        '/// <reference path="./more.d.ts" />\ndeclare const _: _.Static;\ndeclare namespace _ { interface Static { a(): void } }\nexport = _;',
        more='import _ = require("./index");\ndeclare module "./index" { interface Static { c(): void } interface D {} }',
    )

    assert sorted(found.names) == ["pkg D", "pkg Static", "pkg Static", "pkg a", "pkg c", "pkg export="]


def test_a_whole_is_imported_as_default_and_as_itself(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        'import a, { C } from "./x";\nimport b = require("./x");\nexport { a, b, C };',
        x="declare class A {}\ndeclare namespace A { interface C {} }\nexport = A;",
    )

    assert found.names == ["pkg a", "pkg a", "pkg b", "pkg b", "pkg C"]


def test_a_name_for_browsers_adds_nothing(tmp_path: Path) -> None:
    assert declared(tmp_path, "export as namespace Pkg;\nexport declare const a: 1;").names == ["pkg a"]


def test_re_exports_in_a_circle_end(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        'export * from "./x";\nexport { b } from "./x";\nexport declare const a: 1;',
        x='export * from "./index";\nexport { b } from "./y";\nexport { c as d } from "./y";',
        y='export { b } from "./index";\nexport { d as c } from "./x";\nimport { e } from "./y";\nexport { e };',
    )

    assert found.names == ["pkg a"]


def test_a_namespace_that_exports_its_own_module_ends(tmp_path: Path) -> None:
    found = declared(tmp_path, 'export * as self from "./index";\nexport declare const a: 1;')

    assert found.names == ["pkg self", "pkg a"]


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    found = declared(tmp_path, 'export * from "./gone";\nexport declare const a: 1;')

    assert found.names == ["pkg a"]
    assert [(unread.path, unread.why) for unread in found.unread] == [
        ("index.d.ts", "names a module of its own package that is not there")
    ]
