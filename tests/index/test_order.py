from __future__ import annotations

from pathlib import Path

import pytest
from made import entry, surface

from paredown.index import Store, build
from paredown.index.order import Row, Word, ordered
from paredown.model import Entry, Kind
from tests.index.test_index import META


def first(tmp_path: Path, query: str, *entries: Entry) -> str:
    build(tmp_path / "index.sqlite", surface(*entries), META)
    store = Store(tmp_path / "index.sqlite")
    try:
        return store.find(query).cards[0].symbol
    finally:
        store.close()


def test_a_name_that_says_the_whole_question_stands_before_one_that_says_more(tmp_path: Path) -> None:
    said = (entry("mime", "getTypeOfNestedArchiveMembers"), entry("mime", "getType"))
    assert first(tmp_path, "get type", *said) == "mime.getType"


def test_a_function_stands_before_a_deep_member_of_the_same_name(tmp_path: Path) -> None:
    said = (
        entry("a", "Options", "Inner", "retry", kind=Kind.PROPERTY, signature="retry: number"),
        entry("b", "retry", signature="retry(): void"),
    )
    assert first(tmp_path, "retry", *said) == "b.retry"


def test_what_holds_every_word_stands_before_what_is_named_by_one(tmp_path: Path) -> None:
    said = (entry("a", "read"), entry("a", "open", signature="open(): MimeType", doc="Read a mime type."))
    assert first(tmp_path, "read a mime type", *said) == "a.open"


@pytest.mark.parametrize("owner", ["a._Client", "a.internal.Client"])
def test_a_name_for_internals_stands_last(owner: str) -> None:
    word = Word("send", {1, 2})
    rows = [Row(1, "send" if "." in owner[2:] else "_send", owner, "method"), Row(2, "send", "a.b.Client", "method")]
    assert ordered([word], rows, {1: -1.0, 2: -1.0}, 10)[0] == 2


def test_the_order_does_not_hang_on_the_order_of_rows() -> None:
    rows = [Row(number, f"send{number}", "a", "method") for number in range(9)]
    ranks = dict.fromkeys(range(9), -1.0)
    word = Word("send", frozenset(range(9)))
    assert ordered([word], rows, ranks, 9) == ordered([word], rows[::-1], ranks, 9)


def test_nothing_is_ordered_to_nothing() -> None:
    assert ordered([], [], {}, 0) == []
