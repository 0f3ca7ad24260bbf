"""Current syntax, on one line and on several: each sample is read whole, without an error."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.harvest.swift.made import declared


class Canary(NamedTuple):
    """A sample, and every entry it must give."""

    text: str
    lines: tuple[str, ...]


CANARIES = {
    "async throws": Canary(
        "public func load(from a: A) async throws -> B { fatalError() }",
        ("function Kit | func load(from a: A) async throws -> B",),
    ),
    "typed throws": Canary(
        "public func f() throws(Fault) -> Int { 1 }\npublic func g<E: Error>(\n  _ body: () throws(E) -> Void\n)\n"
        "  throws(E) { try body() }",
        (
            "function Kit | func f() throws(Fault) -> Int",
            "function Kit | func g<E: Error>(_ body: () throws(E) -> Void) throws(E)",
        ),
    ),
    "some and any": Canary(
        "public func f(_ a: some P & Q, b: any R<Int>, c: (any S)?) -> some View { a }",
        ("function Kit | func f(_ a: some P & Q, b: any R<Int>, c: (any S)?) -> some View",),
    ),
    "a where clause on several lines": Canary(
        "public func f<A, B>(_ a: A, _ b: B) -> C<A>\nwhere\n  A: Collection,\n  A.Element == B\n{ fatalError() }",
        ("function Kit | func f<A, B>(_ a: A, _ b: B) -> C<A> where A: Collection, A.Element == B",),
    ),
    "parameter packs": Canary(
        "public func zip<each A, each B>(_ a: repeat each A, _ b: repeat each B) -> (repeat (each A, each B)) { f() }",
        (
            "function Kit | func zip<each A, each B>(_ a: repeat each A, _ b: repeat each B) -> (repeat (each A, each B))",
        ),
    ),
    "a type with a pack": Canary(
        "public struct Many<each T: Sendable> { public let all: (repeat each T) }",
        ("class Kit | struct Many<each T: Sendable>", "property Kit.Many | let all: (repeat each T)"),
    ),
    "noncopyable types": Canary(
        "public struct Handle: ~Copyable { public consuming func close() {}\n"
        "  public borrowing func peek() -> Int { 1 } }\n"
        "public func take<T: ~Copyable>(_ a: consuming T, _ b: borrowing T, _ c: inout T) {}",
        (
            "class Kit | struct Handle: ~Copyable",
            "function Kit | func take<T: ~Copyable>(_ a: consuming T, _ b: borrowing T, _ c: inout T)",
            "method Kit.Handle | consuming func close()",
            "method Kit.Handle | borrowing func peek() -> Int",
        ),
    ),
    "sending and isolated parameters": Canary(
        "public func f(_ a: sending T, on actor: isolated (any Actor)? = #isolation) -> sending T { a }",
        ("function Kit | func f(_ a: sending T, on actor: isolated (any Actor)? = #isolation) -> sending T",),
    ),
    "an actor": Canary(
        "public actor Store { public nonisolated let id: Int\n  public init(id: Int) { self.id = id }\n"
        "  public func put() async {}\n  public nonisolated func name() -> String { } }",
        (
            "class Kit | actor Store",
            "property Kit.Store | nonisolated let id: Int",
            "constructor Kit.Store | init(id: Int)",
            "method Kit.Store | func put() async",
            "method Kit.Store | nonisolated func name() -> String",
        ),
    ),
    "a distributed actor": Canary(
        "public distributed actor Node { public distributed func ping() async throws -> Int { 1 } }",
        (
            "class Kit | distributed actor Node",
            "method Kit.Node | distributed func ping() async throws -> Int",
        ),
    ),
    "a global actor": Canary(
        "@globalActor public actor Disk { public static let shared = Disk() }\n@MainActor public func draw() {}",
        (
            "class Kit | @globalActor actor Disk",
            "function Kit | @MainActor func draw()",
            "property Kit.Disk | static let shared",
        ),
    ),
    "macros": Canary(
        '@freestanding(expression)\npublic macro unwrap<T>(_ a: T?, message: String = "why") -> T = #externalMacro(\n'
        '  module: "Plugin", type: "Unwrap"\n)\n'
        "@attached(member, names: named(init), arbitrary)\n@attached(extension, conformances: P)\n"
        'public macro Model() = #externalMacro(module: "Plugin", type: "Model")',
        (
            'function Kit | macro unwrap<T>(_ a: T?, message: String = "…") -> T',
            "function Kit | macro Model()",
        ),
    ),
    "a property wrapper": Canary(
        "@propertyWrapper public struct Clamped<V: Comparable> {\n  public var wrappedValue: V { get { v } set { } }\n"
        "  public var projectedValue: Self { self }\n  public init(wrappedValue: V, _ range: ClosedRange<V>) {} }",
        (
            "class Kit | @propertyWrapper struct Clamped<V: Comparable>",
            "property Kit.Clamped | var wrappedValue: V {get set}",
            "property Kit.Clamped | var projectedValue: Self {get}",
            "constructor Kit.Clamped | init(wrappedValue: V, _ range: ClosedRange<V>)",
        ),
    ),
    "a result builder": Canary(
        "@resultBuilder public enum Rows { public static func buildBlock<each R: Row>(_ r: repeat each R) -> [any Row] { } }"
        "\npublic func table(@Rows _ rows: () -> [any Row]) {}",
        (
            "enum Kit | @resultBuilder enum Rows",
            "function Kit | func table(@Rows _ rows: () -> [any Row])",
            "method Kit.Rows | static func buildBlock<each R: Row>(_ r: repeat each R) -> [any Row]",
        ),
    ),
    "dynamic members": Canary(
        "@dynamicMemberLookup public struct Proxy<T> {\n"
        "  public subscript<U>(dynamicMember path: WritableKeyPath<T, U>) -> U { get { } nonmutating set { } } }",
        (
            "class Kit | @dynamicMemberLookup struct Proxy<T>",
            "method Kit.Proxy | subscript<U>(dynamicMember path: WritableKeyPath<T, U>) -> U {get set}",
        ),
    ),
    "subscripts": Canary(
        "public extension Grid { subscript(row: Int, column: Int = 0) -> Cell { cells[row] }\n"
        "  static subscript(name: String) -> Grid? { get async throws { nil } } }",
        (
            "method Kit.Grid | subscript(row: Int, column: Int = 0) -> Cell {get}",
            "method Kit.Grid | static subscript(name: String) -> Grid? {get async throws}",
        ),
    ),
    "effectful properties": Canary(
        "public struct S { public var a: Int { get async throws { 1 } }; public var b: Int { get async { 1 } } }",
        (
            "class Kit | struct S",
            "property Kit.S | var a: Int {get async throws}",
            "property Kit.S | var b: Int {get async}",
        ),
    ),
    "setters that are closed": Canary(
        "public class C { public private(set) var a = 1\n  public internal(set) static var b: Int = f()\n"
        "  public fileprivate(set) var c: Int { get { 1 } set { } }\n  public package(set) var d: Int { didSet { } } }",
        (
            "class Kit | class C",
            "property Kit.C | var a = 1 {get}",
            "property Kit.C | static var b: Int {get}",
            "property Kit.C | var c: Int {get}",
            "property Kit.C | var d: Int {get}",
        ),
    ),
    "operators": Canary(
        "infix operator <+>: AdditionPrecedence\nprefix operator √\n"
        "public func <+> (a: V, b: V) -> V { a }\npublic prefix func √ (a: V) -> V { a }\n"
        "extension V { public static func == (a: V, b: V) -> Bool { true }\n"
        "  public static func << <I: BinaryInteger>(a: V, b: I) -> V { a } }",
        (
            "function Kit | func <+>(a: V, b: V) -> V",
            "function Kit | prefix func √(a: V) -> V",
            "method Kit.V | static func ==(a: V, b: V) -> Bool",
            "method Kit.V | static func <<<I: BinaryInteger>(a: V, b: I) -> V",
        ),
    ),
    "an enum": Canary(
        'public enum E: String, CaseIterable { case a = "first", b; case c = "third" }\n'
        "public indirect enum Tree<T> {\n  case leaf(T)\n  indirect case node(left: Tree, right: Tree, weight: Int = 0) }",
        (
            "enum Kit | enum E: String, CaseIterable",
            "enum Kit | indirect enum Tree<T>",
            'member Kit.E | case a = "…"',
            "member Kit.E | case b",
            'member Kit.E | case c = "…"',
            "member Kit.Tree | case leaf(T)",
            "member Kit.Tree | indirect case node(left: Tree, right: Tree, weight: Int = 0)",
        ),
    ),
    "a protocol": Canary(
        "public protocol Feed<Item>: AnyObject, Sendable where Item: Hashable {\n"
        "  associatedtype Item\n  associatedtype Next: Feed = Self where Next.Item == Item\n"
        "  static var limit: Int { get }\n  var items: [Item] { get set }\n"
        "  init?(from: URL) async throws\n  mutating func next() async throws(Ended) -> Item?\n"
        "  subscript(i: Int) -> Item { get }\n  static func + (a: Self, b: Self) -> Self\n}",
        (
            "interface Kit | protocol Feed<Item>: AnyObject, Sendable where Item: Hashable",
            "type Kit.Feed | associatedtype Item",
            "type Kit.Feed | associatedtype Next: Feed = Self where Next.Item == Item",
            "property Kit.Feed | static var limit: Int {get}",
            "property Kit.Feed | var items: [Item] {get set}",
            "constructor Kit.Feed | init?(from: URL) async throws",
            "method Kit.Feed | mutating func next() async throws(Ended) -> Item?",
            "method Kit.Feed | subscript(i: Int) -> Item {get}",
            "method Kit.Feed | static func +(a: Self, b: Self) -> Self",
        ),
    ),
    "a protocol on one line": Canary(
        "public protocol P { func a(); var b: Int { get }; associatedtype C; init() }",
        (
            "interface Kit | protocol P",
            "method Kit.P | func a()",
            "property Kit.P | var b: Int {get}",
            "type Kit.P | associatedtype C",
            "constructor Kit.P | init()",
        ),
    ),
    "type aliases": Canary(
        "public typealias Done<T> = @Sendable (Result<T, any Error>) async -> Void\n"
        "public typealias Pairs<K> = [K: (a: Int, b: Int)] where K: Hashable\n"
        "public typealias Closed = @MainActor @Sendable () -> Void",
        (
            "type Kit | typealias Done<T> = @Sendable (Result<T, any Error>) async -> Void",
            "type Kit | typealias Pairs<K> = [K: (a: Int, b: Int)] where K: Hashable",
            "type Kit | typealias Closed = @MainActor @Sendable () -> Void",
        ),
    ),
    "closures and defaults": Canary(
        'public func f(a: @escaping @Sendable (Int) async throws -> Void = { _ in print("x") },\n'
        '  b: @autoclosure () -> Bool = true, c: Int? = nil, d: [String] = ["a", "b"], e: Int...) {}',
        (
            "function Kit | func f(a: @escaping @Sendable (Int) async throws -> Void = {}, b: @autoclosure () -> Bool = "
            'true, c: Int? = nil, d: [String] = ["…", "…"], e: Int...)',
        ),
    ),
    "initializers": Canary(
        "open class View { public required init?(coder: Coder) { nil }\n  public convenience init!(a: Int) { nil }\n"
        "  @MainActor public init<T>(_ t: T) where T: P {} ; deinit {} }",
        (
            "class Kit | open class View",
            "constructor Kit.View | required init?(coder: Coder)",
            "constructor Kit.View | convenience init!(a: Int)",
            "constructor Kit.View | @MainActor init<T>(_ t: T) where T: P",
        ),
    ),
    "conditional compilation": Canary(
        "public struct S {\n  public var a: Int\n#if os(Linux) || os(Windows)\n  public func b() {}\n#else\n"
        "  public func c() {}\n#endif\n}\n#if canImport(UIKit)\npublic func d() {}\n#endif",
        (
            "class Kit | struct S",
            "function Kit | func d()",
            "property Kit.S | var a: Int",
            "method Kit.S | #if os(Linux) || os(Windows) func b()",
            "method Kit.S | #if !(os(Linux) || os(Windows)) func c()",
        ),
    ),
    "attributes that a condition chooses": Canary(
        "#if swift(>=6.0)\n@preconcurrency @MainActor\n#endif\npublic protocol P {}\n",
        ("interface Kit | @MainActor protocol P",),
    ),
    "keywords as names": Canary(
        "public struct S { public static let `default` = 1; public func `repeat`(`in` a: Int, `for` b: `Type`) {} }",
        (
            "class Kit | struct S",
            "property Kit.S | static let default = 1",
            "method Kit.S | func repeat(in a: Int, for b: Type)",
        ),
    ),
    "several variables": Canary(
        "public let (a, b) = (1, 2)\npublic var c = 1, d: Int = 2\npublic struct S { public let e, f: Int }",
        (
            "constant Kit | let a",
            "constant Kit | let b",
            "variable Kit | var c: Int",
            "variable Kit | var d: Int",
            "class Kit | struct S",
            "property Kit.S | let e: Int",
            "property Kit.S | let f: Int",
        ),
    ),
    "literals": Canary(
        'public let a = "text", b = -1.5\npublic let c = """\n  much text\n  """\npublic let d = #"raw "text""#\n'
        "public let e = /reg(ex)/\npublic let f = Foo(x: 1)\npublic let g = [1, 2]",
        (
            'constant Kit | let a = "…"',
            "constant Kit | let b = -1.5",
            'constant Kit | let c = "…"',
            'constant Kit | let d = "…"',
            "constant Kit | let e",
            "constant Kit | let f",
            "constant Kit | let g",
        ),
    ),
    "an extension with constraints": Canary(
        "extension Array where Element: Hashable { public func unique() -> Self { self }\n"
        "  public func by<K>(_ k: K) -> Self where K: Hashable { self } }\n"
        "extension [Int] { public func sum() -> Int { 0 } }\nextension Result<Int, Never> { public var sure: Int { 1 } }",
        (
            "method Kit.Array | func unique() -> Self where Element: Hashable",
            "method Kit.Array | func by<K>(_ k: K) -> Self where K: Hashable, Element: Hashable",
            "method Kit.Array | func sum() -> Int",
            "property Kit.Result | var sure: Int {get}",
        ),
    ),
    "nested types": Canary(
        "public struct A { public enum B { public struct C { public var d: Int }; case e } }\nextension A.B.C { public func f() {} }",
        (
            "class Kit | struct A",
            "enum Kit.A | enum B",
            "class Kit.A.B | struct C",
            "member Kit.A.B | case e",
            "property Kit.A.B.C | var d: Int",
            "method Kit.A.B.C | func f()",
        ),
    ),
    "concurrency of Swift 6": Canary(
        "public nonisolated(unsafe) var a: Int = 1\n@concurrent public func b() async {}\n"
        "public nonisolated(nonsending) func c() async {}\npublic func d() -> @isolated(any) () -> Void { }\n"
        "public final class E: @unchecked Sendable {}\nextension E: @retroactive Identifiable { public var id: Int { 1 } }",
        (
            "variable Kit | nonisolated(unsafe) var a: Int",
            "function Kit | @concurrent func b() async",
            "function Kit | nonisolated(nonsending) func c() async",
            "function Kit | func d() -> @isolated(any) () -> Void",
            "class Kit | final class E: @unchecked Sendable",
            "property Kit.E | var id: Int {get}",
        ),
    ),
    "values in generics": Canary(
        "public struct Vector<let count: Int, Element: ~Copyable>: ~Copyable { public init() {} }",
        (
            "class Kit | struct Vector<let count: Int, Element: ~Copyable>: ~Copyable",
            "constructor Kit.Vector | init()",
        ),
    ),
    "imports with access": Canary(
        "internal import A\npublic import B\n@preconcurrency import C\nimport struct D.E\n@testable import F\npublic func f() {}",
        ("function Kit | func f()",),
    ),
    "old ownership": Canary(
        "public struct S { public __consuming func a() -> Int { 1 }\n  public func b(_ c: __owned T, d: __shared T) {} }",
        (
            "class Kit | struct S",
            "method Kit.S | func a() -> Int",
            "method Kit.S | func b(_ c: __owned T, d: __shared T)",
        ),
    ),
    "a member of an opaque parameter": Canary(
        "public struct S { public init(_ key: (some Key<V>).Default) {} }",
        ("class Kit | struct S", "constructor Kit.S | init(_ key: (some Key<V>).Default)"),
    ),
    "a byte order mark and carriage returns": Canary(
        "\ufeffpublic func a(\r\n  b: Int,\r\n  c: Int\r\n) {}\r\n", ("function Kit | func a(b: Int, c: Int)",)
    ),
    "bodies full of code": Canary(
        'public func f() { let a = "\\(b.map { "{\\($0)" })"; if case .x = y, let z { switch z { default: break } } }\n'
        "public var g: Int { let h = { 1 }; return h() }",
        ("function Kit | func f()", "variable Kit | var g: Int {get}"),
    ),
}


@pytest.mark.parametrize("name", CANARIES)
def test_current_syntax_is_read_whole(name: str, tmp_path: Path) -> None:
    text, lines = CANARIES[name]
    found = declared(tmp_path, text)

    assert tuple(found.lines) == lines
    assert found.unread == ()
