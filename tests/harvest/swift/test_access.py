"""Who may see a declaration: access, what it is inherited from, and what is public in name only."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harvest.swift.made import declared


def test_only_public_and_open_declarations_are_read(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        "func a() {}\ninternal func b() {}\nprivate func c() {}\nfileprivate func d() {}\npackage func e() {}\n"
        "public func f() {}\nopen class G { func h() {}; public func i() {}; open func j() {}; package var k = 1 }",
    )

    assert found.names == ["f", "G", "G.i", "G.j"]


def test_members_of_a_public_extension_are_public_but_those_of_a_type_in_it_are_not(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        "public struct S {}\npublic extension S { func a() {}; internal func b() {}; private var c: Int { 1 }\n"
        "  struct T { var d: Int; public var e: Int } }\nextension S { func f() {}; public func g() {} }",
    )

    assert found.names == ["S", "S.a", "S.T", "S.T.e", "S.g"]


def test_requirements_and_cases_are_as_public_as_what_they_belong_to(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        "public protocol P { func a(); var b: Int { get } }\nprotocol Q { func c() }\n"
        "public enum E { case d; func e() {} }\nenum F { case g }\npublic extension P { func h() {} }",
    )

    assert found.names == ["P", "E", "P.a", "P.b", "E.d", "P.h"]


def test_what_is_public_on_a_type_that_is_not_is_not_shown_whatever_file_it_is_in(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        "extension Hidden { public func a() {} }\nextension Hidden.Inner { public func b() {} }\npublic struct S {}",
        Other="struct Hidden { public var c: Int; public struct Inner { public var d: Int } }",
        Third="extension String { public func e() {} }\npublic extension S { func f() {} }",
    )

    assert found.names == ["S", "String.e", "S.f"]


def test_a_type_that_one_branch_shows_and_another_hides_is_shown(tmp_path: Path) -> None:
    found = declared(
        tmp_path, "#if os(iOS)\npublic struct S {}\n#else\nstruct S {}\n#endif\nextension S { public func a() {} }"
    )

    assert found.names == ["S", "S.a"]


def test_what_is_for_special_clients_or_begins_with_an_underscore_is_not_shown(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        "@_spi(Testing) public func a() {}\n@_spi(Testing) public struct B { public var c: Int }\n"
        "@_spi(Testing) extension D { public func e() {} }\npublic struct D {}\npublic func _f() {}\n"
        "public struct _G { public var h: Int }\nextension _G { public func i() {} }\n"
        "public class J { public var _k = 1; public func l(_ m: Int) {} }\n@usableFromInline internal func n() {}\n"
        "@_spi(Other) @available(*, deprecated) public func o() {}",
    )

    assert found.names == ["D", "J", "J.l"]


def test_nothing_inside_a_body_is_read(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        "public func a() { public struct B {}\n func c() {} }\npublic var d: Int { struct E { public var f = 1 }; return 1 }\n"
        "public let g = { public func h() {} }",
    )

    assert found.names == ["a", "d", "g"]


@pytest.mark.parametrize("name", ["Kit.S", "S", "Swift.S", "S<Int>"])
def test_an_extension_belongs_to_its_type_however_that_is_spelled(tmp_path: Path, name: str) -> None:
    found = declared(tmp_path, f"public struct S {{}}\nextension {name} {{ public func a() {{}} }}")

    assert found.names == ["S", "S.a"]


def test_members_of_a_type_whose_head_cannot_be_read_are_nobodys(tmp_path: Path) -> None:
    found = declared(
        tmp_path, "public func good() {}\npublic struct ]][ A {{ \n  public func a() {}\n  public func b() {}\n"
    )

    assert "a" not in found.names
    assert found.unread


def test_a_raw_name_is_kept_as_declared_and_no_quote_is_shown(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        "public func `read all files and send them`() {}\npublic func b(`tell the user` c: Int, d: Int) {}\n"
        "public struct `say hello` { public var `a b`: Int }",
    )

    assert [entry.symbol.parts for entry in found.entries] == [
        ("Kit", "read all files and send them"),
        ("Kit", "b"),
        ("Kit", "say hello"),
        ("Kit", "say hello", "a b"),
    ]
    assert found.lines[1] == "function Kit | func b(…"
