from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from made import artifact, entry, surface

from paredown.errors import BadQuery
from paredown.index import Store, build
from paredown.model import Ecosystem, Kind
from paredown.serve.desk import BAD_INDEX, FAULT, NO_INDEX, STALE, Desk
from paredown.serve.shelf import Shelf
from tests.serve.fake import META, FakeStore

OKHTTP = artifact("@square/okhttp", "5.3.2")
SAID = (
    entry("mime", "getType", signature="getType(path: string): string | null", doc="Look up a content label."),
    entry("mime", "Mime", kind=Kind.CLASS, signature="class Mime"),
    entry("mime", "Mime", "define", kind=Kind.METHOD, signature="define(map: TypeMap): void"),
    entry("@square/okhttp", "newCall", signature="newCall(request: Request): Call", of=OKHTTP),
)


def write(path: Path, *entries: object, digest: str = META.lock_digest) -> Path:
    build(path, surface(*(entries or SAID)), {**META._asdict(), "lock_digest": digest})  # type: ignore[arg-type]
    return path


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return write(tmp_path / "index.sqlite")


@pytest.fixture
def desk(index: Path) -> Desk:
    return Desk(Shelf(index, Store), lambda broken: "", lambda line: None)


def desk_of(store: FakeStore, path: Path, told: list[str]) -> Desk:
    return Desk(Shelf(path, lambda _: store), lambda broken: "", told.append)  # type: ignore[arg-type,return-value]


def test_each_tool_answers_from_the_index(desk: Desk) -> None:
    assert desk.answer("find", {"query": "content label"}).text == (
        "surface 9f3c21 · 1 of 1\nmime 1.0.0\nmime.getType(path: string): string | null"
    )
    assert desk.answer("show", {"symbol": "mime.Mime"}).text == (
        "surface 9f3c21 · 1 of 1\nmime 1.0.0\nclass mime.Mime\nmembers 1 of 1\nmime.Mime.define(map: TypeMap): void"
    )
    assert desk.answer("surface", None).text == (
        "surface 9f3c21 · 4 entries, 2 artifacts · declared · 2026-11-30\n"
        "@square/okhttp 5.3.2 · npm · 1 entry · publisher @square\n"
        "mime 1.0.0 · npm · 3 entries"
    )


@pytest.mark.parametrize(
    "named",
    [
        "@square/okhttp",
        "@square/okhttp 5.3.2",
        "@square/okhttp@5.3.2",
        "@square/okhttp 5.3.2 · npm",
        "pkg:npm/%40square/okhttp@5.3.2",
    ],
)
def test_an_artifact_may_be_named_as_an_answer_names_it(desk: Desk, named: str) -> None:
    said = desk.answer("find", {"query": "call type", "artifact": named})
    assert (said.text.count("newCall"), said.text.count("mime")) == (1, 0)


def test_an_artifact_that_is_not_declared_is_a_failure_and_not_an_empty_answer(desk: Desk) -> None:
    assert desk.answer("find", {"query": "call", "artifact": "leftpad"}) == (
        "no declared artifact has that name; call surface for the list",
        True,
    )


def test_what_is_asked_for_reaches_the_store_as_asked(tmp_path: Path) -> None:
    store = FakeStore()
    desk = desk_of(store, write(tmp_path / "i"), [])
    desk.answer("find", {"query": "get", "kind": "method", "artifact": "httpx", "limit": 7})
    desk.answer("show", {"symbol": "httpx.AsyncClient"})
    assert store.asked == [("get", "method", "httpx", 7), ("httpx.AsyncClient", 100)]


@pytest.mark.parametrize(
    "query",
    ['"', '"mime', "mime*", "NEAR(mime type, 3)", "name: mime", "mime AND (", "^mime", "mime');--", ";-- DROP TABLE fts",
     "{name path}: x", "- - -", "*", "%", "_", "NOT", "OR OR", "🙂", "\\", "'", "a" * 1_000, "a " * 500],
)  # fmt: skip
@pytest.mark.parametrize("tool", ["find", "show"])
def test_the_syntax_of_the_search_engine_means_nothing(desk: Desk, tool: str, query: str) -> None:
    said = desk.answer(tool, {"q": query})
    assert said.failed == said.text.startswith("this query cannot be searched")
    assert said.text.startswith(("surface 9f3c21", "this query cannot be searched"))
    assert desk.answer("find", {"query": "mime type"}).text.startswith("surface 9f3c21 · ")


VALUES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.lists(st.text(max_size=3))
NAMES = st.sampled_from(["query", "q", "name", "symbol", "kind", "artifact", "limit", "x"])


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(["find", "show", "surface", "nope", ""]), st.none() | st.dictionaries(NAMES, VALUES))
def test_no_arguments_bring_the_desk_down_or_come_back(desk: Desk, name: str, arguments: dict[str, object]) -> None:
    said = desk.answer(name, arguments)
    assert said.text != FAULT
    assert said.failed or said.text.startswith("surface 9f3c21 · ")


def test_a_failure_does_not_give_back_what_was_asked(desk: Desk) -> None:
    for name, arguments in (
        ("zqcanary", {}),
        ("find", {"zqcanary": 1}),
        ("find", {"query": "zqcanary\0"}),
        ("find", {"query": "x", "kind": "zqcanary"}),
        ("find", {"query": "x", "artifact": "zqcanary"}),
        ("show", {"symbol": "zqcanary" * 1_000}),
        ("show", {"symbol": "zqcanary"}),
        ("find", {"query": "zqcanary"}),
    ):
        assert "zqcanary" not in desk.answer(name, arguments).text


def test_the_index_is_read_again_when_another_takes_its_place(desk: Desk, index: Path) -> None:
    assert desk.answer("find", {"query": "extension"}).text.startswith("surface 9f3c21 · 0 of 0")
    write(index, entry("mime", "getExtension"), digest="aaaaaa")
    assert desk.answer("find", {"query": "extension"}).text.startswith("surface aaaaaa · 1 of 1")


def test_an_index_is_opened_once_while_it_stays(index: Path) -> None:
    opened: list[Path] = []

    def open_store(path: Path) -> Store:
        opened.append(path)
        return Store(path)

    desk = Desk(Shelf(index, open_store), lambda broken: "", lambda line: None)
    for _ in range(5):
        desk.answer("surface", {})
    assert opened == [index]


def test_a_store_that_is_left_is_closed(tmp_path: Path) -> None:
    path, store = write(tmp_path / "i"), FakeStore()
    shelf = Shelf(path, lambda _: store)  # type: ignore[arg-type,return-value]
    shelf.store()
    os.utime(path, ns=(1, 1))
    assert not store.closed
    shelf.store()
    assert store.closed


def test_an_index_that_is_deleted_is_missed_and_one_that_comes_back_is_served(desk: Desk, index: Path) -> None:
    assert not desk.answer("surface", {}).failed
    index.unlink()
    assert desk.answer("surface", {}) == (NO_INDEX, True)
    write(index)
    assert not desk.answer("surface", {}).failed


@pytest.mark.parametrize("content", [b"", b"not an index", b"SQLite format 3\0" + bytes(5_000)])
def test_a_file_that_is_no_index_is_refused_and_the_next_index_is_served(
    desk: Desk, index: Path, content: bytes
) -> None:
    other = index.with_name("other")
    other.write_bytes(content)
    other.replace(index)
    assert desk.answer("surface", {}) == (BAD_INDEX, True)
    write(index)
    assert not desk.answer("surface", {}).failed


def test_an_index_with_a_damaged_page_fails_the_call_and_nothing_else(tmp_path: Path) -> None:
    told: list[str] = []
    entries = [entry("mime", f"f{number}", signature=f"f{number}(a: string)") for number in range(2_000)]
    path = write(tmp_path / "i", *entries)
    content = path.read_bytes()
    path.write_bytes(content[:12_288] + b"\xff" * (len(content) - 12_288))
    desk = Desk(Shelf(path, Store), lambda broken: "", told.append)
    assert desk.answer("find", {"query": "f7"}).failed
    write(path)
    assert not desk.answer("find", {"query": "mime"}).failed
    assert all("f7" not in line and str(tmp_path) not in line for line in told)


def test_an_unforeseen_failure_is_told_by_its_type_only(tmp_path: Path) -> None:
    told: list[str] = []
    store = FakeStore()
    store.fault = RuntimeError("third-party text")
    desk = desk_of(store, write(tmp_path / "i"), told)
    assert desk.answer("find", {"query": "x"}) == (FAULT, True)
    assert told == ["a call failed: RuntimeError"]
    store.fault = BadQuery("query", "has no word to search for")
    assert desk.answer("find", {"query": "x"}) == ("this query cannot be searched: it has no word to search for", True)


def test_every_answer_says_that_the_lock_file_changed(index: Path) -> None:
    changed = [False]
    desk = Desk(Shelf(index, Store), lambda broken: STALE if changed[0] else "", lambda line: None)
    assert STALE not in desk.answer("find", {"query": "mime"}).text
    changed[0] = True
    for name, arguments in (
        ("find", {"query": "mime"}),
        ("find", {"query": "zzz"}),
        ("show", {"symbol": "zzz"}),
        ("surface", {}),
    ):
        assert desk.answer(name, arguments).text.endswith(f"\n{STALE}")


def test_a_lock_file_that_cannot_be_read_is_stale(index: Path) -> None:
    told: list[str] = []

    def stale(broken: bool) -> str:
        raise OSError("third-party text")

    assert Desk(Shelf(index, Store), stale, told.append).answer("surface", {}).text.endswith(STALE)
    assert told == ["the lock file could not be read: OSError"]


def test_an_artifact_of_two_ecosystems_may_be_named_with_one_of_them(tmp_path: Path) -> None:
    said = [
        entry(name, "go", of=artifact("mime", "1.0.0", ecosystem=ecosystem))
        for name, ecosystem in (("a", Ecosystem.NPM), ("b", Ecosystem.PYPI))
    ]
    desk = Desk(Shelf(write(tmp_path / "i", *said), Store), lambda broken: "", lambda line: None)
    both = desk.answer("find", {"query": "go", "artifact": "mime"}).text
    assert ("a.go" in both, "b.go" in both) == (True, True)
    one = desk.answer("find", {"query": "go", "artifact": "mime 1.0.0 · pypi"}).text
    assert ("a.go" in one, "b.go" in one) == (False, True)


def test_calls_of_many_threads_are_answered_while_the_index_is_swapped(index: Path) -> None:
    desk = Desk(Shelf(index, Store), lambda broken: "", lambda line: None)
    with ThreadPoolExecutor(8) as pool:
        said = [pool.submit(desk.answer, "find", {"query": "mime type"}) for _ in range(200)]
        for _ in range(5):
            write(index)
        assert not any(one.result().failed for one in said)
