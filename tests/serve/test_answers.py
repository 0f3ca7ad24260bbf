from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from paredown.index import Found, Line, Meta, Outside, Shown
from paredown.model import Card
from paredown.names import plain
from paredown.serve.answers import (
    BROUGHT,
    ELSEWHERE,
    MAX_BYTES,
    MAX_LINES,
    NOT_DECLARED,
    TRANSITIVE,
    found,
    shown,
    surface,
)
from paredown.serve.desk import STALE
from tests.serve.fake import CALL, CLIENT, GET, HTTPX, META, OKHTTP, card

WIDE = "字" * 1_000


def many(count: int, *, overloads: int = 1, wide: str = "") -> tuple[Card, ...]:
    return tuple(
        card(f"httpx.Client.get{number}", f"get{number}(a{overload}: str{wide})")
        for number in range(count)
        for overload in range(overloads)
    )


def test_a_search_is_answered_by_artifact_with_overloads_together() -> None:
    post = card("httpx.post", "post(url: str) -> Response", deprecated=True)
    again = card("httpx.AsyncClient.get", "async get(url: URL) -> Response")
    assert found(Found((GET, again, CALL, post), 41), META) == (
        "surface 9f3c21 · 3 of 41\n"
        "httpx 0.28.1\n"
        "async httpx.AsyncClient.get(url: str) -> Response\n"
        "async httpx.AsyncClient.get(url: URL) -> Response\n"
        "httpx.post(url: str) -> Response (deprecated)\n"
        "@square/okhttp 5.3.2\n"
        "interface @square/okhttp.Call<T>\n"
        "… 38 more; narrow the query or raise limit"
    )


def test_a_search_whose_limit_cannot_rise_is_only_told_to_narrow() -> None:
    assert found(Found((GET,), 2), META, more=False).endswith("… 1 more; narrow the query")


def test_a_search_that_shows_all_ends_with_its_last_symbol() -> None:
    assert found(Found((GET,), 1), META).endswith("async httpx.AsyncClient.get(url: str) -> Response")


def test_a_search_without_a_match_says_so() -> None:
    assert found(Found((), 0), META) == (
        "surface 9f3c21 · 0 of 0\nnothing in the declared surface matches; try other words"
    )


def test_a_search_gives_the_first_overloads_and_says_where_the_others_are() -> None:
    said = found(Found((*many(1, overloads=30), GET), 2), META).splitlines()
    assert said[0] == "surface 9f3c21 · 2 of 2"
    assert said[10] == "… more overloads; show lists them"
    assert len(said) == 12


def test_a_symbol_is_shown_with_its_overloads_and_its_members() -> None:
    assert shown(Shown((CLIENT,), (GET,), 41, ()), META) == (
        "surface 9f3c21 · 1 of 1\n"
        "httpx 0.28.1\n"
        "class httpx.AsyncClient(BaseClient)\n"
        "members 1 of 41\n"
        "async httpx.AsyncClient.get(url: str) -> Response\n"
        "… 40 more members; search for one with find"
    )


def test_every_overload_of_a_symbol_is_shown() -> None:
    assert shown(Shown(many(1, overloads=30), (), 0, ()), META).count("httpx.Client.get0(") == 30


def test_a_member_of_another_artifact_stands_under_that_artifact() -> None:
    said = shown(Shown((CLIENT,), (CALL, GET), 2, ()), META).splitlines()
    assert said[3:] == [
        "members 2 of 2",
        "async httpx.AsyncClient.get(url: str) -> Response",
        "@square/okhttp 5.3.2",
        "interface @square/okhttp.Call<T>",
    ]


def test_an_unknown_symbol_is_never_guessed() -> None:
    assert shown(Shown((), (), 0, ()), META) == "surface 9f3c21 · 0 of 0\nnot in the declared surface"
    assert shown(Shown((), (), 0, ("httpx.get", "evil\x1b[2J")), META) == (
        "surface 9f3c21 · 0 of 0\nnot in the declared surface\n"
        "declared names near it:\nhttpx.get\nevil\N{REPLACEMENT CHARACTER}[2J"
    )


def test_the_surface_lists_artifacts_with_publishers_that_are_not_the_name() -> None:
    lines = (
        Line(HTTPX, "httpx", "0.28.1", "httpx", True, 1_549),
        Line(OKHTTP, "@square/okhttp", "5.3.2", "@square", False, 1),
    )
    assert surface(lines, META) == (
        "surface 9f3c21 · 1,550 entries, 2 artifacts · declared · 2026-11-30\n"
        "httpx 0.28.1 · pypi · 1,549 entries\n"
        "@square/okhttp 5.3.2 · npm · 1 entry · publisher @square · not declared"
    )


def test_a_stale_index_is_said_at_the_end_of_every_answer() -> None:
    for text in (
        found(Found((GET,), 900), META, notice=STALE),
        found(Found((), 0), META, notice=STALE),
        shown(Shown((CLIENT,), (GET,), 41, ()), META, notice=STALE),
        shown(Shown((), (), 0, ()), META, notice=STALE),
        surface((), META, notice=STALE),
    ):
        assert text.splitlines()[-1] == STALE


def test_an_index_of_a_project_without_a_lock_says_that() -> None:
    assert found(Found((), 0), META._replace(lock_digest="")).startswith("surface without a lock · ")


def test_an_answer_that_is_cut_counts_what_was_cut() -> None:
    said = found(Found(many(50, wide=WIDE[:400]), 50), META)
    given, total = re.match(r"surface 9f3c21 · (\d+) of (\d+)\n", said).groups()
    assert int(given) == said.count("httpx.Client.get") < 50
    assert (int(total), said.splitlines()[-1]) == (50, f"… {50 - int(given)} more; narrow the query")


def test_a_class_of_ten_thousand_members_leaves_room_for_its_own_lines() -> None:
    said = shown(Shown((CLIENT,), many(100), 10_000, ()), META)
    assert "class httpx.AsyncClient(BaseClient)" in said
    assert "members 100 of 10,000" in said
    assert said.endswith("… 9,900 more members; search for one with find")


def test_a_symbol_of_ten_thousand_overloads_is_cut_and_says_so() -> None:
    said = shown(Shown(many(1, overloads=10_000), (GET,), 1, ()), META)
    assert len(said.splitlines()) <= MAX_LINES + 5
    assert re.search(r"… 9,\d\d\d more overloads\nmembers 0 of 1\n… 1 more member;", said)


LETTERS = st.text(st.characters() | st.sampled_from("\n\r\x1b\u2028\u202e.字("), max_size=30)
HOSTILE = st.builds(str.__mul__, LETTERS, st.sampled_from((1, 1, 1, 40, 400)))
CARDS = st.builds(
    Card,
    symbol=HOSTILE,
    signature=HOSTILE,
    kind=HOSTILE,
    artifact=HOSTILE,
    import_path=HOSTILE,
    deprecated=st.booleans(),
)
METAS = st.builds(Meta, HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE)


def within_bounds(text: str) -> bool:
    lines = text.split("\n")
    return len(text.encode()) < MAX_BYTES and len(lines) < 256 and all(plain(part) == part for part in lines)


@settings(max_examples=50, deadline=None)
@given(st.lists(CARDS, max_size=8), st.integers(0, 60), METAS, st.sampled_from(("", STALE)))
def test_no_card_makes_an_answer_too_long_or_unsafe(cards: list[Card], times: int, meta: Meta, notice: str) -> None:
    every = tuple(cards * times)
    assert within_bounds(found(Found(every, len(every)), meta, notice=notice))
    assert within_bounds(shown(Shown(every[:100], every, 10**9, ()), meta, notice=notice))
    assert within_bounds(shown(Shown((), (), 0, tuple(one.symbol for one in every)), meta, notice=notice))


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.builds(Line, HOSTILE, HOSTILE, HOSTILE, HOSTILE, st.booleans(), st.integers(0, 10**12)), max_size=8),
    METAS,
)
def test_no_artifact_makes_the_list_too_long_or_unsafe(lines: list[Line], meta: Meta) -> None:
    said = surface(lines * 50, meta, notice=STALE)
    assert within_bounds(said)
    listed = [part for part in said.split("\n")[1:-1] if not part.startswith("… ")]
    left = len(lines) * 50 - len(listed)
    assert (f"\n… {left:,} more artifact" in said) == (left > 0)


def test_two_ecosystems_with_one_name_and_version_are_told_apart() -> None:
    npm, pypi = "pkg:npm/mime@1.0.0", "pkg:pypi/mime@1.0.0"
    both = (card("mime.a", "a()", npm), card("mime.b", "b()", pypi), card("mime.c", "c()", npm))
    assert found(Found(both, 3), META).splitlines()[1:] == [
        "mime 1.0.0 · npm",
        "mime.a() (import httpx)",
        "mime.c() (import httpx)",
        "mime 1.0.0 · pypi",
        "mime.b() (import httpx)",
    ]
    assert found(Found(both[:1], 1), META).splitlines()[1] == "mime 1.0.0"


def test_a_symbol_of_what_is_not_declared_is_told_by_what_brings_it_and_nothing_else() -> None:
    said = shown(Shown((), (), 0, (), Outside(bringers=(HTTPX,))), META).splitlines()
    assert said[1:] == [NOT_DECLARED, TRANSITIVE, BROUGHT, "httpx 0.28.1 · pypi"]
    said = shown(Shown((), (), 0, (), Outside()), META).splitlines()
    assert said[1:] == [NOT_DECLARED, TRANSITIVE]
    said = shown(Shown((), (), 0, (), Outside(elsewhere=(OKHTTP,))), META).splitlines()
    assert said[1:] == [NOT_DECLARED, ELSEWHERE, "@square/okhttp 5.3.2 · npm"]
