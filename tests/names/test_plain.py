"""Text made safe to show: what cannot be seen, or drives what shows it, is replaced by something that is seen."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paredown.names import plain

MARK = "\N{REPLACEMENT CHARACTER}"
DEFAULT_IGNORABLE = [
    0x00AD, 0x034F, 0x061C, *range(0x115F, 0x1161), *range(0x17B4, 0x17B6), *range(0x180B, 0x1810),
    *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x3164, *range(0xFE00, 0xFE10),
    0xFEFF, 0xFFA0, *range(0xFFF0, 0xFFF9), *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B),
    *range(0xE0000, 0xE1000),
]  # fmt: skip
"""Unicode's Default_Ignorable_Code_Point: what a display shows nothing for."""


def test_every_character_that_a_display_ignores_is_replaced() -> None:
    text = "".join(map(chr, DEFAULT_IGNORABLE))

    assert plain(text) == MARK * len(text)


@pytest.mark.parametrize("category", ["Cc", "Cs", "Co", "Zl", "Zp"])
def test_no_control_surrogate_private_or_line_separating_character_is_left(category: str) -> None:
    every = "".join(chr(c) for c in range(0x110000) if unicodedata.category(chr(c)) == category)

    assert every
    assert plain(every) == MARK * len(every)


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        ("\x1b[2Jgone", f"{MARK}[2Jgone"),
        ("a\nb\tc\r", f"a{MARK}b{MARK}c{MARK}"),
        ("evil\u202egnp.exe", f"evil{MARK}gnp.exe"),
        ("get\u200bItem", f"get{MARK}Item"),
        ("x\U000e0068\U000e0069", f"x{MARK}{MARK}"),
        ("a\ufe0f\U000e0100", f"a{MARK}{MARK}"),
        ("\udcff", MARK),
    ],
)
def test_what_hides_or_drives_a_terminal_is_replaced_in_its_place(hostile: str, shown: str) -> None:
    assert plain(hostile) == shown


@pytest.mark.parametrize("text", ["getType(path: string): string | null", "größe", "取得", "имя", "مرحبا", "🙂", ""])
def test_what_a_person_can_read_stays(text: str) -> None:
    assert plain(text) == text


@given(st.text(st.characters()))
def test_plain_text_stays_plain_and_keeps_its_length(text: str) -> None:
    once = plain(text)

    assert plain(once) == once
    assert len(once) == len(text)
    assert all(shown in (given, MARK) for given, shown in zip(text, once, strict=True))
