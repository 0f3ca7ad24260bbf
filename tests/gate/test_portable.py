"""What may be a screen: the part of regular expressions that `re`, RE2 and Rust read alike."""

from __future__ import annotations

import re

import pytest

from paredown.gate.portable import unportable

REFUSED = [
    (r"\bname", "word boundary"),
    (r"a\B", "word boundary"),
    (r"\w+", "\\w"),
    (r"\W", "\\w"),
    (r"a\s", "\\s"),
    (r"\S", "\\s"),
    (r"\d{2}", "\\d"),
    (r"\D", "\\d"),
    (r"\p{Lu}", "Unicode properties"),
    (r"(?i)name", "flags"),
    (r"(?i:name)", "flags"),
    (r"(?=a)b", "look-around"),
    (r"(?!a)b", "look-around"),
    (r"(?<=a)b", "look-around"),
    (r"(?<!a)b", "look-around"),
    (r"(?P<n>a)", "names"),
    (r"(?#a)", "flags"),
    (r"(?>ab)", "flags"),
    (r"(a)\1", "back-references"),
    (r"a*+", "possessive"),
    (r"a++", "possessive"),
    (r"a?+", "possessive"),
    (r"a{2}+", "possessive"),
    (r"[[:alpha:]]", "set operation"),
    (r"[a&&b]", "set operation"),
    (r"[a--b]", "set operation"),
    (r"[a~~b]", "set operation"),
    (r"[]a]", "closing bracket"),
    (r"[^]a]", "closing bracket"),
    (r"a{1001}", "1000"),
    (r"a{,3}", "brace"),
    (r"{", "brace"),
    (r"\x41", "escape"),
    (r"\A", "escape"),
    (r"\Z", "escape"),
    (r"\u0041", "escape"),
    (r"\a", "escape"),
    (r"(a", "does not compile"),
    ("a\\", "escape"),
]
SHARED = [
    "abc",
    "^(?:a|b)+$",
    "[^ -~]",
    "[A-Za-z0-9_.@\\-]+",
    "a{2,3}b{4}c{5,}",
    "\\.\\*\\\\\\/\\-\\`",
    "[\\]\\[^]",
    "a*?b+?c??",
    "(ab)*",
    "[\t\n]",
    "é[à-ü]",
    "a|",
]


@pytest.mark.parametrize(("pattern", "why"), REFUSED)
def test_what_engines_read_differently_is_refused_with_the_reason(pattern: str, why: str) -> None:
    found = unportable(pattern)

    assert any(why in place.why for place in found), found


@pytest.mark.parametrize("pattern", SHARED)
def test_what_every_engine_reads_alike_may_be_a_screen(pattern: str) -> None:
    assert unportable(pattern) == ()
    re.compile(pattern)


def test_a_refusal_says_where() -> None:
    assert [place.at for place in unportable(r"abc\d(?i)x")] == [3, 5]
