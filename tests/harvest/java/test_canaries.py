"""Current syntax of Java, on one line and on several: each sample is read whole, without an error."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from harvest.jvm.told import told


class Canary(NamedTuple):
    """A sample, and every entry it must give."""

    text: str
    lines: tuple[str, ...]


FIRST = "class A | class A"
NEW = "constructor A | A()"


def members(text: str, *lines: str) -> Canary:
    return Canary(f"public class A {{ {text} }}", (FIRST, NEW, *lines))


CANARIES = {
    "a record": Canary(
        "public record P<T>(int x, T... rest) implements I { public P { } static int z; public static int w; }",
        (
            "class P | record P<T>(int x, T... rest) implements I",
            "method P.x | x(): int",
            "method P.rest | rest(): T[]",
            "method P.toString | toString(): String",
            "method P.hashCode | hashCode(): int",
            "method P.equals | equals(Object o): boolean",
            "constructor P | P(int x, T... rest)",
            "property P.w | static w: int",
        ),
    ),
    "a sealed class": Canary(
        "public sealed abstract class S permits A, B {\n  private S() {}\n}\n",
        ("class S | abstract sealed class S permits A, B",),
    ),
    "a sealed interface": Canary(
        "public sealed interface S<T extends Number & Comparable<T>> extends X, Y<T> permits A {}",
        ("interface S | sealed interface S<T extends Number & Comparable<T>> extends X, Y<T> permits A",),
    ),
    "a non-sealed class": Canary("public non-sealed class A extends S {}", ("class A | class A extends S", NEW)),
    "an enum with bodies": Canary(
        "public enum E implements I { A(1) { void x() {} }, @Deprecated B; E() {} E(int i) {} public int f() { return 1; } }",
        (
            "enum E | enum E implements I",
            "method E.values | static values(): E[]",
            "method E.valueOf | static valueOf(String name): E",
            "member E.A | A",
            "member E.B | B",
            "method E.f | f(): int",
        ),
    ),
    "an annotation": Canary(
        'public @interface M {\n  String value() default "x";\n  int[] level() default {1, 2};\n  Class<?> of();\n}',
        (
            "interface M | @interface M",
            "method M.value | value(): String default …",
            "method M.level | level(): int[] default …",
            "method M.of | of(): Class<?>",
        ),
    ),
    "an interface with bodies": Canary(
        "public interface I { int K = 1; void a(); default void b() {} static void c() {} private void d() {} class N {} }",
        (
            "interface I | interface I",
            "constant I.K | static final K: int",
            "method I.a | a(): void",
            "method I.b | default b(): void",
            "method I.c | static c(): void",
            "class I.N | static class N",
            "constructor I.N | N()",
        ),
    ),
    "a pattern in a switch": members(
        "public int f(Object o) { return switch (o) { case String s when s.isEmpty() -> 1; case Point(int x, var y) -> x; "
        "case null, default -> 2; }; } public int after;",
        "method A.f | f(Object o): int",
        "property A.after | after: int",
    ),
    "a record pattern": members(
        "public boolean f(Object o) { return o instanceof Box<String>(var s) && s != null; } public int after;",
        "method A.f | f(Object o): boolean",
        "property A.after | after: int",
    ),
    "unnamed variables": members(
        "public void f() { try { g(); } catch (Exception _) { } for (var _ : all) { } h((_, _) -> 1); } public int after;",
        "method A.f | f(): void",
        "property A.after | after: int",
    ),
    "a text block": Canary(
        'public class A {\n  public static final String T = """\n    { "a": 1 }\n    """;\n  public int after;\n}',
        (FIRST, NEW, 'constant A.T | static final T: String = "…"', "property A.after | after: int"),
    ),
    "generics": members(
        "public static <T extends Comparable<? super T>, E extends Exception> Map<? extends T, int[]> "
        "of(List<? super T>[] all, T... rest) throws E, java.io.IOException { return null; }",
        "method A.of | static of<T extends Comparable<? super T>, E extends Exception>(List<? super T>[] all, T... rest): "
        "Map<? extends T, int[]> throws E, IOException",
    ),
    "generics without spaces": members(
        "public <T extends X&Y<?>>Map<?super T,? extends   int[]>f(Map . Entry<T , T>e){return null;}",
        "method A.f | f<T extends X & Y<?>>(Map.Entry<T, T> e): Map<? super T, ? extends int[]>",
    ),
    "annotated types": members(
        'public @Nullable String @NonNull [] f(final @Mark("a, b") List<@Other("x") String> a, Map.@Q Entry<?, ?> b) { return null; }',
        "method A.f | f(List<String> a, Map.Entry<?, ?> b): String[]",
    ),
    "arrays after names": members(
        "public int x[], y; public int f(int a[], String[] b[])[] { return null; }",
        "property A.x | x: int[]",
        "property A.y | y: int",
        "method A.f | f(int[] a, String[][] b): int[]",
    ),
    "comments in a signature": members(
        "public /* a */ int // b\n f(/* c */ int /* d */ x) { return 1; }", "method A.f | f(int x): int"
    ),
    "a receiver parameter": members("public void f(A this, int x) {}", "method A.f | f(int x): void"),
    "inner classes": members(
        "public class In { protected In(int x) {} } protected static final class St<T> {} class Hidden { public int no; }",
        "class A.In | class In",
        "constructor A.In | protected In(int x)",
        "class A.St | protected static final class St<T>",
    ),
    "members that nobody outside inherits": Canary(
        "public final class A { protected int no; protected void nor() {} public A() {} }",
        ("class A | final class A", NEW),
    ),
    "a local record and a local enum": members(
        "public void f() { record R(int x) {} enum E { A } interface I {} } public int after;",
        "method A.f | f(): void",
        "property A.after | after: int",
    ),
    "an anonymous class": members(
        "public Object o = new Object() { public int no; public void nor() {} }; public int after;",
        "property A.o | o: Object",
        "property A.after | after: int",
    ),
    "a module import": Canary(
        "import module java.base;\nimport static java.util.Map.entry;\npublic class A {}", (FIRST, NEW)
    ),
    "names that are words elsewhere": members(
        "public int record; public void permits() {} public String yield(String sealed) { return sealed; } public int when;",
        "property A.record | record: int",
        "method A.permits | permits(): void",
        "method A.yield | yield(String sealed): String",
        "property A.when | when: int",
    ),
    "a statement before the call of another constructor": Canary(
        "public class A extends B {\n  public A(int x) {\n    if (x < 0) throw new E();\n    super(x);\n  }\n  public int after;\n}",
        ("class A | class A extends B", "constructor A | A(int x)", "property A.after | after: int"),
    ),
    "a class of several packages deep": Canary(
        "@Open package a.b. c;\npublic class A {}", ("class a.b.c.A | class A", "constructor a.b.c.A | A()")
    ),
    "an enum constant without anything else": Canary(
        "public enum E { A, B, }",
        (
            "enum E | enum E",
            "method E.values | static values(): E[]",
            "method E.valueOf | static valueOf(String name): E",
            "member E.A | A",
            "member E.B | B",
        ),
    ),
    "native and synchronized": members(
        "public native synchronized strictfp int f(); public transient volatile int g;",
        "method A.f | f(): int",
        "property A.g | g: int",
    ),
    "a constant of another type": members(
        'public static final CharSequence C = "x"; public final String s = "y"; public String t = "z";',
        "constant A.C | static final C: CharSequence",
        'property A.s | final s: String = "…"',
        "property A.t | t: String",
    ),
    "escapes in a name": members(
        "public int ünïcode, $x, _y;",
        "property A.ünïcode | ünïcode: int",
        "property A.$x | $x: int",
        "property A._y | _y: int",
    ),
    "a lambda and a method reference": members(
        "public static final Function<Integer, int[]> F = int[]::new; public Runnable r = () -> { int no = 1; }; public int after;",
        "constant A.F | static final F: Function<Integer, int[]>",
        "property A.r | r: Runnable",
        "property A.after | after: int",
    ),
}


@pytest.mark.parametrize("name", CANARIES)
def test_current_syntax_is_read_whole(name: str, tmp_path: Path) -> None:
    found = told(tmp_path, {"A.java": CANARIES[name].text})
    assert [(u.path, u.why) for u in found.unread] == []
    assert found.lines == list(CANARIES[name].lines)
