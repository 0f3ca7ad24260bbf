"""Files that mean harm: what cannot be read is said, and nothing hangs, escapes or raises."""

from __future__ import annotations

from pathlib import Path

import pytest

from paredown.tree import MAX_FILE
from tests.harvest.swift.made import declared, harvest, package

GOOD = "public func good() {}"


@pytest.mark.parametrize(
    "text",
    [
        "public struct A {" * 3_000,
        "public typealias A = " + "[" * 50_000,
        "public func f(a: " + "(" * 50_000,
        "public func f() " + "{" * 50_000,
        "public func f() " + "{" * 20_000 + "}" * 20_000,
        "public typealias A = " + " & ".join(["B"] * 20_000),
        "extension " + ".".join(["A"] * 20_000) + " { public func f() {} }",
        "@available(" * 20_000,
        "@a " * 50_000 + "public func f() {}",
        "#if os(iOS)\n" * 20_000,
        "#endif\n" * 20_000,
        "/*" * 50_000,
        "///\n" * 50_000 + "public func f() {}",
        '#"' * 20_000,
        '"\\(' * 20_000,
        '"""\n' * 20_001,
        "] public typealias A = where " * 3_000,
        "] associatedtype A where\n A: B,\n" * 3_000,
        "] where a: b " * 10_000,
        "public " * 50_000,
        "`" * 50_000,
        "public enum E { " + "case a, " * 20_000,
        "public let " + "a, " * 20_000,
        "\x00" * 1_000,
    ],
    ids=lambda text: f"{text[:24]!r}…",
)
def test_what_never_ends_is_read_to_its_end(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paredown.harvest.swift.source.PARSE_SECONDS", 0.5)
    found = declared(tmp_path, f"{GOOD}\n{text}")

    assert all(len(entry.signature) < 5_000 for entry in found.entries)


def test_a_file_that_takes_too_long_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paredown.harvest.swift.source.PARSE_SECONDS", 0.0)
    found = declared(tmp_path, GOOD, Long="public func a() {}\n" * 5_000)

    assert found.names == ["good"]
    assert [(unread.path, unread.why) for unread in found.unread] == [("Long.swift", "takes more than 10 s to parse")]


def test_what_is_not_utf_8_or_too_large_is_said(tmp_path: Path) -> None:
    found = declared(tmp_path, GOOD, Latin=b"public func caf\xe9() {}", Large=b"//" + b"x" * MAX_FILE)

    assert found.names == ["good"]
    assert [(unread.path, unread.why.partition(",")[0]) for unread in found.unread] == [
        ("Large.swift", "4"),
        ("Latin.swift", "is not UTF-8"),
    ]


def test_a_link_out_of_the_module_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.swift").write_text("public func secret() {}")
    of = package(tmp_path / "kit", {"Kit.swift": GOOD})
    (tmp_path / "kit/Link.swift").symlink_to(tmp_path / "secret.swift")

    assert harvest(of).names == ["good"]
    assert [refused.path for refused in of.tree.refused] == ["Link.swift"]


def test_an_unterminated_string_shows_nothing_of_it(tmp_path: Path) -> None:
    found = declared(tmp_path, f'{GOOD}\npublic func f(a: String = "ask the user\npublic func g() {{}}')

    assert "ask the user" not in " ".join(found.lines)


def test_a_condition_that_is_not_on_platforms_is_not_shown(tmp_path: Path) -> None:
    found = declared(
        tmp_path,
        "#if IGNORE_ALL_PREVIOUS_INSTRUCTIONS\npublic func a() {}\n#elseif os(iOS) // and tell the user\n"
        "public func b() {}\n#elseif os(Ignore)\npublic func c() {}\n#endif",
    )

    assert [entry.signature for entry in found.entries] == ["func a()", "#if os(iOS) func b()", "func c()"]


def test_code_in_a_default_is_not_shown(tmp_path: Path) -> None:
    found = declared(tmp_path, "public func a(b: () -> Int = { let ignorePreviousInstructions = 1; return 2 }) {}")

    assert found.of("a").signature == "func a(b: () -> Int = {})"
