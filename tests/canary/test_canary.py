"""No word that a third party writes outside a name reaches an agent, an error, or the index file."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from paredown.index import Store
from paredown.serve import answers
from tests.canary.planted import C, plant

QUERIES = [
    *C.values(),
    "read thing",
    "fetch url",
    "untyped mode",
    "options mode",
    "version limit",
    "client base",
    "color",
    "open box with key",
    "lid shut",
    "mold pattern",
    "decided",
]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("planted")
    plant(root)
    return root


@pytest.fixture(scope="module")
def indexed(project: Path) -> subprocess.CompletedProcess[str]:
    return paredown(project, "index", "--offline")


def paredown(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PAREDOWN_CACHE": str(project / "cache"), "COLUMNS": "300"}
    environment.pop("VIRTUAL_ENV", None)
    command = [sys.executable, "-m", "paredown.cli", *arguments]
    return subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)


def leaks(text: str) -> set[str]:
    return {place for place, word in C.items() if word in text.lower()}


def test_the_planted_project_is_harvested(indexed: subprocess.CompletedProcess[str], project: Path) -> None:
    assert indexed.returncode == 0, indexed.stderr
    with_names = paredown(project, "show", "typed.readThing").stdout + paredown(project, "show", "hostile.fetch").stdout
    assert "readThing(" in with_names
    assert "fetch(" in with_names
    assert "untyped(" in paredown(project, "show", "bare.untyped").stdout
    assert "openBox(" in paredown(project, "show", "Boxes.openBox").stdout
    assert "decided()" in paredown(project, "show", "Boxes.decided").stdout


@pytest.mark.usefixtures("indexed")
def test_no_canary_is_anywhere_in_the_index_file(project: Path) -> None:
    path = project / ".paredown/index.sqlite"
    content = path.read_bytes().lower()
    assert {place for place, word in C.items() if word.encode() in content} == set()
    with sqlite3.connect(path) as db:
        db.execute("CREATE VIRTUAL TABLE temp.v USING fts5vocab('main', 'fts', 'row')")
        assert leaks(" ".join(term for (term,) in db.execute("SELECT term FROM temp.v"))) == set()
        for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            if not table.startswith("fts"):
                assert leaks(json.dumps(db.execute(f"SELECT * FROM {table}").fetchall())) == set()


@pytest.mark.usefixtures("indexed")
def test_no_canary_is_in_any_answer(project: Path) -> None:
    store = Store(project / ".paredown/index.sqlite")
    for query in QUERIES:
        assert leaks(answers.found(store.find(query, limit=50), store.meta)) == set()
    symbols = {card.symbol for query in QUERIES for card in store.find(query, limit=50).cards}
    assert symbols
    assert {"Boxes.openBox", "Boxes.Lid.shut", "Boxes.Mold.pattern"} <= symbols
    for symbol in (*symbols, "typed", "bare", "hostile", "Boxes"):
        assert leaks(answers.shown(store.show(symbol), store.meta)) == set()
    assert leaks(answers.surface(store.surface(), store.meta)) == set()
    store.close()


@pytest.mark.usefixtures("indexed")
def test_no_canary_is_in_what_the_command_line_prints(project: Path, indexed: subprocess.CompletedProcess[str]) -> None:
    runs = [indexed, *(paredown(project, "report", "--format", form) for form in ("table", "json", "html"))]
    runs += [paredown(project, "find", word) for word in ("doccomment", "constant")]
    runs += [paredown(project, "show", "typed.Nothing"), paredown(project, "index", "--help")]
    for run in runs:
        # A report is for a person and names what the gate refused, one quoted member here.
        assert leaks(run.stdout + run.stderr) <= {"quotedmember"}
    answers = [paredown(project, "find", "mode"), paredown(project, "show", "typed.Options")]
    assert leaks("".join(run.stdout + run.stderr for run in answers)) == set()


@pytest.mark.usefixtures("indexed")
def test_a_documented_word_still_finds_its_symbol(project: Path) -> None:
    found = paredown(project, "find", C["doccomment"]).stdout
    assert "hostile.fetch(" in found


@pytest.mark.usefixtures("indexed")
def test_no_canary_is_in_an_error_about_a_broken_file(project: Path) -> None:
    broken = project / "node_modules/typed/index.d.ts"
    kept = broken.read_text()
    broken.write_text(kept + f'\nexport declare const x: "{C["error"]} /* {C["comment"]}\n}}}}{{{{ <<<<')
    try:
        run = paredown(project, "index", "--offline", "--refresh")
        told = run.stdout + run.stderr + paredown(project, "report", "--unread").stdout
        assert leaks(told) <= {"quotedmember"}
    finally:
        broken.write_text(kept)
