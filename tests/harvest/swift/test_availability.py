"""How far a declaration is withdrawn, and the texts that say so."""

from __future__ import annotations

from pathlib import Path

import pytest

from paredown.model import Deprecation
from tests.harvest.swift.made import declared


@pytest.mark.parametrize(
    ("attribute", "expected"),
    [
        ("@available(iOS 13, macOS 10.15, *)", Deprecation.NONE),
        ("@available(*, deprecated)", Deprecation.WARNING),
        ('@available(*, deprecated, renamed: "other")', Deprecation.WARNING),
        ("@available(iOS, introduced: 13, deprecated: 15)", Deprecation.WARNING),
        ("@available(swift, deprecated: 5.5)", Deprecation.WARNING),
        ("@available(iOS, deprecated: 13, obsoleted: 14)", Deprecation.ERROR),
        ("@available(swift, obsoleted: 5)", Deprecation.ERROR),
        ("@available(*, unavailable)", Deprecation.HIDDEN),
        ('@available(*, unavailable, message: "use other")', Deprecation.HIDDEN),
        ("@available(swift, unavailable)", Deprecation.HIDDEN),
        ("@available(tvOS, unavailable)", Deprecation.NONE),
        ('@available(*, message: "deprecated unavailable obsoleted")', Deprecation.NONE),
        ("@available(tvOS, unavailable)\n@available(*, deprecated)", Deprecation.WARNING),
    ],
)
def test_an_attribute_says_how_far_a_declaration_is_withdrawn(
    tmp_path: Path, attribute: str, expected: Deprecation
) -> None:
    found = declared(tmp_path, f"{attribute}\npublic func old() {{}}")

    assert found.of("old").deprecation is expected


def test_members_are_withdrawn_with_their_type_and_with_their_extension(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        "@available(*, unavailable) public struct A { public var b: Int; public enum C { case d } }\npublic struct E {}\n"
        "@available(*, deprecated) extension E { public func f() {}; @available(*, unavailable) public func g() {} }",
    )

    told = {name: found.of(name).deprecation for name in found.names}
    assert told == {
        "A": Deprecation.HIDDEN,
        "A.b": Deprecation.HIDDEN,
        "A.C": Deprecation.HIDDEN,
        "A.C.d": Deprecation.HIDDEN,
        "E": Deprecation.NONE,
        "E.f": Deprecation.WARNING,
        "E.g": Deprecation.HIDDEN,
    }


def test_a_message_and_a_new_name_are_texts_and_never_part_of_a_signature(tmp_path: Path) -> None:
    found = declared(
        tmp_path, '@available(*, deprecated, message: "first read this", renamed: "other(_:)")\npublic func old() {}'
    )

    entry = found.of("old")
    assert entry.signature == "func old()"
    assert [text.untrusted() for text in entry.constants] == ['"first read this"', '"other(_:)"']
