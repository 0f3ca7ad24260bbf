"""The patterns of every dialect say of the specs' names what the rules say."""

from __future__ import annotations

import itertools
import re
import timeit
import unicodedata
from collections.abc import Iterator

import pytest
from export.engine import UNIVERSE, breached, compiled
from gate.spec import Case, specs
from hypothesis import given
from hypothesis import strategies as st

from paredown.export import characters, dialects
from paredown.export.bounds import Bound
from paredown.export.dialects import Dialect
from paredown.export.patterns import SEPARATORS, bounds
from paredown.gate import ADOPTED, rule_named
from paredown.gate.rules.look_alike_letter import LOOK_ALIKES, disguised, passes_for_latin
from paredown.gate.rules.reads_as_text import SEPARATORS as OF_THE_RULE
from paredown.gate.rules.spelled_punctuation import spelled
from paredown.model import Known
from paredown.names import plain, word_count
from paredown.names.plain import REPLACEMENT

DIALECTS = (dialects.JAVA, dialects.ICU, dialects.PCRE, dialects.JAVASCRIPT, dialects.RUST, dialects.PYTHON)
DECLARED = tuple(case.name for spec in specs() for case in spec.declared if "." in case.name)
PIECES = re.compile(r"[/.:@]+")
NOTHING = Known(names=frozenset(), roots=frozenset(), joints=frozenset(), types=frozenset())
ASCII_NAMES = st.text(st.sampled_from("abCDxyZ019_$-. "), max_size=24)
NAMES = st.lists(
    st.sampled_from(
        ["dot", "Dot", "DOT", "slash", "Dash", "at", "At", "config", "Env", "HTTP", "x", "X", "_", "2", "ß"]
    ),
    max_size=9,
).map("".join)
LETTERS = st.text(st.sampled_from([*sorted(c for c in UNIVERSE if c.isalpha()), "_", "1"]), max_size=8)

LOOKING = tuple(dialect for dialect in DIALECTS if dialect.look)
of_dialects = pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)

of_dialects_that_look_ahead = pytest.mark.parametrize("dialect", LOOKING, ids=lambda dialect: dialect.name)


def named(dialect: Dialect, slug: str, *declared: str) -> Bound:
    found = bounds(dialect, declared)
    return next(each for each in (*found.of_names, *found.of_constants, *found.of_words) if each.rule == slug)


def cases(section: str, dialect: Dialect) -> Iterator[tuple[str, Case, tuple[Bound, ...]]]:
    """Yield every name of the adopted rules' specs, with the bounds that a linter of the dialect holds it to."""
    found = bounds(dialect, DECLARED)
    for spec in specs():
        for case in getattr(spec, section) if spec.slug in {rule.slug for rule in ADOPTED} else ():
            python = {str(each) for each in case.languages} == {"python"}
            if not case.is_a_name or (dialect is dialects.PYTHON and case.languages and "python" not in case.languages):
                continue
            held = [*found.of_names]
            held += found.of_constants if case.kind == "constant" else ()
            held += () if python or dialect is dialects.PYTHON else found.of_words
            yield spec.slug, case, tuple(held)


def names(case: Case) -> list[str]:
    return [name for name in PIECES.split(case.name) if name] if case.kind == "module" else [case.name]


@of_dialects
def test_a_name_within_bounds_is_within_every_bound(dialect: Dialect) -> None:
    seen = 0
    for _, case, held in cases("within", dialect):
        seen += 1
        assert [(case.name, each.rule) for each in held for name in names(case) if breached(each, name)] == []
    assert seen > 80


@of_dialects
def test_a_name_in_breach_is_beyond_the_bound_of_its_rule(dialect: Dialect) -> None:
    seen = 0
    for slug, case, held in cases("breach", dialect):
        if slug in {each.rule for each in held} and not set(case.name) <= {*"`read"}:
            seen += 1
            assert any(each.rule == slug and breached(each, name) for each in held for name in names(case)), case
    assert seen > 50


@of_dialects_that_look_ahead
def test_one_pattern_says_what_its_parts_say(dialect: Dialect) -> None:
    for section in ("within", "breach"):
        for _, case, held in cases(section, dialect):
            for each in held:
                assert bool(compiled(each.pattern(r"[\s\S]")).search(case.name)) == breached(each, case.name), case.name


@of_dialects
@given(name=ASCII_NAMES)
def test_words_are_counted_as_the_catalogue_counts_them(dialect: Dialect, name: str) -> None:
    assert breached(named(dialect, "long-name"), name) == (word_count(name) > 6)


@of_dialects
@given(name=NAMES)
def test_spelled_marks_are_found_where_the_catalogue_finds_them(dialect: Dialect, name: str) -> None:
    assert breached(named(dialect, "spelled-punctuation"), name) == spelled(name, NOTHING)


@of_dialects
@given(name=LETTERS)
def test_look_alikes_are_found_where_the_catalogue_finds_them(dialect: Dialect, name: str) -> None:
    assert breached(named(dialect, "look-alike-letter"), name) == passes_for_latin(name)


@of_dialects
def test_a_declared_path_may_be_spelled_out_and_no_further(dialect: Dialect) -> None:
    told = named(dialect, "spelled-punctuation", "kotlin.text.Regex")

    assert not breached(told, "kotlinDotText")
    assert not breached(told, "use_kotlin_dot_text_dot_regex_now")
    assert breached(told, "kotlinDotTextDotEnv")
    assert breached(told, "textDotRegex")
    assert breached(named(dialect, "spelled-punctuation"), "kotlinDotText")


@of_dialects_that_look_ahead
def test_the_bounds_of_a_step_go_no_further_than_its_dot(dialect: Dialect) -> None:
    for bound in bounds(dialect, (), stop=".").of_names:
        assert not compiled(bound.pattern("[^.]")).search("get.configDotEnvForTheUserOfTheName.a b")


@of_dialects_that_look_ahead
def test_no_bound_takes_a_name_apart_in_every_way_there_is(dialect: Dialect) -> None:
    # Twice the length is four or eight times the work of a pattern that backtracks; thousands of times is a fault.
    def seconds(pattern: re.Pattern[str], name: str) -> float:
        return min(timeit.repeat(lambda: pattern.search(name), number=1, repeat=3))

    found = bounds(dialect, DECLARED)
    for bound in (*found.of_names, *found.of_constants, *(() if dialect is dialects.PYTHON else found.of_words)):
        pattern = compiled(bound.pattern(r"[\s\S]"))
        for first, piece in itertools.product(
            ("", "a_", "a_b_c_"), ("a", "A", "aA", "_", "a_", "Dot", "9", "с", "取", "·")
        ):
            short, long = (seconds(pattern, first + (piece * 20)[:length]) for length in (11, 20))
            assert long < max(60 * short, 0.005), (bound.rule, first, piece)


def test_no_pattern_for_an_engine_without_it_looks_around() -> None:
    for each in bounds(dialects.RUST, DECLARED):
        for bound in each:
            for test in (*bound.tests, *(test for exemption in bound.exemptions for test in exemption)):
                assert not re.search(r"\(\?[=!<]", test.pattern), bound.rule


def test_the_frozen_characters_are_those_of_the_catalogue() -> None:
    assigned = [chr(p) for p in range(0x110000) if unicodedata.category(chr(p)) not in ("Cn", "Cs", "Co")]

    def inside(ranges: characters.Ranges) -> set[str]:
        return {chr(p) for each in ranges for p in range(each.first, each.last + 1)}

    assert inside(characters.DISGUISED) & set(assigned) == set(filter(disguised, assigned))
    assert inside(characters.LOOK_ALIKES) == set(LOOK_ALIKES)
    assert (inside(characters.HIDDEN) - {REPLACEMENT}) & set(assigned) == {
        c for c in assigned if plain(c) != c or c == "\\"
    }
    assert all(re.search(rule_named("spaced-name").screen, c) for c in inside(characters.SPACES))
    assert set(SEPARATORS) == {c for c in map(chr, range(0x80)) if OF_THE_RULE.fullmatch(c)}
