from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paredown.serve.line import MAX_LINE, heading, line, spliced
from tests.serve.fake import GET, card


@pytest.mark.parametrize(
    ("signature", "said"),
    [
        ('type f = "…" | "…" | "…" | (string & {})', 'type m.f = "…" | (string & {})'),
        ('f(x: Literal["…", "…"] = "…") -> str', 'm.f(x: Literal["…"] = "…") -> str'),
        ('f("…", "…"): void', 'm.f("…", "…"): void'),
    ],
)
def test_a_union_of_elided_literals_is_said_once(signature: str, said: str) -> None:
    assert line(card("m.f", signature, path="m")) == said


@pytest.mark.parametrize(
    ("symbol", "signature", "said"),
    [
        ("httpx.AsyncClient.get", "async get(url: str) -> Response", "async httpx.AsyncClient.get(url: str) -> Response"),
        ("httpx.AsyncClient", "class AsyncClient(BaseClient)", "class httpx.AsyncClient(BaseClient)"),
        ("date-fns/format.format", "format(date: Date): string", "date-fns/format.format(date: Date): string"),
        ("rxjs.Observable", "abstract class Observable<T> implements S<T>", "abstract class rxjs.Observable<T> implements S<T>"),
        ("m.A.get", "get get(): T", "get m.A.get(): T"),
        ("m.A.get", "get(get: get): get", "m.A.get(get: get): get"),
        ("m.type", "type type = number", "type m.type = number"),
        ("m.foo", "class foo extends foo", "class m.foo extends foo"),
        ("m.A.t", "static t: T", "static m.A.t: T"),
        ("m.A.$t", "readonly $t: T", "readonly m.A.$t: T"),
        ("m.A.[Symbol.iterator]", "[Symbol.iterator](): Iterator<T>", "m.A.[Symbol.iterator](): Iterator<T>"),
        ("m.gen", "async * gen(): void", "async * m.gen(): void"),
        ("httpx", "module httpx", "module httpx"),
        ("lodash.debounce", "module lodash.debounce", "module lodash.debounce"),
        ("m.naïve", "def naïve()", "def m.naïve()"),
    ],
)  # fmt: skip
def test_the_path_stands_before_the_name_in_its_signature(symbol: str, signature: str, said: str) -> None:
    assert spliced(symbol, signature) == said


@pytest.mark.parametrize("signature", ["(x: number) => void", "Format(x)", "callformat(x)", "f(format: format)"])
def test_a_signature_without_the_name_follows_the_symbol(signature: str) -> None:
    assert spliced("m.format", signature) == f"m.format: {signature}"


def test_a_symbol_without_a_signature_stands_alone() -> None:
    assert spliced("httpx.codes", "") == "httpx.codes"


@given(st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=5).map(".".join), st.text(max_size=60))
def test_no_symbol_is_lost_and_no_signature_shortened(symbol: str, signature: str) -> None:
    said = spliced(symbol, signature)
    assert symbol in said
    assert len(said) >= len(signature)


def test_a_deprecated_symbol_says_so_even_where_its_signature_is_cut() -> None:
    assert line(card("m.f", "f()", deprecated=True, path="m")) == "m.f() (deprecated)"
    assert line(card("m.f", f"f({'x' * 5_000})", deprecated=True, path="m")).endswith("… (deprecated)")


def test_the_import_path_is_said_only_where_the_symbol_does_not_begin_with_it() -> None:
    assert "import" not in line(GET)
    assert (
        line(card("date-fns.format", "format()", path="date-fns/format"))
        == "date-fns.format() (import date-fns/format)"
    )
    assert line(card("httpx2.get", "get()", path="httpx")) == "httpx2.get() (import httpx)"


def test_what_drives_a_terminal_or_hides_in_a_line_is_replaced() -> None:
    said = line(card("m.a\n\x1b[2Jb", "class X\u202e\u200b\U000e0041", path="evil\r\nsurface 000000"))
    assert said.isprintable()
    assert "\n" not in said


def test_a_line_is_cut_at_its_bytes_and_never_inside_a_character() -> None:
    said = line(card("m.名", f"名({'字' * 1_000})", path="m"))
    assert len(said.encode()) <= MAX_LINE
    assert said.endswith("字…")


@pytest.mark.parametrize(
    ("purl", "said"),
    [
        ("pkg:npm/%40square/okhttp@5.3.2", "@square/okhttp 5.3.2"),
        ("pkg:pypi/httpx@0.28.1", "httpx 0.28.1"),
        ("pkg:npm/left-pad@1.0.0%2Bbuild?arch=x#sub", "left-pad 1.0.0+build"),
        ("pkg:npm/evil%0Aname@1", "evil\N{REPLACEMENT CHARACTER}name 1"),
        ("", ""),
        ("pkg:npm/nameless", "nameless"),
    ],
)
def test_an_artifact_is_headed_by_name_and_version(purl: str, said: str) -> None:
    assert heading(purl) == said


def test_a_symbol_of_a_million_dots_takes_no_time() -> None:
    assert len(line(card("a." * 500_000 + "f", "f()"))) < MAX_LINE
