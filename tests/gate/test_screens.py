"""A screen never loses what its rule refuses: an engine that screens first decides as the rule alone would."""

from __future__ import annotations

from gate.spec import made
from hypothesis import given, settings
from hypothesis import strategies as st

from paredown.gate import CATALOGUE
from paredown.gate.apply import compiled
from paredown.gate.reading import concerns, screened
from paredown.model import Entry, Kind, Known, Language, Prose

WORDS = st.sampled_from(
    ["required", "Setup", "you", "MUST", "copy", "config", "dot", "Env", "slash", "Colon", "at", "TILDE", "dash", "2",
     "HTTP", "größe", "Ändern", "имя", "сору", "ο", "取得", "Δ", "must", "file", "host", "Log", "use", "call"]
)  # fmt: skip
JOINTS = st.sampled_from(["", "", "", "_", "__", "-", " ", ".", "$", "·", "\u200b", "\u00a0", ",", ":", "`"])
PATHS = st.sampled_from(["~/.aws/credentials", "/etc/app/x", "C:\\Users\\x", "`doIt()`", "a.b.c", "Returns the sum."])
NAMES = st.lists(st.tuples(WORDS, JOINTS), min_size=1, max_size=14).map(lambda pairs: "".join(map("".join, pairs)))
TEXTS = st.one_of(NAMES, st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40))
PROSE = st.lists(st.one_of(WORDS, PATHS), max_size=12).map(" ".join)
NO_KNOWN = Known.of(())


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    language = draw(st.sampled_from(list(Language)))
    parameter = draw(NAMES)
    signature = "".join(c if c.isprintable() and c not in "\"'`" else "_" for c in f"take({parameter}): void")
    return made(
        (draw(TEXTS), draw(TEXTS)),
        draw(st.sampled_from(list(Kind))),
        language,
        signature,
        tuple(map(Prose, draw(st.lists(PROSE, max_size=2)))),
        draw(PROSE),
    )


@given(entries())
@settings(max_examples=500)
def test_every_breach_matches_the_screen_of_its_rule(entry: Entry) -> None:
    for rule in CATALOGUE:
        if concerns(rule, entry):
            for breach in rule.check(entry, NO_KNOWN):
                columns = list(screened(entry, breach.part))
                assert any(compiled(rule.screen).search(column) for column in columns), (rule.slug, columns)


@given(entries())
@settings(max_examples=500)
def test_a_breach_tells_of_its_own_rule_in_words_that_quote_nothing(entry: Entry) -> None:
    for rule in CATALOGUE:
        for breach in rule.check(entry, NO_KNOWN):
            assert breach.rule == rule.slug
            assert breach.part in rule.parts
            assert breach.why.isascii()
            assert breach.evidence
