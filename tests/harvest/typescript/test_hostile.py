"""Files and manifests that mean harm: what cannot be read is said, and nothing hangs, escapes or raises."""

from __future__ import annotations

from pathlib import Path

import pytest

from paredown.harvest import typescript
from paredown.tree import MAX_FILE
from tests.harvest.typescript.made import Content, declared, harvest, package

GOOD = "export declare const good: 1;"


@pytest.mark.parametrize(
    "text",
    [
        "export type A = " + "[" * 200_000,
        "export type A = " + "{ a: " * 100_000,
        "export declare namespace A { " * 3_000,
        "export declare namespace " + ".".join(["a"] * 50_000) + " { const b: 1; }",
        "export type A = " + " & ".join(["B"] * 50_000) + ";",
        "export type A = " + "(" * 50_000 + "{ a: 1 }" + ")" * 50_000 + ";",
        "export declare class A {" + "static " * 50_000 + "}",
        "<" * 100_000,
        "/**" * 100_000,
        "export { " * 50_000,
        "export * from './x';\n" * 20_000,
        'export declare function f(a: "' + "x" * 100_000,
        "export declare const a: `${" * 20_000,
        "= ;" + "export import a " * 50_000,
        "= ;" + "'\\\\'" * 10_000,
        "= ;" + "`" + "\\\\`" * 10_000,
        "= ;" + "\n" + "abstract" + " " * 100_000,
        "= ;" + "static [" + " " * 100_000,
        "= ;" + "\n<" * 100_000,
        "= ;" + "\n//" * 50_000 + "\n<",
        "/**\n" + " " * 100_000 + "*/\ndeclare const b: 1;",
        'import "./x";',
    ],
    ids=lambda text: f"{text[:24]}…",
)
def test_what_never_ends_is_read_to_its_end(text: str, tmp_path: Path) -> None:
    asked = ["declare", "from", "import", "global", "\n"]
    found = declared(tmp_path, f"{GOOD}\n{text}", x="export {};\n" + "".join(word + " \n" * 10_000 for word in asked))

    assert all(len(signature) < 5_000 for signature in found.signatures)


def test_a_file_that_takes_too_long_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paredown.harvest.typescript.parse.PARSE_SECONDS", 0.0)
    found = declared(tmp_path, f'export * from "./x";\n{GOOD}', x="export declare const a: 1;\n" * 4_000)

    assert found.names == ["pkg good"]
    assert [(unread.path, unread.why) for unread in found.unread] == [("x.d.ts", "takes more than 10 s to parse")]


def test_an_unterminated_string_shows_nothing_of_it(tmp_path: Path) -> None:
    found = declared(tmp_path, f'{GOOD}\nexport declare function f(a: "ask the user\nexport declare const b: 1;')

    assert "pkg good" in found.names
    assert not any("user" in signature for signature in found.signatures)
    assert found.unread


@pytest.mark.parametrize(
    "text",
    [
        "export declare function f(a: string, ask the user now): void;",
        "export declare const a: ask the user now;",
        "export type A = B | ask the user now;",
        "export declare class A extends B ask the user now { }",
        "export declare class A { a(b: 1, ask the user now): void; }",
        "export interface A { a: ask the user now; }",
    ],
)
def test_what_does_not_parse_is_not_shown(text: str, tmp_path: Path) -> None:
    found = declared(tmp_path, f"{text}\n{GOOD}")

    assert "pkg good" in found.names
    assert not any("the user" in signature for signature in found.signatures)
    assert found.unread


def test_an_unterminated_template_shows_nothing_of_it(tmp_path: Path) -> None:
    found = declared(tmp_path, f"{GOOD}\nexport type A = `ask the user; export declare const b: 1;")

    assert not any("user" in signature for signature in found.signatures)
    assert found.unread


def test_null_bytes_are_an_error_of_the_file(tmp_path: Path) -> None:
    found = declared(tmp_path, b"export declare const a\x00b: 1;\nexport declare const c: 1;")

    assert found.unread
    assert not any("\0" in signature for signature in found.signatures)


def test_other_encodings_are_not_read(tmp_path: Path) -> None:
    for number, text in enumerate([GOOD.encode("utf-16"), b"export declare const \xff: 1;"]):
        found = declared(tmp_path / str(number), text)

        assert found.entries == ()
        assert [(unread.path, unread.why) for unread in found.unread] == [("index.d.ts", "is not UTF-8")]


def test_a_file_over_the_bound_is_not_read(tmp_path: Path) -> None:
    found = declared(tmp_path, 'export * from "./x";\n' + GOOD, x=b" " * (MAX_FILE + 1))

    assert found.names == ["pkg good"]
    assert [unread.path for unread in found.unread] == ["x.d.ts"]


def test_a_path_out_of_the_package_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.d.ts").write_text("export declare const secret: 1;")
    found = declared(
        tmp_path / "pkg",
        f'/// <reference path="../secret.d.ts" />\nexport * from "../secret";\nexport * from "/etc/passwd";\n{GOOD}',
    )

    assert found.names == ["pkg good"]
    assert found.unread


def test_a_link_out_of_the_package_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.d.ts").write_text("export declare const secret: 1;")
    found_in = package(
        tmp_path / "pkg", {"package.json": {"types": "index.d.ts"}, "index.d.ts": f'export * from "./x";\n{GOOD}'}
    )
    (tmp_path / "pkg/x.d.ts").symlink_to(tmp_path / "secret.d.ts")

    assert harvest(found_in).names == ["pkg good"]


def test_a_long_thread_of_re_exports_ends_at_the_declaration(tmp_path: Path) -> None:
    files: dict[str, Content] = {"package.json": {"types": "f0.d.ts"}}
    for number in range(2_000):
        files[f"f{number}.d.ts"] = f'export {{ a }} from "./f{number + 1}";'
    files["f2000.d.ts"] = "export declare const a: 1;"

    assert harvest(package(tmp_path, files)).names == ["pkg a"]


def test_a_long_thread_of_wholes_is_followed_or_said(tmp_path: Path) -> None:
    files: dict[str, Content] = {"package.json": {"types": "f0.d.ts"}}
    for number in range(2_000):
        files[f"f{number}.d.ts"] = f'import * as a from "./f{number + 1}";\nexport = a;'
    files["f2000.d.ts"] = "export declare const a: 1;"
    found = harvest(package(tmp_path, files))

    assert found.entries or found.unread


def test_a_file_that_did_not_parse_gives_what_did_and_says_so(tmp_path: Path) -> None:
    found = declared(tmp_path, f"{GOOD}\nexport declare const = = = ;\nexport declare class A {{ b: 1; !!! c: 2 }}")

    assert {"pkg good", "pkg A", "pkg A b", "pkg A c"} <= set(found.names)
    assert [unread.path for unread in found.unread] == ["index.d.ts"]
    assert "errors" in found.unread[0].why


def test_an_error_in_the_body_of_a_function_is_no_error_of_the_declarations(tmp_path: Path) -> None:
    files: dict[str, Content] = {
        "package.json": {"types": "index.ts"},
        "index.ts": "export function f(a: 1): 2 { let ; = = }\nexport const b = 1;",
    }
    found = harvest(package(tmp_path, files))

    assert found.names == ["pkg f", "pkg b"]
    assert found.unread == ()


@pytest.mark.parametrize(
    "content", [b"{", b"[1]", b"[" * 100_000, b"\xff", b'{"types": 5, "exports": 7}', b'{"exports": {"./*": "./*"}}']
)
def test_a_manifest_that_means_nothing_is_no_reason_to_stop(content: bytes, tmp_path: Path) -> None:
    found = harvest(package(tmp_path, {"package.json": content, "index.d.ts": GOOD}))

    assert found.names == ["pkg good"]


@pytest.mark.parametrize(
    ("files", "described"),
    [
        ({"package.json": {"types": "index.d.ts"}, "index.d.ts": GOOD}, True),
        ({"package.json": {"main": "index.js"}, "index.js": "", "index.d.ts": GOOD}, True),
        ({"package.json": {"main": "index.js"}, "index.js": ""}, False),
        ({"package.json": {"types": "gone.d.ts", "main": "index.js"}, "index.js": ""}, False),
        ({"package.json": {"exports": {"./a": "./a.js"}}, "a.js": "", "a.d.ts": GOOD}, True),
        (
            {"package.json": {"exports": {".": "./b.js", "./a": "./a.js"}}, "b.js": "", "a.js": "", "a.d.ts": GOOD},
            False,
        ),
        ({"package.json": {"main": "src/index.ts"}, "src/index.ts": "export const a = 1;"}, True),
    ],
)
def test_a_package_is_described_when_it_declares_its_root(
    files: dict[str, Content], described: bool, tmp_path: Path
) -> None:
    assert typescript.describes(package(tmp_path, files)) is described
