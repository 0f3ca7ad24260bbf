from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from made import artifact, entry, surface

from paredown.errors import BadQuery, CannotWrite, IndexMissing, IndexUnusable
from paredown.index import Store, build
from paredown.index.terms import doc_terms, hashed, query_words
from paredown.model import Deprecation, Kind, Prose

META = {"lock_digest": "9f3c21", "tool": "0", "date": "2026", "project": "p", "scope": "declared"}
SAID = (
    entry("mime", "getType", signature="getType(path: string): string | null", doc="Look up a content label."),
    entry("mime", "getExtension", signature="getExtension(type: string): string | null"),
    entry("mime", "Mime", kind=Kind.CLASS, signature="class Mime"),
    entry("mime", "Mime", "define", kind=Kind.METHOD, signature="define(map: TypeMap): void"),
    entry("mime", "Mime", "define", kind=Kind.METHOD, signature="define(map: TypeMap, force: boolean): void"),
    entry("httpx", "Client", "get", signature="get(url: str) -> Response", deprecation=Deprecation.WARNING),
    entry("requests", "Client", "get", signature="get(url) -> Response"),
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    build(tmp_path / "index.sqlite", surface(*SAID), META)
    opened = Store(tmp_path / "index.sqlite")
    yield opened
    opened.close()


def symbols(cards: tuple[object, ...]) -> list[str]:
    return [card.symbol for card in cards]  # type: ignore[attr-defined]


def test_a_symbol_is_found_by_the_words_of_its_name(store: Store) -> None:
    found = store.find("get the extension")
    assert symbols(found.cards)[0] == "mime.getExtension"


def test_a_symbol_is_found_by_the_stem_of_a_word_of_its_documentation(store: Store) -> None:
    assert symbols(store.find("labels").cards) == ["mime.getType"]


def test_a_found_symbol_brings_its_overloads_and_counts_once(store: Store) -> None:
    found = store.find("define")
    assert symbols(found.cards) == ["mime.Mime.define"] * 2
    assert found.total == 1


def test_kind_and_artifact_narrow_a_search(store: Store) -> None:
    assert symbols(store.find("mime", kind="class").cards) == ["mime.Mime"]
    assert set(symbols(store.find("get", artifact="httpx").cards)) == {"httpx.Client.get"}
    assert store.find("get", artifact="unknown").total == 0


def test_a_deprecated_symbol_says_so_on_its_card(store: Store) -> None:
    assert [card.deprecated for card in store.show("httpx.Client.get").cards] == [True]


def test_show_gives_overloads_and_members(store: Store) -> None:
    shown = store.show("mime.Mime")
    assert symbols(shown.cards) == ["mime.Mime"]
    assert (len(shown.members), shown.members_total) == (2, 1)


def test_a_module_without_an_entry_of_its_own_shows_its_members(store: Store) -> None:
    shown = store.show("mime")
    assert (shown.cards, shown.members_total) == ((), 3)
    assert symbols(shown.members) == ["mime.Mime", "mime.getExtension", "mime.getType"]


def test_a_path_without_its_module_is_found_when_it_is_the_only_one_and_named_otherwise(store: Store) -> None:
    assert symbols(store.show("Mime.define").cards) == ["mime.Mime.define"] * 2
    assert store.show("Client.get").near == ("httpx.Client.get", "requests.Client.get")


def test_an_unknown_symbol_gives_near_names_and_nothing_else(store: Store) -> None:
    shown = store.show("mime.getTipe")
    assert shown.cards == ()
    assert shown.near == ("mime.getType",)
    assert store.show("x" * 100_000).near == ()


@pytest.mark.parametrize(
    "query", ['"', "*", "NEAR(a b, 2)", "name:x OR", "a' OR 1=1 --", "{doc}: x", "-get ^of +x", "\x00get"]
)
def test_search_syntax_in_a_query_is_only_words(store: Store, query: str) -> None:
    with suppress(BadQuery):
        assert store.find(query).total <= len(SAID)


def test_a_query_without_a_word_is_refused(store: Store) -> None:
    with pytest.raises(BadQuery):
        store.find("?!")


def test_many_threads_may_ask_at_once(store: Store) -> None:
    with ThreadPoolExecutor(8) as pool:
        totals = set(pool.map(lambda _: store.find("get").total, range(64)))
    assert len(totals) == 1


def test_a_missing_and_a_foreign_file_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(IndexMissing):
        Store(tmp_path / "none.sqlite")
    (tmp_path / "text").write_text("not a database, but long enough to look at" * 100)
    with pytest.raises(IndexUnusable):
        Store(tmp_path / "text")
    with sqlite3.connect(tmp_path / "other") as db:
        db.execute("CREATE TABLE t (x)")
    with pytest.raises(IndexUnusable, match="schema 0"):
        Store(tmp_path / "other")


def test_words_of_documentation_are_nowhere_in_the_file_not_even_through_the_vocabulary(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite"
    canary = "zanzibarcanary"
    build(path, surface(entry("mime", "get", doc=f"Fetch {canary} words quickly.", constants=(canary,))), META)
    assert canary.encode() not in path.read_bytes()
    with sqlite3.connect(path) as db:
        db.execute("CREATE VIRTUAL TABLE temp.v USING fts5vocab('main', 'fts', 'instance')")
        terms = {term for (term,) in db.execute("SELECT term FROM temp.v WHERE col = 'doc'")}
    assert hashed(canary) in terms
    assert all(term.isdigit() for term in terms)


def test_terms_of_a_sentence_are_bounded_distinct_and_out_of_order() -> None:
    text = " ".join(f"word{chr(97 + i // 26)}{chr(97 + i % 26)}" for i in range(200))
    terms = doc_terms(Prose(text))
    assert len(terms) == 40
    assert terms == sorted(set(terms))
    assert doc_terms(Prose("Reads a file. Never this.")) == doc_terms(Prose("A file: reads!"))


def test_only_stop_words_still_search_for_something() -> None:
    assert query_words("what is it") == ["what", "is", "it"]
    assert query_words("How do I readHTTPHeaders") == ["read", "http", "headers"]


def test_an_old_index_stays_whole_when_the_disk_takes_no_more(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite"
    build(path, surface(*SAID), META)
    before = path.read_bytes()
    code = f"""
import resource, sys
sys.path.insert(0, {str(Path(__file__).parents[1])!r})
from pathlib import Path
from made import entry, surface
from paredown.errors import CannotWrite
from paredown.index import build
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
try:
    build(Path({str(path)!r}), surface(*(entry("m", f"name{{i}}") for i in range(5000))), {META!r})
except CannotWrite as error:
    print(error.reason)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "could not be written" in ran.stdout
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["index.sqlite"]


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotWrite, match="file"):
        build(tmp_path / "file" / "index.sqlite", surface(*SAID), META)


def test_the_surface_lists_who_speaks(store: Store) -> None:
    lines = store.surface()
    assert [(line.name, line.entries) for line in lines] == [("httpx", 1), ("mime", 5), ("requests", 1)]
    assert lines[0].purl == artifact("httpx").purl
