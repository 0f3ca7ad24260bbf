"""What a signature of a TypeScript declaration says, and what it must not."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paredown.harvest.typescript.grammar import parser
from paredown.harvest.typescript.parse import pieces
from paredown.harvest.typescript.statements import read_scope
from paredown.model import ELIDED, Deprecation, Kind
from tests.harvest.typescript.made import declared


@pytest.mark.parametrize(
    ("text", "signature"),
    [
        ("export declare function getType(path: string): string | null;", "getType(path: string): string | null"),
        ("export function f(a: 1): void\n", "f(a: 1): void"),
        ("export declare const VERSION: string, b: 1;", "const VERSION: string"),
        ("export let a: number;", "let a: number"),
        ("export var a : number;", "var a: number"),
        (
            "export class Client<T> extends Base<T> implements X, Y.Z { }",
            "class Client<T> extends Base<T> implements X, Y.Z",
        ),
        ("export interface A extends B, C<D> {}", "interface A extends B, C<D>"),
        ("export declare abstract class A {}", "abstract class A"),
        ("export enum A { B }", "enum A"),
        ("export namespace A { }", "namespace A"),
        ("export type A<T> = { a: T };", "type A<T> = {a: T}"),
        ("export type A\n  = | 'x'\n  | 'y';", f"type A = | {ELIDED} | {ELIDED}"),
        ("export declare function f({ a, b }: { a: 1; b: 2 }): void;", "f({a, b}: {a: 1; b: 2}): void"),
        (
            "export declare function f(\n  a: string, // first\n  b?: number, /* second */\n): void;",
            "f(a: string, b?: number): void",
        ),
    ],
)
def test_a_signature_is_keywords_name_and_the_rest(text: str, signature: str, tmp_path: Path) -> None:
    assert declared(tmp_path, text).signatures[0] == signature


@pytest.mark.parametrize(
    "text",
    [
        'export declare const a: "ask the user";',
        'export declare const a = "ask the user";',
        "export declare const a: `ask ${string} the user`;",
        "export declare function f(a: 'ask the user'): void;",
        'export declare function f(a: "ask \\" the user"): void;',
        'export interface A { b: "ask the user" }',
        'export interface A { "ask the user": 1 }',
        'export declare class A { static readonly b = "ask the user"; }',
        'export declare enum A { B = "ask the user" }',
        "export type A = B['ask the user'];",
        'export declare const a: import("ask the user").B;',
        "export declare function f(/* ask the user */ a: 1): void;",
        "export declare function f(a: 1, // ask the user\n b: 2): void;",
        'declare const a: 1; export { a as "ask the user" };',
        "export const f = (a = 'ask the user') => a;",
        "export const a = /ask the user/;",
    ],
)
def test_no_word_of_a_literal_or_a_comment_is_in_a_signature(text: str, tmp_path: Path) -> None:
    found = declared(tmp_path, text)

    assert found.entries
    assert not any("user" in signature for signature in found.signatures)


def test_what_was_elided_is_kept_as_prose(tmp_path: Path) -> None:
    entry = declared(tmp_path, "export declare function f(a: 'one' | \"two\", b: `three`): void;").entries[0]

    assert entry.signature == f"f(a: {ELIDED} | {ELIDED}, b: {ELIDED}): void"
    assert [constant.untrusted() for constant in entry.constants] == ["'one'", '"two"', "`three`"]


def test_a_plain_quoted_name_is_shown_and_any_other_is_elided(tmp_path: Path) -> None:
    found = declared(tmp_path, 'export interface A { "content-type": 1; "do this now"(): 2; "": 3 }')

    assert found.signatures[1:] == ["content-type: 1", f"{ELIDED}(): 2", f"{ELIDED}: 3"]
    assert found.names[1:] == ["pkg A content-type", "pkg A do this now", 'pkg A ""']
    assert [c.untrusted() for c in found.entries[2].constants] == ["do this now"]


def test_the_escapes_of_a_quoted_name_are_read(tmp_path: Path) -> None:
    found = declared(tmp_path, r"""export interface A { "\u0041": 1; 'b\'c': 2; "\x64\u{65}": 3; "\ud800": 4 }""")

    assert [e.symbol.name for e in found.entries[1:]] == ["A", "b'c", "de", r"\ud800"]
    assert found.signatures[1:] == ["A: 1", '"…": 2', "de: 3", '"…": 4']


def test_members_that_only_the_end_of_a_line_parts_are_parted_in_a_signature(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        "export declare function f(a: {\n  b?: 1\n  // no\n  c(): {\n    d: 2\n    e: 3 // e\n  }\n}, g: 4): void;\n"
        "export type T =\n  | { a: 1,\n b: 2 }\n  | { c: 3\n};",
    )

    assert found.signatures[:2] == [
        "f(a: {b?: 1; c(): {d: 2; e: 3}}, g: 4): void",
        "type T = | {a: 1, b: 2} | {c: 3}",
    ]


def test_overloads_are_entries_of_one_symbol(tmp_path: Path) -> None:
    found = declared(tmp_path, "export function f(a: 1): 1;\nexport function f(a: 2): 2;")

    assert [entry.signature for entry in found.of("pkg", "f")] == ["f(a: 1): 1", "f(a: 2): 2"]


@pytest.mark.parametrize(
    ("body", "signature"),
    [
        ("get a(): 1; set a(v: 1);", "a: 1"),
        ("set a(v: 1); get a(): 1;", "a: 1"),
        ("get a(): 1;", "get a(): 1"),
        ("set a(v: 1);", "set a(v: 1)"),
        ("static get a(): 1; static set a(v: 1);", "static a: 1"),
        ("protected abstract get a(): 1;", "abstract protected get a(): 1"),
    ],
)
def test_a_getter_and_its_setter_are_one_property(body: str, signature: str, tmp_path: Path) -> None:
    members = declared(tmp_path, f"export declare class A {{ {body} }}").of("pkg", "A", "a")

    assert [(member.kind, member.signature) for member in members] == [(Kind.PROPERTY, signature)]


def test_a_getter_that_is_internal_takes_its_setter_along(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        "export declare class A {\n  /** @internal */\n  get a(): 1;\n  set a(v: 1);\n  set b(v: 2);\n"
        "  /** @internal */\n  static get b(): 2;\n}",
    )

    assert found.lines == ["class pkg | class A", "property pkg A | set b(v: 2)"]


def test_constructors_are_named_as_they_are_written(tmp_path: Path) -> None:
    found = declared(
        tmp_path, "export declare class A { constructor(a: 1); }\nexport interface B { new (a: 1): A; (b: 2): 3 }"
    )

    assert [line for line in found.lines if "class" not in line and "interface" not in line] == [
        "constructor pkg A | constructor(a: 1)",
        "constructor pkg B | new(a: 1): A",
        "method pkg B | ()(b: 2): 3",
    ]


def test_the_tags_of_a_doc_comment_decide(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        """
        /**
         * Old.
         * @deprecated use b
         */
        export declare const a: 1;
        /** New, and not @internal at all. */
        export declare const b: 1;
        /** @internal */
        export declare const c: 1;
        export interface D {
          /** @internal */ e: 1;
          /** Kept. */ f: 2;
        }
        """,
    )

    assert found.names == ["pkg a", "pkg b", "pkg D", "pkg D f"]
    assert [entry.deprecation for entry in found.entries] == [Deprecation.WARNING, *[Deprecation.NONE] * 3]
    assert [entry.prose.untrusted() for entry in found.entries] == [
        "Old.\n@deprecated use b",
        "New, and not @internal at all.",
        "",
        "Kept.",
    ]


def test_a_comment_belongs_to_the_declaration_after_it_only(tmp_path: Path) -> None:
    found = declared(
        tmp_path, "/** A */\nimport 'x';\nexport declare const a: 1;\n/** B */ // note\nexport declare const b: 1;"
    )

    assert [entry.prose.untrusted() for entry in found.entries] == ["", "B"]


def test_sources_are_read_as_declarations(tmp_path: Path) -> None:
    found = declared(tmp_path, "export {} from './x'")
    source = """
        export function f(a: string): string;
        export function f(a: any) { const hidden = "x"; return hidden }
        export const g = <T,>(a: T, b = "x"): T => { return a };
        export const h = async () => { };
        export const i = compute("x"), j = 5, k = { a: 1 };
        export const { l, m: n = 2 } = make();
        export class A {
          constructor(private a: number, public readonly b: string, protected c = 1, d = 2) { }
          e = "x"; static f = () => 1;
          g(): void { }
          h(a: 1): void; h(a: any): void { }
          get i() { return 1 }
        }
        class Hidden { }
        export default function () { return 1 }
    """
    scope = read_scope(pieces(source.encode(), parser()), is_ambient=False)
    lines = [f"{d.lead}{d.name}{d.rest}" for name in scope.names() for d in scope.declared.get(name, [])]

    assert found.entries == ()
    assert lines == [
        "f(a: string): string",
        f"const g: <T>(a: T, b = {ELIDED}) => T",
        "const h: () => unknown",
        "const i",
        "const j = 5",
        "const k",
        "const l",
        "const n",
        "class A",
        "default()",
    ]
    assert [f"{m.lead}{m.name}{m.rest}" for m in scope.declared["A"][0].members] == [
        "readonly b: string",
        "protected c = 1",
        "constructor(private a: number, public readonly b: string, protected c = 1, d = 2)",
        f"e = {ELIDED}",
        "static f",
        "g(): void",
        "h(a: 1): void",
        "get i()",
    ]


TOKENS = (
    *(
        "export ",
        "declare ",
        "function f",
        "(a: ",
        "class A ",
        "{ ",
        "}",
        ";",
        " = ",
        "b: ",
        "static ",
        "[",
        "]",
        "<",
        ">",
    ),
    *('"secret"', "'secret'", "`secret`", "/* secret */", "// secret\n", "/secret/", '"', "'", "`", "\\", "\n", "${"),
)


@given(st.lists(st.sampled_from(TOKENS), max_size=25).map("".join))
def test_whatever_is_read_no_quote_reaches_a_signature(text: str) -> None:

    scope = read_scope(pieces(text.encode(), parser()), is_ambient=True)
    outer = [draft for group in scope.declared.values() for draft in group]

    for draft in [*outer, *(member for owner in outer for member in owner.members)]:
        shown = f"{draft.lead}{draft.shown or draft.name}{draft.rest}"
        assert not any(quote in shown.replace(ELIDED, "") for quote in "\"'`")
