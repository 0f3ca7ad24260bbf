"""Modules that are declared rather than written, additions to others, globals, and other packages."""

from __future__ import annotations

from pathlib import Path

from tests.harvest.typescript.made import Content, declared, harvest, package


def test_a_declared_module_is_a_module(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        'declare module "fs" { function read(): void; }\ndeclare module "*.css" { const a: 1; export default a; }',
    )

    assert found.names == ["fs read", "*.css default"]
    assert [entry.import_path for entry in found.entries] == ["fs", "*.css"]


def test_a_module_of_the_runtime_is_named_without_its_prefix(tmp_path: Path) -> None:
    text = 'declare module "node:fs" { function read(): void; }\ndeclare module "fs" { export * from "node:fs"; }\ndeclare module "node:test" { const a: 1; }'

    assert declared(tmp_path, text).names == ["fs read", "node:test a"]


def test_a_module_whose_name_is_a_sentence_is_refused(tmp_path: Path) -> None:
    found = declared(tmp_path, 'declare module "a b c" { const a: 1; }\ndeclare module "d" { const a: 1; }')

    assert found.names == ["d a"]
    assert [unread.why for unread in found.unread] == ["declares a module under a name that no import can hold"]


def test_globals_are_under_the_global_object_and_have_no_import_path(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        'export {};\ndeclare global { interface A { b: 1 } var c: A; }\ndeclare module "x" { global { namespace D { const e: 1; } } }',
    )

    assert found.names == ["globalThis A", "globalThis A b", "globalThis c", "globalThis D", "globalThis D e"]
    assert {entry.import_path for entry in found.entries} == {""}


def test_a_script_declares_globals(tmp_path: Path) -> None:
    found = declared(tmp_path, '/// <reference path="more.d.ts" />\ndeclare const a: 1;', more="interface B {}")

    assert sorted(found.names) == ["globalThis B", "globalThis a"]


def test_an_addition_to_a_file_of_the_package_is_a_part_of_it(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        'import "./more";\nexport * from "./x";',
        x="export interface A { b: 1 }",
        more='declare module "./x" { interface A { c: 2 } interface D {} }\nexport {};',
    )

    assert found.names == ["pkg A", "pkg A b", "pkg A", "pkg A c", "pkg D"]


def test_an_addition_to_another_package_is_under_that_packages_name(tmp_path: Path) -> None:
    found = declared(tmp_path, 'declare module "vue" { interface A { b: 1 } }\nexport declare const c: 1;')

    assert found.names == ["pkg c", "vue A", "vue A b"]


def test_an_addition_that_only_an_import_reaches_is_found(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        'import type { T } from "./x";\nexport declare const a: T;\nexport {};',
        x='import "./y";\nexport type T = 1;',
        y="export {};\ndeclare global { const b: 1; }",
    )

    assert found.names == ["pkg a", "globalThis b"]


def test_a_namespace_of_globals_sees_what_its_file_imports(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        'import { A } from "./x";\ndeclare global { namespace N { export { A }; } }\nexport {};',
        x="export interface A { b: 1 }",
    )

    assert found.names == ["globalThis N", "globalThis N A", "globalThis N A b"]


def test_types_speak_for_the_package_they_describe(tmp_path: Path) -> None:
    files: dict[str, Content] = {
        "package.json": {"name": "@types/scope__thing", "types": "index.d.ts"},
        "index.d.ts": 'import { add } from "./more";\nexport { add };',
        "more.d.ts": "export declare function add(): void;\nexport declare function sub(): void;",
    }

    assert harvest(package(tmp_path, files, "@types/scope__thing")).names == [
        "@scope/thing add",
        "@scope/thing/more sub",
    ]


def root(text: str) -> dict[str, Content]:
    return {"package.json": {"types": "index.d.ts"}, "index.d.ts": text}


def test_a_re_export_of_another_package_counts_here(tmp_path: Path) -> None:
    other = package(tmp_path / "other", root("export interface A { b: 1 }\nexport declare const c: 1;"), "other")
    here = package(tmp_path / "here", root('export { A } from "other";\nexport * from "other";'), near={"other": other})
    found = harvest(here)

    assert found.names == ["pkg A", "pkg A b", "pkg c"]
    assert {entry.artifact for entry in found.entries} == {here.artifact}


def test_a_deep_module_of_another_package_is_found_by_its_manifest(tmp_path: Path) -> None:
    other = package(
        tmp_path / "other",
        {
            "package.json": {"exports": {"./deep": {"types": "./types/deep.d.ts"}}},
            "types/deep.d.ts": "export declare const a: 1;",
        },
        "@o/other",
    )
    here = package(tmp_path / "here", root('export * from "@o/other/deep";'), near={"@o/other": other})

    assert harvest(here).names == ["pkg a"]


def test_a_package_without_declarations_is_asked_through_its_types(tmp_path: Path) -> None:
    script = package(tmp_path / "script", {"package.json": {"main": "index.js"}, "index.js": ""}, "script")
    types = package(tmp_path / "types", root("export declare const a: 1;"), "@types/script")
    here = package(tmp_path / "here", root('export * from "script";'), near={"script": script, "@types/script": types})
    found = harvest(here)

    assert found.names == ["pkg a"]
    assert found.unread == ()


def test_a_module_of_the_runtime_is_found_in_its_types(tmp_path: Path) -> None:
    types = package(
        tmp_path / "types",
        {**root('/// <reference path="fs.d.ts" />'), "fs.d.ts": 'declare module "node:fs" { interface A { b: 1 } }'},
        "@types/node",
    )
    here = package(tmp_path / "here", root('export { A } from "fs";'), near={"@types/node": types})

    assert harvest(here).names == ["pkg A", "pkg A b"]


def test_a_neighbour_adds_to_what_is_passed_on(tmp_path: Path) -> None:
    core = package(tmp_path / "core", root("export interface A { b: 1 }"), "core")
    dom = package(
        tmp_path / "dom",
        root('export * from "core";\ndeclare module "core" { interface A { c: 2 } }'),
        "dom",
        near={"core": core},
    )
    here = package(tmp_path / "here", root('export * from "dom";'), near={"dom": dom})

    assert harvest(here).names == ["pkg A", "pkg A b", "pkg A", "pkg A c"]


def test_a_package_that_is_not_at_hand_is_said_once(tmp_path: Path) -> None:
    found = declared(tmp_path, 'export * from "gone/deep";\nexport { a, b } from "gone";\nexport declare const c: 1;')

    assert found.names == ["pkg c"]
    assert [unread.why for unread in found.unread] == ["passes on names of gone, which is not at hand"]


def test_a_private_module_is_found_by_the_manifest(tmp_path: Path) -> None:
    files: dict[str, Content] = {
        "package.json": {"exports": "./index.d.ts", "imports": {"#inner/*": "./inner/*.d.ts"}},
        "index.d.ts": 'export * from "#inner/a";',
        "inner/a.d.ts": "export declare const a: 1;",
    }

    assert harvest(package(tmp_path, files)).names == ["pkg a"]


def test_a_package_may_name_itself(tmp_path: Path) -> None:
    files: dict[str, Content] = {
        "package.json": {"exports": {".": "./index.d.ts", "./a": "./a.d.ts"}},
        "index.d.ts": 'export * from "pkg/a";',
        "a.d.ts": "export declare const a: 1;",
    }

    assert harvest(package(tmp_path, files)).names == ["pkg a"]


def test_a_script_that_declares_a_module_wins_over_a_file_of_that_name(tmp_path: Path) -> None:
    files: dict[str, Content] = {
        "package.json": {"name": "pkg", "types": "typings.d.ts"},
        "typings.d.ts": 'declare module "pkg" { const a: 1; }\ndeclare module "pkg/deep/index" { const b: 2; }',
        "deep/index.d.ts": "export const b: 2;",
    }

    assert harvest(package(tmp_path, files)).names == ["pkg a", "pkg/deep/index b"]


def test_what_a_module_is_assigned_has_what_its_type_inherits(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        "interface Far<T> { far(): T; here(): 0; }\ninterface Near extends Far<{ a: 1 }> { near: 1; }\n"
        "declare namespace it { interface It extends Near { here(): 1; } }\ndeclare const it: it.It;\nexport = it;",
    )

    assert found.names == ["pkg export=", "pkg It", "pkg here", "pkg near", "pkg far"]
    assert found.of("pkg", "here")[0].signature == "here(): 1"
