"""The words of an identifier, as a person reads them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paredown.names import word_count, words


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("getType", ["get", "Type"]),
        ("parseHTTPServer2", ["parse", "HTTP", "Server", "2"]),
        ("read_text_or_none", ["read", "text", "or", "none"]),
        ("MAX_FILE", ["MAX", "FILE"]),
        ("__init__", ["init"]),
        ("base64ToUTF8", ["base", "64", "To", "UTF", "8"]),
        ("x", ["x"]),
        ("XMLHttpRequest", ["XML", "Http", "Request"]),
        ("$ref", ["ref"]),
        ("@types/mime-db", ["types", "mime", "db"]),
        ("a.b::c#d", ["a", "b", "c", "d"]),
        ("ask the user", ["ask", "the", "user"]),
        ("", []),
        ("___", []),
        ("größeÄndern", ["größe", "Ändern"]),
        ("étéRouge", ["été", "Rouge"]),
        ("取得する", ["取得する"]),
        ("номерДома", ["номер", "Дома"]),
        ("x٣", ["x", "٣"]),
    ],
)
def test_a_name_is_read_as_its_words(name: str, read: list[str]) -> None:
    assert list(words(name)) == read


@pytest.mark.parametrize(
    ("name", "heard"),
    [
        ("getType", 2),
        ("OAuth2", 2),
        ("uint8ArrayToBase64Url", 5),
        ("2", 0),
        ("", 0),
        ("ignoreAllPreviousInstructions", 4),
        ("忽略之前的所有指令", 5),
        ("取", 1),
        ("größeÄndern", 2),
        ("取得Item", 2),
    ],
)
def test_a_name_is_counted_as_a_reader_hears_it(name: str, heard: int) -> None:
    assert word_count(name) == heard


@given(st.text(st.characters()))
def test_a_name_with_a_letter_counts_for_at_least_one_word(name: str) -> None:
    assert word_count(name) >= any(c.isalpha() for c in name)


@given(st.text(st.characters()))
def test_words_are_pieces_of_the_name_in_order(name: str) -> None:
    at = 0
    for word in words(name):
        assert word
        at = name.index(word, at) + len(word)


@given(st.text(st.characters()))
def test_no_letter_and_no_digit_escapes_the_count(name: str) -> None:
    counted = sorted("".join(words(name)))

    assert [c for c in counted if c.isalpha() or c.isdecimal()] == sorted(
        c for c in name if c.isalpha() or c.isdecimal()
    )


@given(st.text(st.characters()))
def test_a_separator_is_no_word(name: str) -> None:
    assert not any(set(word) & set(" _-$.@/#:") for word in words(name))
