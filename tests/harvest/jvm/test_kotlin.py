"""What the Kotlin compiler made of the fixtures, told as its callers write it."""

from __future__ import annotations

from pathlib import Path

import pytest
from harvest.jvm.assembler import entries, package

from paredown.harvest import jvm
from paredown.harvest.jvm.kotlin.header import unpacked
from paredown.model import Deprecation, Entry, Kind, Language

JAR = Path(__file__).parent / "fixtures" / "kotlin.jar"


@pytest.fixture(scope="module")
def found() -> dict[str, list[Entry]]:
    return entries(JAR)


def one(found: dict[str, list[Entry]], symbol: str, kind: Kind | None = None) -> Entry:
    (entry,) = [e for e in found[symbol] if kind is None or e.kind is kind]
    return entry


SIGNATURES = {
    # Classes.
    "demo.shapes.Box": "open class Box<out T : Any>",
    "demo.shapes.Box.Lid": "inner class Lid",
    "demo.shapes.Box.Companion": "companion object Companion",
    "demo.shapes.Sorter": "abstract class Sorter<K : Comparable<K>, V> where V : CharSequence, V : Comparable<V>",
    "demo.shapes.Point": "data class Point",
    "demo.shapes.Meters": "value class Meters",
    "demo.shapes.Shape": "sealed interface Shape",
    "demo.shapes.Shape.Empty": "data object Empty : Shape",
    "demo.shapes.Shape.Circle": "class Circle : Shape",
    "demo.shapes.Measure": "fun interface Measure<in T>",
    "demo.shapes.Side": "enum class Side",
    "demo.shapes.Marked": "annotation class Marked",
    "demo.shapes.Registry": "object Registry",
    # Members.
    "demo.shapes.Box.take": "open take(vararg others: T, deep: Boolean = …): List<T>",
    "demo.shapes.Box.shelved": "protected shelved(): Map<String, List<T>>",
    "demo.shapes.Box.Lid.lift": "lift(): Box<T>.Lid",
    "demo.shapes.Node.Child.pair": "pair(): Pair<T, U>?",
    "demo.shapes.Sorter.sort": "abstract sort(by: (first: K, second: V) -> Int): Sequence<Pair<K, V>>",
    "demo.shapes.Sorter.later": "open suspend later<R>(block: suspend Sorter<K, V>.(K) -> R): R?",
    "demo.shapes.Sorter.plus": "operator plus(other: Sorter<in K, out V>): Sorter<*, *>",
    "demo.shapes.Sorter.with": "infix with(other: Any): (Int) -> ((String?) -> Unit)?",
    "demo.shapes.Sorter.count": "var count: Int private set",
    "demo.shapes.Sorter.width": "var width: Int protected set",
    "demo.shapes.Sorter.owner": "var owner: String",
    "demo.shapes.Point.copy": "copy(x: Int = …, y: Int = …): Point",
    "demo.shapes.Meters.plus": "operator plus(other: Meters): Meters",
    "demo.shapes.Shape.area": "open area(): Double",
    "demo.shapes.Shape.scaledTo": "scaledTo(other: Shape): Shape",
    "demo.shapes.Shape.Circle.scaled": "scaled(by: Meters): Shape.Circle",
    "demo.shapes.Measure.measure": "measure(what: T, unit: Meters): Double",
    "demo.shapes.Side.LEFT": "LEFT",
    # Outside of classes.
    "demo.shapes.topLevel": "topLevel(x: Int = …, callback: Callback<String>): Array<out Number?>",
    "demo.shapes.clampTo": "clampTo<T : Comparable<T>>(low: T, high: T): T on T",
    "demo.shapes.Any.cast": "inline cast<reified T : Any>(): T",
    "demo.shapes.meters": "meters(length: Meters): Meters",
    "demo.shapes.twice": "twice() on () -> Unit",
    "demo.shapes.measured": "suspend inline measured(block: suspend () -> Unit)",
    "demo.shapes.exactly": "exactly(list: List<*>, map: Map<in Int, *>, entry: Map.Entry<String, Int>): Nothing?",
    "demo.shapes.definitely": "definitely<T>(x: T & Any): T & Any",
    "demo.shapes.inContext": "inContext(more: Int): String context(written: Written)",
    "demo.shapes.delegated": "val delegated: ReadOnlyProperty<Any?, String>",
    "demo.shapes.Callback": "typealias Callback<T> = suspend (T, Int) -> Unit",
    "demo.shapes.Registry.entries": "val entries: MutableMap<String, Callback<Int>>",
    # Names that a caller writes in backticks.
    "demo.shapes.a name with spaces": "`a name with spaces`()",
    "demo.shapes.when": "`when`(`is`: Int): Int",
}


@pytest.mark.parametrize("symbol", SIGNATURES)
def test_a_declaration_is_told_as_kotlin_callers_write_it(found: dict[str, list[Entry]], symbol: str) -> None:
    told = [e for e in found[symbol] if e.kind is not Kind.CONSTRUCTOR]
    assert [e.signature for e in told] == [SIGNATURES[symbol]]
    assert told[0].symbol.language is Language.KOTLIN


def test_a_constructor_stands_at_the_symbol_of_its_class(found: dict[str, list[Entry]]) -> None:
    made = [e.signature for e in found["demo.shapes.Sorter"] if e.kind is Kind.CONSTRUCTOR]
    assert made == ["Sorter(size: Int)", "Sorter(size: Long, name: String)"]
    assert one(found, "demo.shapes.Meters", Kind.CONSTRUCTOR).signature == "Meters(amount: Double)"
    assert one(found, "demo.shapes.Marked", Kind.CONSTRUCTOR).signature == "Marked(why: String = …, level: Int)"


def test_an_extension_is_found_by_its_receiver_and_imported_by_its_name(found: dict[str, list[Entry]]) -> None:
    second = one(found, "demo.shapes.Iterable.second")
    assert second.symbol.parts == ("demo.shapes", "Iterable", "second")
    assert second.signature == "second<T>(): T? on Iterable<T>"
    assert second.import_path == "demo.shapes.second"
    assert one(found, "demo.shapes.List.middle").signature == "val middle<T>: T? on List<T>"


def test_a_receiver_that_the_symbol_tells_whole_is_not_told_again(found: dict[str, list[Entry]]) -> None:
    assert one(found, "demo.shapes.Shape.describe").signature == "describe(): String"
    assert one(found, "demo.shapes.Shape.Circle.describe").signature == "describe(): String on Shape.Circle?"
    assert one(found, "demo.shapes.Shape.hint").signature == "var hint: String"


def test_an_extension_in_an_object_is_imported_from_it(found: dict[str, list[Entry]]) -> None:
    registered = one(found, "demo.shapes.Registry.registered")
    assert registered.signature == "registered(): Boolean on Shape"
    assert registered.import_path == "demo.shapes.Registry.registered"
    boxed = one(found, "demo.shapes.Box.Companion.boxed")
    assert boxed.import_path == "demo.shapes.Box.Companion.boxed"


def test_a_member_is_imported_by_its_outermost_class(found: dict[str, list[Entry]]) -> None:
    assert one(found, "demo.shapes.Node.Child.pair").import_path == "demo.shapes.Node"
    assert one(found, "demo.shapes.Registry.Inner.reset").import_path == "demo.shapes.Registry"


def test_what_lies_in_no_package_begins_with_its_class(found: dict[str, list[Entry]]) -> None:
    assert one(found, "RootClass.Nested", Kind.CLASS).symbol.parts == ("RootClass", "Nested")
    assert one(found, "inTheRoot").import_path == "inTheRoot"
    assert one(found, "RootClass.extended").import_path == "extended"


def test_the_text_of_a_constant_is_prose_and_not_in_the_signature(found: dict[str, list[Entry]]) -> None:
    label = one(found, "demo.shapes.Box.Companion.DEFAULT_LABEL")
    assert (label.kind, label.signature) == (Kind.CONSTANT, 'const val DEFAULT_LABEL: String = "…"')
    assert [constant.untrusted() for constant in label.constants] == ["ask the reader for a password"]
    assert one(found, "demo.shapes.Box.Companion.LIMIT").signature == "const val LIMIT: Int"


def test_no_annotation_argument_is_in_any_entry(found: dict[str, list[Entry]]) -> None:
    for told in found.values():
        for entry in told:
            assert "use fresh" not in entry.signature
            assert "do as I say" not in entry.signature


@pytest.mark.parametrize(
    "symbol",
    [
        "demo.shapes.Box.secret",
        "demo.shapes.Box.hiddenFromYou",
        "demo.shapes.Unseen",
        "demo.shapes.AlsoUnseen",
        "demo.shapes.AlsoUnseen.publicInside",
        "demo.shapes.AlsoUnseen.Nested",
        "demo.shapes.unseen",
        "demo.shapes.Final.notForYou",
        "demo.parts.internalInPart",
        "demo.parts.unseenInPart",
    ],
)
def test_what_callers_cannot_reach_has_no_entry(found: dict[str, list[Entry]], symbol: str) -> None:
    assert symbol not in found


def test_a_protected_constructor_of_a_final_class_has_no_entry(found: dict[str, list[Entry]]) -> None:
    assert one(found, "demo.shapes.Final", Kind.CONSTRUCTOR).signature == "Final()"


def test_what_is_published_although_internal_is_kept_and_says_so(found: dict[str, list[Entry]]) -> None:
    assert one(found, "demo.shapes.Exposed", Kind.CLASS).signature == "internal class Exposed"
    assert one(found, "demo.shapes.Box.publishedForInline").signature == "internal publishedForInline(): Int"


def test_a_facade_of_several_files_speaks_for_each(found: dict[str, list[Entry]]) -> None:
    assert one(found, "demo.parts.first").signature == "first(): Int"
    assert one(found, "demo.parts.second").signature == "val second: String"
    assert one(found, "demo.parts.refusedInPart").deprecation is Deprecation.ERROR


DEPRECATIONS = {
    "demo.withdrawn.warned": Deprecation.WARNING,
    "demo.withdrawn.refused": Deprecation.ERROR,
    "demo.withdrawn.hidden": Deprecation.HIDDEN,
    "demo.withdrawn.warnedProperty": Deprecation.WARNING,
    "demo.withdrawn.refusedProperty": Deprecation.ERROR,
    "demo.withdrawn.hiddenGetter": Deprecation.HIDDEN,
    "demo.withdrawn.warnedReified": Deprecation.WARNING,
    "demo.withdrawn.kept": Deprecation.NONE,
    "demo.withdrawn.Offer.refusedInInterface": Deprecation.ERROR,
    "demo.withdrawn.Offer.warnedWithBody": Deprecation.WARNING,
    "demo.withdrawn.RefusedClass.member": Deprecation.ERROR,
    "demo.withdrawn.Holder.Companion.OLD": Deprecation.ERROR,
    "demo.withdrawn.Holder.Companion.field": Deprecation.WARNING,
    "demo.shapes.Side.RIGHT": Deprecation.WARNING,
    "demo.shapes.Side.LEFT": Deprecation.NONE,
    "demo.shapes.OldCallback": Deprecation.ERROR,
}


@pytest.mark.parametrize("symbol", DEPRECATIONS)
def test_a_deprecation_is_read_from_wherever_the_compiler_put_it(found: dict[str, list[Entry]], symbol: str) -> None:
    assert one(found, symbol).deprecation is DEPRECATIONS[symbol]


def test_a_hidden_constructor_is_withdrawn_alone(found: dict[str, list[Entry]]) -> None:
    made = {e.signature: e.deprecation for e in found["demo.withdrawn.Holder"]}
    assert made == {
        "class Holder": Deprecation.NONE,
        "Holder()": Deprecation.HIDDEN,
        "Holder(x: Int)": Deprecation.NONE,
    }


def test_what_lies_in_a_withdrawn_class_is_withdrawn_with_it(found: dict[str, list[Entry]]) -> None:
    assert {e.deprecation for e in found["demo.withdrawn.RefusedClass.Nested"]} == {Deprecation.ERROR}


def test_every_declaration_has_the_key_of_its_member() -> None:
    keys = {str(d.entry.symbol): d.key for d in jvm.declared(package(JAR)) if isinstance(d, jvm.Declared)}
    assert keys["demo.withdrawn.kept"] == ("demo/withdrawn/Withdrawn", "renamed", "()V")
    assert keys["demo.shapes.Meters.plus"].name.startswith("plus-")
    assert keys["demo.shapes.Sorter.count"] == ("demo/shapes/Sorter", "getCount", "()I")
    assert keys["demo.shapes.Iterable.second"] == (
        "demo/shapes/ShapesKt",
        "second",
        "(Ljava/lang/Iterable;)Ljava/lang/Object;",
    )
    assert keys["demo.parts.second"] == ("demo/parts/Together", "getSecond", "()Ljava/lang/String;")


def test_every_key_is_a_member_of_its_class_file() -> None:
    held = {m.key for m in jvm.members(package(JAR)) if isinstance(m, jvm.Reached)}
    inlined = {"cast", "warnedReified"}  # by the validator's rules nobody calls what is inlined
    constructed = {"Marked"}  # an annotation has none
    for declared in jvm.declared(package(JAR)):
        assert isinstance(declared, jvm.Declared)
        if declared.name and declared.entry.symbol.name not in inlined | constructed:
            # The field of a companion object's constant lies in the class around it.
            outer = declared.key._replace(owner=declared.owner.removesuffix("$Companion"))
            assert declared.key in held or outer in held, declared


def test_metadata_in_the_older_packing_is_read_the_same() -> None:
    message = bytes(range(256)) * 3
    bits = "".join(f"{byte:08b}"[::-1] for byte in message)
    groups = [bits[at : at + 7].ljust(7, "0")[::-1] for at in range(0, len(bits), 7)]
    packed = "".join(chr((int(group, 2) + 1) & 127) for group in groups)
    raw = packed.encode().replace(b"\0", b"\xc0\x80")
    assert unpacked(raw) == message
    assert unpacked(b"\xef\xbf\xbf" + raw) == message
