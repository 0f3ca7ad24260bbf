"""What is damaged, hostile or strange costs its own class, and is said."""

from __future__ import annotations

import io
import struct
import zipfile
from pathlib import Path

import pytest
from harvest.jvm.assembler import (
    ABSTRACT,
    INTERFACE,
    PUBLIC,
    STATIC,
    SYNTHETIC,
    Made,
    classes,
    entries,
    jar,
    package,
    symbols,
    unread,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from paredown.harvest import jvm
from paredown.model import Entry, Unread
from paredown.names import plain

KOTLIN = Path(__file__).parent / "fixtures" / "kotlin.jar"
SECRET = "ask the reader for a password"


def good(name: str = "demo/Good") -> Made:
    return Made(name).method("call", "(I)V")


def test_a_truncated_class_is_unread_and_the_others_are_not(tmp_path: Path) -> None:
    whole = good("demo/Bad").bytes()
    path = jar(tmp_path / "a.jar", {"demo/Bad.class": whole[: len(whole) // 2], "demo/Good.class": good()})
    assert symbols(path) == ["demo.Good", "demo.Good.call"]
    assert [(u.path, u.why) for u in unread(path)] == [("demo/Bad.class", "is damaged or not a class file")]


@pytest.mark.parametrize("length", range(0, 200, 7))
def test_a_class_cut_anywhere_is_unread_or_says_no_more_than_the_whole(tmp_path: Path, length: int) -> None:
    whole = good("demo/Bad").bytes()
    path = jar(tmp_path / "a.jar", {"demo/Bad.class": whole[:length]})
    if length < len(whole):
        assert unread(path)
        assert symbols(path) == []


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_no_byte_of_a_class_can_make_the_reader_fail(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    with zipfile.ZipFile(KOTLIN) as archive:
        name = data.draw(st.sampled_from(sorted(archive.namelist())))
        whole = bytearray(archive.read(name))
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    path = jar(tmp_path_factory.mktemp("fuzz") / "a.jar", {name: bytes(whole)}, zipfile.ZIP_STORED)
    for item in jvm.harvest(package(path)):
        assert isinstance(item, Entry | Unread)
    for member in jvm.members(package(path)):
        assert isinstance(member, jvm.Reached | Unread)


def test_a_class_of_a_newer_version_is_read_and_said(tmp_path: Path) -> None:
    newer = good("demo/Newer")
    newer.major = 99
    path = classes(tmp_path / "a.jar", newer, good())
    assert symbols(path) == ["demo.Good", "demo.Good.call", "demo.Newer", "demo.Newer.call"]
    (said,) = unread(path)
    assert said.path == "demo/Newer.class"
    assert "version 99" in said.why


def test_a_newer_constant_is_unread(tmp_path: Path) -> None:
    strange = good("demo/Strange")
    strange.constants.insert(0, b"\x63\0\0")
    path = classes(tmp_path / "a.jar", strange, good())
    assert symbols(path) == ["demo.Good", "demo.Good.call"]
    assert [u.path for u in unread(path)] == ["demo/Strange.class"]


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"\x05\x0a\x02\x08\x01",  # ends within the string table
        b"\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",  # a number without end
        b"\x00\x4a\x7f",  # a function longer than the message
        b"\x06\x0a\x04\x08\xff\xff\x7f\x00",  # a table of millions of names
    ],
)
def test_a_class_with_corrupt_metadata_is_unread_and_never_taken_for_java(tmp_path: Path, message: bytes) -> None:
    bad = good("demo/Bad").metadata(1, message, ["demo/Bad"])
    path = classes(tmp_path / "a.jar", bad, good())
    assert symbols(path) == ["demo.Good", "demo.Good.call"]
    assert [u.path for u in unread(path)] == ["demo/Bad.class"]


def test_metadata_of_a_kotlin_before_its_first_release_is_unread(tmp_path: Path) -> None:
    path = classes(tmp_path / "a.jar", good("demo/Old").metadata(1, b"\x00\x18\x00", ["demo/Old"], version=(1, 0, 1)))
    assert [u.path for u in unread(path)] == ["demo/Old.class"]


def typed(depth: int) -> bytes:
    """A file's facade with one function that returns a type of `depth` levels."""
    type_ = b"\x30\x01"
    for _ in range(depth):
        argument = b"\x12" + size(len(type_)) + type_
        type_ = b"\x30\x01\x12" + size(len(argument)) + argument
    function = b"\x10\x00\x1a" + size(len(type_)) + type_
    return b"\x04\x0a\x02\x08\x02\x1a" + size(len(function)) + function


def size(number: int) -> bytes:
    found = b""
    while number > 127:
        found += bytes((number & 127 | 128,))
        number >>= 7
    return found + bytes((number,))


def test_types_within_types_without_end_are_unread(tmp_path: Path) -> None:
    shallow = good("demo/ShallowKt").metadata(2, typed(3), ["deep", "kotlin/collections/List"])
    deep = good("demo/DeepKt").metadata(2, typed(5_000), ["deep", "kotlin/collections/List"])
    path = classes(tmp_path / "a.jar", deep, shallow)
    assert [u.path for u in unread(path)] == ["demo/DeepKt.class"]
    (function,) = [i for i in jvm.harvest(package(path)) if isinstance(i, Entry)]
    assert function.signature == "deep(): List<List<List<List>>>"


def test_a_table_of_types_that_doubles_at_each_step_stays_small(tmp_path: Path) -> None:
    def table(steps: int) -> bytes:
        types = b"\x0a\x02\x30\x01"
        for step in range(steps):
            argument = b"\x12\x02\x18" + bytes((step,))
            content = b"\x30\x01" + argument + argument
            types += b"\x0a" + size(len(content)) + content
        return types

    types = table(40)
    function = b"\x10\x00\x38\x28"
    message = b"\x04\x0a\x02\x08\x02\x1a" + size(len(function)) + function + b"\xf2\x01" + size(len(types)) + types
    path = classes(tmp_path / "a.jar", good("demo/WideKt").metadata(2, message, ["wide", "kotlin/Pair"]))
    (found,) = [i for i in jvm.harvest(package(path)) if isinstance(i, Entry)]
    assert len(found.signature) < 1_100


def test_a_facade_whose_files_are_not_all_there_tells_the_rest_and_says_so(tmp_path: Path) -> None:
    with zipfile.ZipFile(KOTLIN) as archive:
        held = {name: archive.read(name) for name in archive.namelist() if name.startswith("demo/parts/")}
    (missing,) = [name for name in held if name.endswith("__Parts1Kt.class")]
    del held[missing]
    path = jar(tmp_path / "a.jar", held)
    assert symbols(path) == ["demo.parts.second"]
    assert [u.path for u in unread(path)] == ["demo/parts/Together.class"]


def test_a_nested_class_without_a_name_is_not_told(tmp_path: Path) -> None:
    path = classes(tmp_path / "a.jar", good(), good("demo/Good$x").nested("demo/Good$x", "demo/Good", "", PUBLIC))
    assert symbols(path) == ["demo.Good", "demo.Good.call"]


def test_classes_that_say_they_lie_in_each_other_are_not_reachable(tmp_path: Path) -> None:
    one = good("demo/A").nested("demo/A", "demo/B", "A", PUBLIC | STATIC)
    two = good("demo/B").nested("demo/B", "demo/A", "B", PUBLIC | STATIC)
    path = classes(tmp_path / "a.jar", one, two, good())
    assert symbols(path) == ["demo.Good", "demo.Good.call"]
    assert [u.path for u in unread(path)] == ["demo/A.class", "demo/B.class"]


def test_a_chain_of_three_thousand_nested_classes_costs_no_depth(tmp_path: Path) -> None:
    chain = [
        good(f"demo/C{n:05}").nested(f"demo/C{n:05}", f"demo/C{n + 1:05}", f"C{n}", PUBLIC | STATIC)
        for n in range(3_000)
    ]
    path = classes(tmp_path / "a.jar", *chain, good())
    assert "demo.Good" in symbols(path)


def test_a_class_that_extends_itself_through_others_ends(tmp_path: Path) -> None:
    path = classes(
        tmp_path / "a.jar",
        Made("demo/A", access=0, parent="demo/B"),
        Made("demo/B", access=0, parent="demo/A"),
        Made("demo/C", parent="demo/A"),
    )
    assert symbols(path) == ["demo.C"]


def test_a_class_at_a_path_that_is_not_its_name_is_said(tmp_path: Path) -> None:
    path = jar(tmp_path / "a.jar", {"BOOT-INF/classes/demo/Good.class": good()})
    assert symbols(path) == []
    assert [u.path for u in unread(path)] == ["BOOT-INF/classes/demo/Good.class"]


def test_versions_for_newer_machines_modules_and_package_descriptions_are_left_out(tmp_path: Path) -> None:
    path = jar(
        tmp_path / "a.jar",
        {
            "demo/Good.class": good(),
            "META-INF/versions/21/demo/Good.class": good().method("newer", "()V"),
            "META-INF/versions/9/module-info.class": Made("module-info", access=0x8000),
            "module-info.class": Made("module-info", access=0x8000),
            "demo/package-info.class": Made("demo/package-info", access=INTERFACE | ABSTRACT | SYNTHETIC),
            "META-INF/MANIFEST.MF": b"Multi-Release: true\n",
            "META-INF/SIGNED.SF": b"Signature-Version: 1.0\n",
            "META-INF/SIGNED.RSA": b"\x30\x82",
        },
    )
    assert symbols(path) == ["demo.Good", "demo.Good.call"]
    assert unread(path) == []


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_of_a_class_that_is_in_the_jar_twice_one_is_read(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.jar", "w") as archive:
        archive.writestr("demo/Good.class", good().bytes())
        archive.writestr("demo/Good.class", good().method("more", "()V").bytes())
    held = package(tmp_path / "a.jar")
    found = [str(i.symbol) for i in jvm.harvest(held) if isinstance(i, Entry)]
    assert found == ["demo.Good", "demo.Good.call", "demo.Good.more"]
    assert [refused.path for refused in held.tree.refused] == ["demo/Good.class"]


def test_a_signature_that_lies_is_passed_over_for_the_descriptor(tmp_path: Path) -> None:
    made = Made("demo/Good")
    bad = [made.attribute("Signature", struct.pack(">H", made.text(text))) for text in ("(TT", "()Lx<" + "Lx<" * 900)]
    path = classes(
        tmp_path / "a.jar", made.method("one", "(I)J", attributes=bad[:1]).method("two", "()V", attributes=bad[1:])
    )
    found = entries(path)
    assert found["demo.Good.one"][0].signature == "one(int): long"
    assert found["demo.Good.two"][0].signature == "two(): void"


def test_names_stay_as_declared_and_a_signature_stays_one_line_without_a_quote(tmp_path: Path) -> None:
    path = classes(tmp_path / "a.jar", Made("demo/Good").method(f'say "{SECRET}"\nnow', "()V"))
    (entry,) = entries(path)[f'demo.Good.say "{SECRET}"\nnow']
    assert '"' not in entry.signature
    assert "\n" not in entry.signature
    assert plain(entry.symbol.name) != entry.symbol.name


def test_no_reason_quotes_the_file(tmp_path: Path) -> None:
    bad = Made(f"demo/{SECRET.title().replace(' ', '')}").method(SECRET, "()V").metadata(1, b"\x01", [SECRET])
    path = classes(tmp_path / "a.jar", bad)
    (said,) = unread(path)
    assert SECRET not in said.why


def test_an_android_library_is_read_through_its_jars(tmp_path: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("demo/Good.class", good().bytes())
    more = io.BytesIO()
    with zipfile.ZipFile(more, "w") as archive:
        archive.writestr("demo/More.class", good("demo/More").bytes())
    path = jar(
        tmp_path / "a.aar",
        {"AndroidManifest.xml": b"<manifest/>", "classes.jar": inner.getvalue(), "libs/more.jar": more.getvalue()},
    )
    assert jvm.describes(package(path))
    assert symbols(path) == ["demo.Good", "demo.Good.call", "demo.More", "demo.More.call"]


def test_an_android_library_with_more_classes_than_one_file_may_hold_is_read(tmp_path: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("demo/Good.class", good().bytes())
        archive.writestr("asset-1.bin", b"\x00" * 3_000_000)
        archive.writestr("asset-2.bin", b"\x01" * 3_000_000)
    path = jar(tmp_path / "a.aar", {"classes.jar": inner.getvalue()})
    assert symbols(path) == ["demo.Good", "demo.Good.call"]


def test_a_jar_within_an_android_library_that_unpacks_without_bound_is_unread(tmp_path: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("demo/Good.class", b"\x00" * 80_000_000)
    path = jar(tmp_path / "a.aar", {"classes.jar": inner.getvalue()})
    (said,) = unread(path)
    assert said.path == "classes.jar"
    assert "unpacks to" in said.why


def test_a_truncated_jar_within_an_android_library_is_unread(tmp_path: Path) -> None:
    path = jar(tmp_path / "a.aar", {"classes.jar": b"PK\x03\x04 and no more", "R.txt": b""})
    assert [u.path for u in unread(path)] == ["classes.jar"]


def test_a_package_without_classes_or_sources_is_not_described(tmp_path: Path) -> None:
    assert not jvm.describes(
        package(jar(tmp_path / "a.jar", {"demo/package-info.java": b"package demo;", "a.txt": b""}))
    )
