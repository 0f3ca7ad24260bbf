"""What a module is read from, and what it passes on from others."""

from __future__ import annotations

from pathlib import Path

from paredown.harvest.package import Package
from paredown.model import Deprecation
from tests.harvest.swift.made import harvest, package

INTERFACE = """// swift-interface-format-version: 1.0
// swift-module-flags: -target arm64-apple-ios15.0 -module-name Kit
import Swift
@_exported import Kit
@frozen public struct Box : Swift.Equatable {
  public let value: Swift.Int
  public var text: Swift.String {
    get
    set
  }
  public init(value: Swift.Int)
  public func open(with key: Swift.String = "secret words") throws -> Swift.Bool
  public static func == (a: Kit.Box, b: Kit.Box) -> Swift.Bool
  @usableFromInline
  internal func inner()
}
extension Kit.Box {
  public func close()
}
public protocol Lid {
  func fits(_ box: Kit.Box) -> Swift.Bool
}
#if compiler(>=5.3) && $AsyncAwait
public func wait() async
#endif
public func now() -> Swift.Int
"""


def symbol(path: list[str], kind: str, fragments: list[tuple[str, str]], **more: object) -> dict[str, object]:
    return {
        "kind": {"identifier": kind},
        "identifier": {"precise": "s:" + ".".join(path), "interfaceLanguage": "swift"},
        "pathComponents": path,
        "names": {"title": ".".join(path)},
        "accessLevel": "public",
        "declarationFragments": [{"kind": kind, "spelling": spelling} for kind, spelling in fragments],
        **more,
    }


def graph(*symbols: object) -> dict[str, object]:
    return {"module": {"name": "Kit"}, "symbols": list(symbols), "relationships": []}


def test_a_textual_interface_is_read_as_the_compiler_wrote_it(tmp_path: Path) -> None:
    found = harvest(package(tmp_path, {"Kit.swiftmodule/arm64.swiftinterface": INTERFACE}))

    assert found.unread == ()
    assert found.lines == [
        "class Kit | @frozen struct Box: Swift.Equatable",
        "interface Kit | protocol Lid",
        "function Kit | func wait() async",
        "function Kit | func now() -> Swift.Int",
        "property Kit.Box | let value: Swift.Int",
        "property Kit.Box | var text: Swift.String {get set}",
        "constructor Kit.Box | init(value: Swift.Int)",
        'method Kit.Box | func open(with key: Swift.String = "…") throws -> Swift.Bool',
        "method Kit.Box | static func ==(a: Kit.Box, b: Kit.Box) -> Swift.Bool",
        "method Kit.Box | func close()",
        "method Kit.Lid | func fits(_ box: Kit.Box) -> Swift.Bool",
    ]


def test_a_symbol_graph_is_read_directly(tmp_path: Path) -> None:
    content = graph(
        symbol(
            ["Box"], "swift.struct", [("keyword", "public"), ("text", " "), ("keyword", "struct"), ("text", " Box")]
        ),
        symbol(
            ["Box", "open(with:)"],
            "swift.method",
            [("keyword", "func"), ("text", " open(with: String = "), ("string", '"secret words"'), ("text", ")")],
            docComment={"lines": [{"text": "Opens it."}]},
            availability=[{"domain": "*", "isUnconditionallyDeprecated": True, "message": "why", "renamed": "unlock"}],
        ),
        symbol(["Box", "==(_:_:)"], "swift.func.op", [("text", "static func == (a: Box, b: Box) -> Bool")]),
        symbol(
            ["Box", "gone"],
            "swift.property",
            [("text", "var gone: Int")],
            availability=[{"isUnconditionallyUnavailable": True}],
        ),
        symbol(["Box", "inner"], "swift.method", [("text", "func inner()")], accessLevel="internal"),
        symbol(["Box", "special"], "swift.method", [("text", "func special()")], spi=True),
        symbol(["_Box"], "swift.struct", [("text", "struct _Box")]),
        symbol(["Box"], "swift.extension", [("text", "extension Box")]),
    )
    found = harvest(package(tmp_path, {"Kit.symbols.json": content, "Kit@Swift.symbols.json": graph()}))

    assert found.lines == [
        "class Kit | struct Box",
        'method Kit.Box | func open(with: String = "…")',
        "method Kit.Box | static func == (a: Box, b: Box) -> Bool",
        "property Kit.Box | var gone: Int",
    ]
    opened = found.of("Box.open")
    assert opened.deprecation is Deprecation.WARNING
    assert opened.prose.untrusted() == "Opens it."
    assert [text.untrusted() for text in opened.constants] == ["why", "unlock", '"secret words"']
    assert found.of("Box.gone").deprecation is Deprecation.HIDDEN


def test_a_broken_symbol_graph_is_said(tmp_path: Path) -> None:
    found = harvest(
        package(
            tmp_path,
            {
                "A.symbols.json": "{",
                "B.symbols.json": "[" * 100_000,
                "C.symbols.json": {"symbols": 1},
                "D.symbols.json": graph(
                    "x", {"kind": 3}, symbol([], "swift.func", []), symbol(["a"], "swift.func", [])
                ),
            },
        )
    )

    assert found.names == ["a"]
    assert [unread.path for unread in found.unread] == [f"{name}.symbols.json" for name in "ABCD"]


def test_what_a_module_passes_on_is_offered_under_its_name(tmp_path: Path) -> None:
    core = package(tmp_path / "core", {"a.swift": "public struct Core { public var a: Int }\nstruct B {}"}, "Core")
    middle = package(
        tmp_path / "middle", {"a.swift": "@_exported import Core\npublic func m() {}"}, "Middle", {"Core": core}
    )
    top = package(
        tmp_path / "top",
        {"a.swift": "@_exported import Middle\n@_exported public import Foundation\nimport Core\npublic func t() {}"},
        "Top",
        {"Middle": middle},
    )

    found = harvest(top)

    assert [(entry.import_path, entry.symbol.parts) for entry in found.entries] == [
        ("Top", ("Top", "t")),
        ("Top", ("Middle", "m")),
        ("Top", ("Core", "Core")),
        ("Top", ("Core", "Core", "a")),
    ]


def test_one_declaration_may_be_passed_on_alone(tmp_path: Path) -> None:
    core = package(
        tmp_path / "core",
        {"a.swift": "public struct A { public var x: Int }\npublic struct B {}\npublic func c() {}"},
        "Core",
    )
    top = package(
        tmp_path / "top",
        {"a.swift": "@_exported import struct Core.A\n@_exported import func Core.c"},
        "Top",
        {"Core": core},
    )

    assert harvest(top).names == ["A", "A.x", "c"]


def test_modules_that_pass_each_other_on_come_to_an_end(tmp_path: Path) -> None:
    near: dict[str, Package] = {}
    one = package(tmp_path / "one", {"a.swift": "@_exported import Two\npublic func a() {}"}, "One", near)
    two = package(tmp_path / "two", {"a.swift": "@_exported import One\npublic func b() {}"}, "Two", near)
    near.update(One=one, Two=two)

    assert harvest(one).names == ["a", "b"]
