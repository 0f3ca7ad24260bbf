"""`DeprecatedSinceKotlin` says from which Kotlin on: the one that the project resolved decides."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from harvest.jvm.assembler import Made, classes, package

from paredown.harvest import jvm
from paredown.harvest.jvm.deprecation import numbers
from paredown.model import Deprecation, Entry

STDLIB = "org.jetbrains.kotlin:kotlin-stdlib"
FACADE = b"\x00\x1a\x08\x10\x00\x1a\x02\x30\x01\x48\x07"
"""The message of a file with one annotated public function `old` that returns `kotlin/Unit`."""


def since(made: Made, **versions: str) -> bytes:
    """Both annotations, the second with `versions`."""
    content = struct.pack(">HHH", 2, made.text("Lkotlin/Deprecated;"), 0)
    content += struct.pack(">HH", made.text("Lkotlin/DeprecatedSinceKotlin;"), len(versions))
    for name, version in versions.items():
        content += struct.pack(">HcH", made.text(name), b"s", made.text(version))
    return made.attribute("RuntimeVisibleAnnotations", content)


def library(path: Path, access: int = 1, **versions: str) -> Path:
    made = Made("demo/OldKt")
    made.method("old", "()V", access | 8, [since(made, **versions)])
    return classes(path, made.metadata(2, FACADE, ["old", "kotlin/Unit"]))


def deprecation(path: Path, kotlin: str = "", name: str = "demo:demo", version: str = "1.0") -> Deprecation:
    near = {STDLIB: package(path, STDLIB, version=kotlin)} if kotlin else {}
    (entry,) = [i for i in jvm.harvest(package(path, name, near, version=version)) if isinstance(i, Entry)]
    assert str(entry.symbol) == "demo.old"
    return entry.deprecation


@pytest.mark.parametrize(
    ("kotlin", "expected"),
    [
        ("1.3.72", Deprecation.NONE),
        ("1.4.0", Deprecation.WARNING),
        ("1.9.25", Deprecation.ERROR),
        ("2.1.0-RC2", Deprecation.HIDDEN),
        ("2.10.0", Deprecation.HIDDEN),
    ],
)
def test_the_version_that_the_project_resolved_decides(tmp_path: Path, kotlin: str, expected: Deprecation) -> None:
    path = library(tmp_path / "a.jar", warningSince="1.4", errorSince="1.9", hiddenSince="2.1")
    assert deprecation(path, kotlin) is expected


def test_the_standard_library_is_its_own_version(tmp_path: Path) -> None:
    path = library(tmp_path / "a.jar", hiddenSince="2.1")
    assert deprecation(path, name=STDLIB, version="2.0.21") is Deprecation.NONE
    assert deprecation(path, name=STDLIB, version="2.1.0") is Deprecation.HIDDEN


def test_without_a_resolved_version_the_one_it_was_compiled_with_decides(tmp_path: Path) -> None:
    assert deprecation(library(tmp_path / "a.jar", hiddenSince="2.3")) is Deprecation.NONE
    assert deprecation(library(tmp_path / "b.jar", hiddenSince="2.2")) is Deprecation.HIDDEN


def test_what_is_synthetic_and_deprecated_is_hidden(tmp_path: Path) -> None:
    path = library(tmp_path / "a.jar", access=0x1001, hiddenSince="9.9")
    assert deprecation(path, "2.2.20") is Deprecation.HIDDEN


def test_a_version_is_compared_by_its_numbers() -> None:
    assert numbers("2.10.0") > numbers("2.9.1")
    assert numbers("2.1.20-RC") == (2, 1, 20)
    assert numbers("") == ()
