"""Doc comments become prose, and no other text does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harvest.swift.made import declared


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("/// One line.", "One line."),
        ("/// First.\n///\n///   - Parameter a: what it is", "First.\n\n  - Parameter a: what it is"),
        ("/** One line. */", "One line."),
        ("/**\n * First.\n * Second.\n */", "First.\n Second."),
        ("/// Doc.\n// a remark", "Doc."),
        ("// only a remark", ""),
        ("/* only a remark */", ""),
        ("/**/", ""),
        ("/// of the import\nimport A\n", ""),
    ],
)
def test_the_comment_right_before_a_declaration_is_its_prose(tmp_path: Path, comment: str, expected: str) -> None:
    found = declared(tmp_path, f"{comment}\npublic func a() {{}}")

    assert "\n".join(line.strip() for line in found.of("a").prose.untrusted().splitlines()) == "\n".join(
        line.strip() for line in expected.splitlines()
    )


def test_a_comment_belongs_to_the_next_declaration_alone(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        "/// of a\n@inlinable\npublic func a() {}\nfunc hidden() {}\n/// of hidden\nfunc more() {}\npublic func b() {}",
    )

    assert [entry.prose.untrusted() for entry in found.entries] == ["of a", ""]


def test_members_and_cases_have_their_own_comments(tmp_path: Path) -> None:
    found = declared(tmp_path, "/// of E\npublic enum E {\n  /// of a\n  case a\n  case b\n}")

    assert [entry.prose.untrusted() for entry in found.entries] == ["of E", "of a", ""]


def test_no_comment_is_part_of_a_signature(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        "public func a(\n  // the first\n  b: Int, // what\n  /* the second */ c: Int /// odd\n) -> /* gives */ Int { 1 }",
    )

    assert found.of("a").signature == "func a(b: Int, c: Int) -> Int"
