"""Current syntax, on one line and on several: each sample is read whole, without an error."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.harvest.typescript.made import declared


class Canary(NamedTuple):
    """A sample, and every entry it must give."""

    text: str
    lines: tuple[str, ...]


CANARIES = {
    "an imported type": Canary(
        'export declare const a: import("./x").B<C>[];\nexport type T = typeof import("y");',
        ('constant pkg | const a: import("…").B<C>[]', 'type pkg | type T = typeof import("…")'),
    ),
    "an imported type with attributes": Canary(
        'export type R = import("a", {\n  with: { "resolution-mode": "import" }\n}).X;',
        ('type pkg | type R = import("…", {with: {"…": "…"}}).X',),
    ),
    "variance": Canary(
        "export interface A<in out T> { a: T }\nexport type B<\n  in T,\n  /** why */\n  out U = {}\n> = T | U;",
        (
            "interface pkg | interface A<in out T>",
            "property pkg A | a: T",
            "type pkg | type B<in T, out U = {}> = T | U",
        ),
    ),
    "a constant type parameter": Canary(
        "export declare function f<const T extends readonly unknown[]>(x: T): T;",
        ("function pkg | f<const T extends readonly unknown[]>(x: T): T",),
    ),
    "accessors": Canary(
        "export declare class A {\n  static accessor a: string;\n  accessor b: number;\n  private accessor c: 1;\n}",
        ("class pkg | class A", "property pkg A | static a: string", "property pkg A | b: number"),
    ),
    "members named after modifiers": Canary(
        "export declare class A { accessor: string; abstract(): void; static: 1; get: 2; set(): void; readonly readonly: 3 }",
        (
            "class pkg | class A",
            "property pkg A | accessor: string",
            "method pkg A | abstract(): void",
            "property pkg A | static: 1",
            "property pkg A | get: 2",
            "method pkg A | set(): void",
            "property pkg A | readonly readonly: 3",
        ),
    ),
    "members named after declarations": Canary(
        "export interface A { type: 1; namespace: 2; declare(): void; out?: 3; of: 4; async(): 5; accessor?: 6; abstract: 7 }",
        (
            "interface pkg | interface A",
            "property pkg A | type: 1",
            "property pkg A | namespace: 2",
            "method pkg A | declare(): void",
            "property pkg A | out?: 3",
            "property pkg A | of: 4",
            "method pkg A | async(): 5",
            "property pkg A | accessor?: 6",
            "property pkg A | abstract: 7",
        ),
    ),
    "a static index signature": Canary(
        "export declare class A { static readonly [key: string]: number; static [k: symbol]: 1 }",
        (
            "class pkg | class A",
            "property pkg A | readonly [index](key: string): number",
            "property pkg A | [index](k: symbol): 1",
        ),
    ),
    "an unnamed default function": Canary(
        "export default function (a: string): void;\nexport default function <T>(b: T): T;",
        ("function pkg | default(a: string): void", "function pkg | default<T>(b: T): T"),
    ),
    "an unnamed asynchronous default function": Canary(
        "export default async function(): Promise<void>;", ("function pkg | async default(): Promise<void>",)
    ),
    "an unnamed default class": Canary(
        "export default class<T> extends B<T> { a: T }",
        ("class pkg | class default<T> extends B<T>", "property pkg default | a: T"),
    ),
    "an unnamed abstract default class": Canary(
        "export default abstract class { abstract a(): void }",
        ("class pkg | abstract class default", "method pkg default | abstract a(): void"),
    ),
    "string names of exports": Canary(
        'declare const a: 1;\nexport { a as "b c", a as "d" };',
        ('constant pkg | const "…": 1', "constant pkg | const d: 1"),
    ),
    "a parameter named using": Canary(
        "export declare function f(using: A, accessor: B): void;", ("function pkg | f(using: A, accessor: B): void",)
    ),
    "keyof readonly": Canary(
        "export interface A { m: { [K in keyof readonly any[]]?: boolean } }",
        ("interface pkg | interface A", "property pkg A | m: {[K in keyof readonly any[]]?: boolean}"),
    ),
    "call signatures without semicolons": Canary(
        "export interface A {\n  (a: string): this\n  <T>(b: T): this\n  c: 1\n}",
        (
            "interface pkg | interface A",
            "method pkg A | ()(a: string): this",
            "method pkg A | ()<T>(b: T): this",
            "property pkg A | c: 1",
        ),
    ),
    "an imported attribute": Canary(
        'import j from "./j.json" with { type: "json" };\nexport declare const a: typeof j;',
        ("constant pkg | const a: typeof j",),
    ),
    "a deferred import": Canary(
        'import defer * as x from "./x";\nexport declare const a: 1;', ("constant pkg | const a: 1",)
    ),
    "an exported require": Canary(
        'export import X = require("./x");\nexport declare const a: 1;',
        ("constant pkg | const a: 1", "namespace pkg | namespace X"),
    ),
    "a template type": Canary("export type A = `a${string}b` | `c`;", ('type pkg | type A = "…" | "…"',)),
    "mapped and conditional types": Canary(
        "export type M<T> = { -readonly [K in keyof T as `x${K & string}`]-?: T[K] };\nexport type C<T> = T extends (infer U extends string)[] ? U : never;",
        (
            'type pkg | type M<T> = {-readonly [K in keyof T as "…"]-?: T[K]}',
            "type pkg | type C<T> = T extends (infer U extends string)[] ? U : never",
        ),
    ),
    "assertions": Canary(
        "export declare function f(this: A, x: unknown): asserts x is B;\nexport declare class A { is(): this is B }",
        (
            "function pkg | f(this: A, x: unknown): asserts x is B",
            "class pkg | class A",
            "method pkg A | is(): this is B",
        ),
    ),
    "an abstract constructor type": Canary(
        "export type A = abstract new (...args: any[]) => object;",
        ("type pkg | type A = abstract new (...args: any[]) => object",),
    ),
    "named tuples": Canary(
        "export type A = [a: string, b?: number, ...c: any[]];",
        ("type pkg | type A = [a: string, b?: number, ...c: any[]]",),
    ),
    "unique symbols": Canary(
        "export declare const s: unique symbol;\nexport interface A { [s]: 1; [Symbol.iterator](): 2 }",
        (
            "constant pkg | const s: unique symbol",
            "interface pkg | interface A",
            "property pkg A | [s]: 1",
            "method pkg A | [Symbol.iterator](): 2",
        ),
    ),
    "getters in interfaces": Canary(
        "export interface A { get a(): string; set a(v: string); get b(): number }",
        ("interface pkg | interface A", "property pkg A | a: string", "property pkg A | get b(): number"),
    ),
    "private names": Canary(
        "export declare class A { #a: 1; private b; static #c(): void; protected d: 2; private constructor() }",
        ("class pkg | class A", "property pkg A | protected d: 2"),
    ),
    "overridden members": Canary(
        "export declare class A { override a(): void; declare b: 1; static override readonly c?: 2 }",
        (
            "class pkg | class A",
            "method pkg A | a(): void",
            "property pkg A | b: 1",
            "property pkg A | static readonly c?: 2",
        ),
    ),
    "a constant enum": Canary(
        'export declare const enum A { B = 1 << 2, C, "d-e" = 3, "f g" = "h" }',
        (
            "enum pkg | const enum A",
            "member pkg A | B = 1 << 2",
            "member pkg A | C",
            "member pkg A | d-e = 3",
            'member pkg A | "…" = "…"',
        ),
    ),
    "an intersection of object types": Canary(
        "export type A<T> = { a: 1 } & B & ({ c(): 2 });",
        ("type pkg | type A<T> = {a: 1} & B & ({c(): 2})", "property pkg A | a: 1", "method pkg A | c(): 2"),
    ),
    "a default type": Canary(
        "export default interface A { a: 1 }", ("interface pkg | interface default", "property pkg default | a: 1")
    ),
    "a byte order mark and carriage returns": Canary(
        "\ufeffexport interface A {\r\n  a(\r\n    b: 1,\r\n  ): void;\r\n}\r\n",
        ("interface pkg | interface A", "method pkg A | a(b: 1): void"),
    ),
}


@pytest.mark.parametrize("name", CANARIES)
def test_current_syntax_is_read_whole(name: str, tmp_path: Path) -> None:
    text, lines = CANARIES[name]
    found = declared(tmp_path, text, x="export declare const inside: 1;")

    assert tuple(line for line in found.lines if "inside" not in line) == lines
    assert found.unread == ()
