"""What holds for the words of every name: nothing is lost, nothing is invented, and conventions do not change the count."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paredown.names import word_count, words

WORD = st.text("abcdefghijklmnopqrstuvwxyz", min_size=2, max_size=8)
SENTENCE = st.lists(WORD, min_size=1, max_size=12)
ANY = st.text(st.characters())


@given(ANY)
def test_joining_the_words_gives_back_the_letters_and_digits_in_their_order(name: str) -> None:
    kept = "".join(words(name))
    told = [c for c in kept if c.isalpha() or c.isdecimal()]

    assert told == [c for c in name if c.isalpha() or c.isdecimal()]


@given(SENTENCE)
def test_every_convention_says_the_same_words(sentence: list[str]) -> None:
    snake, camel = "_".join(sentence), sentence[0] + "".join(word.capitalize() for word in sentence[1:])
    for name in (snake, camel, snake.upper(), "-".join(sentence), " ".join(sentence), f"__{snake}__", f"${camel}"):
        assert [word.lower() for word in words(name)] == sentence
        assert word_count(name) == len(sentence)


@given(SENTENCE, st.integers(0, 99_999))
def test_a_number_belongs_to_the_word_before_it(sentence: list[str], number: int) -> None:
    camel = "".join(word.capitalize() for word in sentence)

    assert word_count(f"{camel}{number}") == len(sentence)


@given(st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=2, max_size=6), WORD)
def test_an_initialism_is_one_word_and_its_last_letter_may_begin_the_next(initialism: str, word: str) -> None:
    assert words(word + initialism) == (word, initialism)
    assert words(initialism + word.capitalize()) == (initialism, word.capitalize())
    assert word_count(initialism + word) == 2


@given(SENTENCE)
def test_an_accent_apart_from_its_letter_ends_no_word(sentence: list[str]) -> None:
    accented = "".join(word[0].upper() + "\u00e9" + word[1:] for word in sentence)
    apart = unicodedata.normalize("NFD", accented)

    assert len(apart) > len(accented)
    assert word_count(apart) == word_count(accented) == len(sentence)


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("cafe\u0301Lait", ["cafe\u0301", "Lait"]),
        ("नमस्ते", ["नमस्ते"]),
        ("देवनागरी_नाम", ["देवनागरी", "नाम"]),
        ("serveHTTPOverTLS", ["serve", "HTTP", "Over", "TLS"]),
        ("userID", ["user", "ID"]),
        ("__init_subclass__", ["init", "subclass"]),
        ("HTTP_500_ERROR", ["HTTP", "500", "ERROR"]),
        ("$$typeof", ["typeof"]),
    ],
)
def test_the_words_of_real_forms(name: str, read: list[str]) -> None:
    assert list(words(name)) == read


@given(ANY, ANY)
def test_a_longer_name_never_counts_for_less_than_a_part_behind_a_separator(first: str, second: str) -> None:
    assert word_count(f"{first}_{second}") == word_count(first) + word_count(second)
