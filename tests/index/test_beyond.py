from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from made import artifact, entry, surface

from paredown.index import Origin, Outside, Store, beyond, build
from paredown.index.beyond import symbol_hash
from paredown.model import Edge
from tests.index.test_index import META

DEEP = artifact("deep", declared=False)
MIDDLE = artifact("middle", declared=False, requires=(Edge("deep", DEEP.purl),))
NEAR = artifact("near", requires=(Edge("deep", DEEP.purl),), direct_of=("web",))
FAR = artifact("far", requires=(Edge("middle", MIDDLE.purl),), direct_of=("api",))
GRAPH = (DEEP, MIDDLE, NEAR, FAR)
ENTRIES = (
    entry("near", "go", of=NEAR),
    entry("far", "go", of=FAR),
    entry("deep", "dive", of=DEEP),
    entry("deep", "Diver", "breathe", of=DEEP),
    entry("middle", "dive", of=MIDDLE),
)


def index(path: Path) -> Path:
    declared = [one for one in ENTRIES if one.artifact.declared]
    build(path, surface(*declared), META, beyond(ENTRIES, GRAPH))
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return index(tmp_path / "index.sqlite")


def outside(path: Path, symbol: str, members: frozenset[str] | None = None) -> Outside | None:
    store = Store(path, members)
    try:
        return store.show(symbol).outside
    finally:
        store.close()


def test_an_undeclared_artifact_is_hashes_of_its_symbols_and_who_brings_it() -> None:
    deep, middle = beyond(ENTRIES, GRAPH)
    whole = ("deep.dive", "dive", "deep.Diver.breathe")
    assert deep == Origin(frozenset(map(symbol_hash, whole)), (NEAR.purl, FAR.purl))
    assert middle.bringers == (FAR.purl,)


@pytest.mark.parametrize("symbol", ["deep.dive", "deep.Diver.breathe"])
def test_a_symbol_that_comes_with_what_is_declared_is_told_by_what_brings_it(path: Path, symbol: str) -> None:
    assert outside(path, symbol) == Outside(bringers=(NEAR.purl, FAR.purl))


def test_a_name_without_its_module_is_known_and_a_part_of_one_is_not(path: Path) -> None:
    assert outside(path, "dive") == Outside(bringers=(NEAR.purl, FAR.purl))
    for symbol in ("breathe", "deep", "deep.div", "near.dive", ""):
        assert outside(path, symbol) is None


def test_no_word_of_an_undeclared_artifact_is_in_the_file(path: Path) -> None:
    content = path.read_bytes().lower()
    assert b"far" in content
    for word in (b"deep", b"dive", b"breathe", b"middle"):
        assert word not in content
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT count(*) FROM beyond").fetchone() == (5,)


def test_a_member_sees_what_it_declares_and_nothing_else(path: Path) -> None:
    whole, web = Store(path), Store(path, frozenset({"web", "./web"}))
    assert [line.name for line in whole.surface()] == ["far", "near"]
    assert [line.name for line in web.surface()] == ["near"]
    assert [card.symbol for card in web.find("go").cards] == ["near.go"]
    assert web.find("far").total == 0
    assert web.find("go", artifact="far").total == 0
    assert (web.show("far.go").cards, web.show("far").members) == ((), ())
    assert web.show("far.go").outside == Outside(elsewhere=(FAR.purl,))
    assert web.show("go").cards[0].symbol == "near.go"
    assert web.show("deep.dive").outside == Outside(bringers=(NEAR.purl,))
    assert [card.symbol for card in web.everything()] == ["near.go"]
    assert (web.declared("go", FAR.purl), web.declared("go", NEAR.purl)) == ("", "near.go")
    whole.close()
    web.close()


def test_a_member_that_declares_nothing_sees_nothing(path: Path) -> None:
    store = Store(path, frozenset({"docs"}))
    assert (store.surface(), store.find("go").total, store.show("near.go").cards) == ((), 0, ())
    store.close()
