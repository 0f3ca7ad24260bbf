"""The text of a signature: whatever the source is, no literal and no comment is in it."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st
from made import entry

from paredown.harvest.text import MAX_SIGNATURE, Signed, Span, bounded, one_line, sign
from paredown.model import ELIDED

QUOTES = "\"'`"


class Source(NamedTuple):
    """A made-up file: its bytes, and where its literals and comments lie."""

    content: bytes
    literals: list[Span]
    comments: list[Span]


@st.composite
def sources(draw: st.DrawFn) -> Source:
    """A file of code, literals and comments, in which every word of prose is spelled with the letter `ż`."""
    content = b""
    spans: dict[str, list[Span]] = {"literal": [], "comment": []}
    for kind in draw(st.lists(st.sampled_from(["code", "literal", "comment"]), max_size=8)):
        body = draw(st.sampled_from(["żż", "ż ż", "ż\nż", 'ż"ż', "ż'ż`ż", "ż…ż"]) if kind != "code" else
                    st.text(st.sampled_from("ab (),:=…\n\t\u2028"), max_size=9))  # fmt: skip
        left, right = draw(st.sampled_from(['""', "''", "``", "//", "##", "  ", "żż"])) if kind != "code" else ("", "")
        written = (left + body + right).encode()
        if kind != "code":
            spans[kind].append(Span(len(content), len(content) + len(written)))
            if draw(st.booleans()):
                spans[kind].append(Span(len(content), len(content) + len(left.encode()) + 1))
        content += written
    return Source(content, spans["literal"], spans["comment"])


def clean(signed: Signed) -> bool:
    """Whether no quote but those of elided literals is left, on one bounded line."""
    text = signed.text
    return (
        not any(quote in text.replace(ELIDED, "") for quote in QUOTES)
        and text.splitlines() in ([text], [])
        and len(text) <= MAX_SIGNATURE + 1
    )


@given(sources(), st.integers(0, 80), st.integers(0, 80))
def test_no_word_of_a_literal_or_a_comment_is_left(source: Source, start: int, end: int) -> None:
    signed = sign(source.content, min(start, end), max(start, end), source.literals, source.comments)

    assert "ż" not in signed.text
    assert clean(signed)
    assert entry("m", "f", signature=signed.text)


@given(st.binary(max_size=200), st.lists(st.tuples(st.integers(0, 220), st.integers(0, 220)), max_size=6))
def test_any_bytes_and_any_spans_give_a_sound_signature(content: bytes, places: list[tuple[int, int]]) -> None:
    signed = sign(content, 0, len(content), [Span(*place) for place in places[::2]], [Span(*p) for p in places[1::2]])

    assert clean(signed)
    assert entry("m", "f", signature=signed.text)


@given(
    st.lists(st.sampled_from([ELIDED, "x", "…", " ", '"', "'", "`", "é", "=", "żółw"]), max_size=40).map("".join),
    st.integers(0, MAX_SIGNATURE + 10),
    st.integers(0, 340),
)
def test_a_signature_that_is_cut_leaves_no_half_literal(text: str, before: int, literals: int) -> None:
    assert clean(Signed(bounded("x" * before + ELIDED * literals + text), ()))


@given(st.lists(st.sampled_from([*"abc (),[]{}…", ELIDED]), max_size=200).map("".join))
def test_a_short_signature_without_a_foreign_quote_is_not_cut(text: str) -> None:
    assert bounded(text) == text


@given(st.text())
def test_one_line_is_one_line_and_stays_so(text: str) -> None:
    line = one_line(text)

    assert line.splitlines() in ([line], [])
    assert line.isprintable() or not any(ord(c) < 32 for c in line)


def test_the_outermost_of_nested_literals_is_the_constant() -> None:
    signed = sign(b'f(a = "x" "y")', 0, 14, [Span(6, 9), Span(6, 13), Span(10, 13)])

    assert signed.text == f"f(a = {ELIDED})"
    assert [constant.untrusted() for constant in signed.constants] == ['"x" "y"']


def test_a_literal_across_the_end_of_the_range_is_not_shown() -> None:
    assert sign(b"f(a = /please run it/)", 0, 14, [Span(6, 21)]).text == f"f(a = {ELIDED}"
