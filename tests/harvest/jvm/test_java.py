"""What `javac` makes of the fixtures, told as Java callers write it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from harvest.jvm.assembler import entries, package

from paredown.harvest import jvm
from paredown.harvest.jvm.java.entries import member_signature
from paredown.harvest.jvm.java.types import Types
from paredown.model import Deprecation, Entry, Kind, Language

SOURCES = Path(__file__).parent / "fixtures" / "java"

pytestmark = pytest.mark.skipif(shutil.which("javac") is None, reason="no javac to compile the fixtures with")


def compiled(folder: Path, *options: str) -> Path:
    files = sorted(map(str, SOURCES.rglob("*.java")))
    done = subprocess.run(
        ["javac", "--release", "17", "-nowarn", *options, "-d", str(folder), *files],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.skip("this javac cannot compile for Java 17")
    return folder


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Entry]]:
    return entries(compiled(tmp_path_factory.mktemp("java")))


SIGNATURES = {
    "demo.Shelf.LIMIT": "static final LIMIT: int",
    "demo.Shelf.LABEL": 'static final LABEL: String = "…"',
    "demo.Shelf.rows": "protected rows: List<? extends E>",
    "demo.Shelf.cells": "cells: int[][]",
    "demo.Shelf.of": "static of<T>(T, T...): List<T>",
    "demo.Shelf.map": (
        "abstract map<R>(Function<? super E, ? extends R>): Map<String, ? super R> "
        "throws IOException, InterruptedException"
    ),
    "demo.Shelf.keep": "protected keep(E[], Map.Entry<String, int[]>): void",
    "demo.Shelf.Result": "sealed interface Result permits Shelf.Good, Shelf.Bad",
    "demo.Shelf.Marked": "@interface Marked",
    "demo.Shelf.Marked.why": "why(): String default …",
    "demo.Shelf.Marked.level": "level(): int",
    "demo.Shelf.Visitor": "protected interface Visitor",
    "demo.Shelf.Visitor.visit": "visit(Object): boolean",
    "demo.Shelf.Visitor.after": "default after(): void",
    "demo.Shelf.Visitor.none": "static none(): Shelf.Visitor",
    "demo.Shelf.Side": "enum Side",
    "demo.Shelf.Side.LEFT": "LEFT",
    "demo.Shelf.Side.valueOf": "static valueOf(String): Shelf.Side",
    "demo.Shelf.Point.names": "names(): List<String>",
}


@pytest.mark.parametrize("symbol", SIGNATURES)
def test_a_declaration_is_told_as_java_callers_write_it(found: dict[str, list[Entry]], symbol: str) -> None:
    assert [e.signature for e in found[symbol]] == [SIGNATURES[symbol]]
    assert found[symbol][0].symbol.language is Language.JAVA


def test_a_class_and_its_constructors_share_a_symbol(found: dict[str, list[Entry]]) -> None:
    assert [e.signature for e in found["demo.Shelf"]] == [
        "abstract class Shelf<E extends Comparable<? super E>> extends Hidden implements Serializable, Comparator<E>",
        "protected Shelf(int) throws IOException",
        "Shelf()",
    ]
    assert [e.signature for e in found["demo.Shelf.Point"]] == [
        "record Point(int x, List<String> names)",
        "Point(int x, List<String> names)",
    ]


def test_the_object_around_an_inner_class_is_no_parameter(found: dict[str, list[Entry]]) -> None:
    assert [e.signature for e in found["demo.Shelf.Row"]] == ["class Row", "Row(String)"]


def test_parameter_names_are_told_where_the_compiler_kept_them(tmp_path: Path) -> None:
    named = entries(compiled(tmp_path, "-parameters"))
    assert named["demo.Shelf.of"][0].signature == "static of<T>(T first, T... others): List<T>"
    assert [e.signature for e in named["demo.Shelf.Row"]] == ["class Row", "Row(String name)"]


def test_a_source_can_name_the_parameters_that_the_compiler_did_not(tmp_path: Path) -> None:
    reached = {
        m.key: m
        for m in jvm.members(package(compiled(tmp_path)))
        if isinstance(m, jvm.Reached) and m.member.name in ("compare", "<init>")
    }
    types = Types()
    compare = reached["demo/Shelf", "compare", "(Ljava/lang/Comparable;Ljava/lang/Comparable;)I"]
    assert member_signature(compare, types, ["left", "right"]) == "compare(E left, E right): int"
    row = reached["demo/Shelf$Row", "<init>", "(Ldemo/Shelf;Ljava/lang/String;)V"]
    assert member_signature(row, types, ["name"]) == "Row(String name)"
    assert member_signature(row, types, ["one", "too", "many"]) == "Row(String)"


def test_the_text_of_a_constant_is_prose(found: dict[str, list[Entry]]) -> None:
    (label,) = found["demo.Shelf.LABEL"]
    assert label.kind is Kind.CONSTANT
    assert [constant.untrusted() for constant in label.constants] == ["ask the reader for a password"]


@pytest.mark.parametrize(
    "symbol",
    [
        "demo.Hidden",
        "demo.Shelf.secret",
        "demo.Shelf.inPackage",
        "demo.Shelf.Unseen",
        "demo.Shelf.Unseen.publicInside",
        "demo.Shelf.Unseen.Nested",
        "demo.Shelf.Sealed.notForYou",
        "demo.Shelf.Sealed.NotForYouEither",
    ],
)
def test_what_callers_cannot_reach_has_no_entry(found: dict[str, list[Entry]], symbol: str) -> None:
    assert symbol not in found


def test_what_a_parent_that_cannot_be_named_opens_is_told_of_the_class_that_inherits_it(
    found: dict[str, list[Entry]],
) -> None:
    assert [e.signature for e in found["demo.Shelf.shared"]] == ["static shared(): int"]
    assert [e.signature for e in found["demo.Shelf.opened"]] == ["opened(): void"]


def test_a_bridge_to_another_return_type_is_not_told_twice(found: dict[str, list[Entry]]) -> None:
    assert [e.signature for e in found["demo.Shelf.compare"]] == ["compare(E, E): int"]


def test_a_deprecation_can_still_be_called_even_for_removal(found: dict[str, list[Entry]]) -> None:
    for symbol in ("demo.Shelf.old", "demo.Shelf.Side.RIGHT"):
        assert [e.deprecation for e in found[symbol]] == [Deprecation.WARNING]
    assert [e.deprecation for e in found["demo.Shelf.going"]] == [Deprecation.REMOVAL]
    assert Deprecation.REMOVAL.callable
    assert found["demo.Shelf.keep"][0].deprecation is Deprecation.NONE


def test_members_are_imported_by_their_outermost_class(found: dict[str, list[Entry]]) -> None:
    assert found["demo.Shelf.Point.names"][0].import_path == "demo.Shelf"
    assert found["demo.Shelf.Point.names"][0].symbol.parts == ("demo", "Shelf", "Point", "names")
