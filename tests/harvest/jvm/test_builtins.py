"""The types that Kotlin has of itself: a small file of our own making."""

from __future__ import annotations

from pathlib import Path

import pytest
from harvest.jvm.assembler import Made, jar, package
from hypothesis import given, settings
from hypothesis import strategies as st

from paredown.harvest import jvm
from paredown.model import Entry, Unread

PUBLIC_INTERFACE = 6 | 1 << 6 | 2 << 4
PUBLIC_ABSTRACT = 6 | 2 << 4


def number(key: int, value: int) -> bytes:
    return varint(key) + varint(value)


def message(key: int, content: bytes) -> bytes:
    return varint(key) + varint(len(content)) + content


def varint(value: int) -> bytes:
    found = bytearray()
    while True:
        found.append(value & 127 | (128 if value > 127 else 0))
        value >>= 7
        if not value:
            return bytes(found)


def builtins() -> bytes:
    """`package kotlin; interface Bag<E> { fun first(at: Bag<E>): E; interface Key }`."""
    strings = b"".join(message(10, text.encode()) for text in ("kotlin", "Bag", "first", "at", "E", "Key"))
    names = b"".join(
        message(10, name)
        for name in (
            number(16, 0),
            number(8, 0) + number(16, 1) + number(24, 0),
            number(8, 1) + number(16, 5) + number(24, 0),
        )
    )
    variable = number(8, 0) + number(16, 4)
    bag = number(48, 1) + message(18, message(18, number(56, 0)))
    function = number(72, PUBLIC_ABSTRACT) + number(16, 2) + message(26, number(56, 0))
    function += message(50, number(16, 3) + message(26, bag))
    first = number(8, PUBLIC_INTERFACE) + number(24, 1) + message(42, variable) + message(74, function)
    second = number(8, PUBLIC_INTERFACE) + number(24, 2)
    content = message(10, strings) + message(18, names) + message(34, first) + message(34, second)
    return b"\0\0\0\1" + b"\0\0\0\1" + content


def entries(path: Path) -> list[str]:
    return [f"{e.symbol} | {e.signature}" for e in jvm.harvest(package(path)) if isinstance(e, Entry)]


def library(folder: Path, content: bytes, **more: Made) -> Path:
    files: dict[str, bytes | Made] = {"kotlin/kotlin.kotlin_builtins": content, "demo/A.class": Made("demo/A")}
    return jar(folder / "stdlib.jar", {**files, **{f"kotlin/{name}.class": made for name, made in more.items()}})


def test_built_in_types_are_told_as_their_callers_write_them(tmp_path: Path) -> None:
    assert entries(library(tmp_path, builtins())) == [
        "demo.A | class A",
        "kotlin.Bag | interface Bag<E>",
        "kotlin.Bag.first | first(at: Bag<E>): E",
        "kotlin.Bag.Key | interface Key",
    ]


def test_a_built_in_type_that_has_a_class_file_is_told_from_that(tmp_path: Path) -> None:
    found = entries(library(tmp_path, builtins(), Bag=Made("kotlin/Bag")))
    assert "kotlin.Bag | class Bag" in found
    assert "kotlin.Bag.first | first(at: Bag<E>): E" not in found


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_no_byte_of_the_file_can_make_the_reader_fail(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    whole = bytearray(builtins())
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(whole)))
    path = library(tmp_path_factory.mktemp("fuzz"), bytes(whole[:cut]))
    for item in jvm.harvest(package(path)):
        assert isinstance(item, Entry | Unread)
