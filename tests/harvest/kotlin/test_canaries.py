"""Current syntax of Kotlin, on one line and on several: each sample is read whole, without an error."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from harvest.jvm.told import told


class Canary(NamedTuple):
    """A sample, and every entry it must give."""

    text: str
    lines: tuple[str, ...]


CANARIES = {
    "a functional interface": Canary(
        "fun interface Run { fun run(): Int }",
        ("interface Run | fun interface Run", "method Run.run | run(): Int"),
    ),
    "a functional interface on lines": Canary(
        "fun interface Run {\n  fun run()\n}",
        ("interface Run | fun interface Run", "method Run.run | run()"),
    ),
    "a sealed interface": Canary("sealed interface Shape<in T>", ("interface Shape | sealed interface Shape<in T>",)),
    "a value class": Canary(
        "@JvmInline\nvalue class Id(val text: String) {\n  override fun toString(): String = text\n}",
        (
            "class Id | value class Id",
            "method Id.hashCode | open hashCode(): Int",
            "method Id.equals | open operator equals(other: Any?): Boolean",
            "constructor Id | Id(text: String)",
            "property Id.text | val text: String",
            "method Id.toString | open toString(): String",
        ),
    ),
    "a data object": Canary(
        "data object None",
        (
            "class None | data object None",
            "method None.toString | open toString(): String",
            "method None.hashCode | open hashCode(): Int",
            "method None.equals | open operator equals(other: Any?): Boolean",
        ),
    ),
    "an enum on one line": Canary(
        "enum class Side { LEFT, RIGHT; companion object { val all = 1 } }",
        (
            "enum Side | enum class Side",
            "member Side.LEFT | LEFT",
            "member Side.RIGHT | RIGHT",
            "class Side.Companion | companion object Companion",
            "property Side.Companion.all | val all: Int",
        ),
    ),
    "an enum with bodies": Canary(
        'enum class Op(val sign: String) {\n  PLUS("+") { override fun of(): Int = 1 },\n  ;\n  abstract fun of(): Int\n}',
        (
            "enum Op | enum class Op",
            "property Op.sign | val sign: String",
            "member Op.PLUS | PLUS",
            "method Op.of | abstract of(): Int",
        ),
    ),
    "context parameters": Canary(
        "context(log: Log, _: Clock)\nfun work(): Int = 1\n\nfun plain() {}",
        ("function work | work(): Int context(log: Log, _: Clock)", "function plain | plain()"),
    ),
    "context parameters on one line": Canary(
        "context(log: Log) val now: Int get() = 1", ("property now | val now: Int context(log: Log)",)
    ),
    "a use-site target for all": Canary(
        "class A(@all:Mark val x: Int)",
        ("class A | class A", "constructor A | A(x: Int)", "property A.x | val x: Int"),
    ),
    "a guard in a when": Canary(
        "fun f(x: Any): Int = when (x) {\n  is String if x.length > 1 -> 1\n  else -> 2\n}\nval after = 1",
        ("function f | f(x: Any): Int", "property after | val after: Int"),
    ),
    "many dollars before a string": Canary(
        'val text: String = $$"costs $5 and $${name}"\nval after = 1',
        ("property text | val text: String", "property after | val after: Int"),
    ),
    "break in a lambda": Canary(
        "fun f() { for (i in 1..2) { run { if (i > 1) continue } } }\nval after = 1",
        ("function f | f()", "property after | val after: Int"),
    ),
    "a nested type alias": Canary(
        "class A {\n  typealias B = List<String>\n}",
        ("class A | class A", "constructor A | A()", "type A.B | typealias B = List<String>"),
    ),
    "functions named after modifiers": Canary(
        "class A {\n  fun suspend(): Int = 1\n  fun open() {}\n  val value: Int = 1\n  fun data(inner: Int) {}\n}",
        (
            "class A | class A",
            "constructor A | A()",
            "method A.suspend | suspend(): Int",
            "method A.open | open()",
            "property A.value | val value: Int",
            "method A.data | data(inner: Int)",
        ),
    ),
    "a constructor below its class": Canary(
        "class Wide\n// why\ninternal constructor(\n  val size: Int,\n) : Base(), Other {\n  val x: Int = 1\n}",
        ("class Wide | class Wide : Base, Other", "property Wide.size | val size: Int", "property Wide.x | val x: Int"),
    ),
    "a constructor below its annotations": Canary(
        'class Held<T>\n@Deprecated("x")\npublic constructor(val of: T)\n',
        ("class Held | class Held<T>", "constructor Held | Held(of: T)", "property Held.of | val of: T"),
    ),
    "annotations on lines of their own": Canary(
        '@Mark("(x)")\n@Other\npublic abstract class Store {\n  public abstract fun get(key: String): Int\n}',
        (
            "class Store | abstract class Store",
            "constructor Store | Store()",
            "method Store.get | abstract get(key: String): Int",
        ),
    ),
    "a class that is all functions": Canary(
        "package a\n\ninternal val x = run { 1 } ?: 2\n\npublic abstract class Source {\n    abstract fun nano(): Long\n}\n",
        (
            "class a.Source | abstract class Source",
            "constructor a.Source | Source()",
            "method a.Source.nano | abstract nano(): Long",
        ),
    ),
    "receivers": Canary(
        'fun <T> List<T>.second(): T = this[1]\nfun ((Int) -> Unit)?.call() {}\nfun String?.orNothing(): String = ""\n'
        "val <K, V> Map<K, V>.half: Int get() = 1",
        (
            "function List.second | second<T>(): T on List<T>",
            "function call | call() on ((Int) -> Unit)?",
            "function String.orNothing | orNothing(): String on String?",
            "property Map.half | val half<K, V>: Int on Map<K, V>",
        ),
    ),
    "function types": Canary(
        "fun a(f: suspend Scope.(x: Int, (String) -> Unit) -> Unit, g: (() -> Unit)? = null): (Int) -> ((String?) -> Unit)? = b",
        (
            "function a | a(f: suspend Scope.(x: Int, (String) -> Unit) -> Unit, g: (() -> Unit)? = …): "
            "(Int) -> ((String?) -> Unit)?",
        ),
    ),
    "bounds": Canary(
        "inline fun <reified T : Any, K> of(k: K): T & Any where K : CharSequence, K : Comparable<K> = b",
        ("function of | inline of<reified T : Any, K>(k: K): T & Any where K : CharSequence, K : Comparable<K>",),
    ),
    "accessors": Canary(
        "class A {\n  var a: Int = 1\n    private set\n  var b: Int\n    get() = 1\n    protected set(value) {}\n}\nvar c: Int\n"
        "  get() = 1\n  internal set(value) {}",
        (
            "class A | class A",
            "constructor A | A()",
            "property A.a | var a: Int private set",
            "property A.b | var b: Int protected set",
            "property c | var c: Int internal set",
        ),
    ),
    "defaults and varargs": Canary(
        'fun f(vararg all: String, deep: Boolean = a(b = "}"), last: () -> Unit = { }): Unit {}',
        ("function f | f(vararg all: String, deep: Boolean = …, last: () -> Unit = …)",),
    ),
    "trailing commas": Canary(
        "class A<T,>(\n  val a: Map<String, T,>,\n)\nfun f(\n  x: Int,\n) {}",
        (
            "class A | class A<T>",
            "constructor A | A(a: Map<String, T>)",
            "property A.a | val a: Map<String, T>",
            "function f | f(x: Int)",
        ),
    ),
    "names in backticks": Canary(
        "class `my class` { fun `does it`() {} }",
        (
            "class my class | class `my class`",
            "constructor my class | `my class`()",
            "method my class.does it | `does it`()",
        ),
    ),
    "annotated types and comments in them": Canary(
        'fun f(a: @Mark("why, not") /* because */ List<@Other Int>): @Mark("x") String = ""',
        ("function f | f(a: List<Int>): String",),
    ),
    "a constant": Canary('const val NAME: String = "text"', ('constant NAME | const val NAME: String = "…"',)),
    "a delegated property": Canary(
        "class A { val x: Int by lazy { 1 }\n  lateinit var y: String }",
        ("class A | class A", "constructor A | A()", "property A.x | val x: Int", "property A.y | var y: String"),
    ),
    "a delegated interface of its own": Canary(
        "interface Read { fun read(): Int }\nclass Both(read: Read) : Read by read",
        (
            "interface Read | interface Read",
            "method Read.read | read(): Int",
            "class Both | class Both : Read",
            "method Both.read | read(): Int",
            "constructor Both | Both(read: Read)",
        ),
    ),
    "a delegated collection": Canary(
        "class Names(all: Set<String>) : Set<String> by all",
        (
            "class Names | class Names : Set<String>",
            "method Names.contains | open operator contains(element: String): Boolean",
            "method Names.containsAll | open containsAll(elements: Collection<String>): Boolean",
            "method Names.isEmpty | open isEmpty(): Boolean",
            "method Names.iterator | open operator iterator(): Iterator<String>",
            "property Names.size | open val size: Int",
            "constructor Names | Names(all: Set<String>)",
        ),
    ),
    "a nested comment": Canary("/* a /* b */ c */ val x = 1", ("property x | val x: Int",)),
}


@pytest.mark.parametrize("name", CANARIES)
def test_current_syntax_is_read_whole(name: str, tmp_path: Path) -> None:
    found = told(tmp_path, {"A.kt": CANARIES[name].text})
    assert [(u.path, u.why) for u in found.unread] == []
    assert found.lines == list(CANARIES[name].lines)


@pytest.mark.parametrize("name", CANARIES)
def test_what_follows_current_syntax_is_not_lost(name: str, tmp_path: Path) -> None:
    text = f"{CANARIES[name].text}\n\ninterface Following {{\n  fun here(): Int\n}}\n"
    assert told(tmp_path, {"A.kt": text}).lines[-2:] == [
        "interface Following | interface Following".replace("Following", _in_package(text, "Following"), 1),
        f"method {_in_package(text, 'Following.here')} | here(): Int",
    ]


def _in_package(text: str, name: str) -> str:
    return f"a.{name}" if text.startswith("package a") else name
