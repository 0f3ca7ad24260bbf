"""Six questions about a Ktor client: what `find` answers first is used, and compiled with the real Kotlin compiler.

PAREDOWN_KOTLINC names a folder with the jars of `kotlin-compiler-embeddable` and what it needs, as new as the project's.
PAREDOWN_ARCHIVES may name a cache whose archives are at hand; otherwise Maven brings them.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from paredown.index.store import Store
from paredown.model import Card
from tests.live.kotlin.uses import Names, Use, numbered, use_of

pytestmark = [pytest.mark.live, pytest.mark.network]

PROJECT = Path(__file__).parents[2] / "resolve" / "jvm" / "ktor-client"
COMPILER = "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"
QUESTIONS = (
    "retry a request",
    "set a timeout for a request",
    "submit a form",
    "follow redirects",
    "read the body of a response as text",
    "set a header of a request",
)


class Indexed(NamedTuple):
    """The index that an agent asks, and one of the whole graph, which says what to import for a type."""

    served: Store
    names: Names
    class_path: str


@pytest.fixture(scope="module")
def compiler() -> Path:
    named = os.environ.get("PAREDOWN_KOTLINC")
    if not named or not shutil.which("java"):
        pytest.skip("PAREDOWN_KOTLINC names no compiler, or there is no java to run it with")
    return Path(named)


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Indexed:
    cache = Path(os.environ.get("PAREDOWN_ARCHIVES") or tmp_path_factory.mktemp("cache"))
    stores = {}
    for scope in ("declared", "all"):
        root = tmp_path_factory.mktemp(scope) / "ktor-client"
        shutil.copytree(PROJECT, root)
        command = [sys.executable, "-m", "paredown.cli", "index", str(root), "--scope", scope, "--json"]
        done = subprocess.run(
            command, env={**os.environ, "PAREDOWN_CACHE": str(cache)}, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        stores[scope] = Store(root / ".paredown" / "index.sqlite")
        assert json.loads(done.stdout)["ledger"]
    every = stores["all"].everything()
    jars = [jar_of(cache / "archives" / "maven", purl) for purl in sorted({card.artifact for card in every})]
    return Indexed(stores["declared"], Names(every), os.pathsep.join(map(str, jars)))


def jar_of(archives: Path, purl: str) -> Path:
    """Return where the client put the jar of a package URL, for paredown or for the user."""
    group, name = purl.removeprefix("pkg:maven/").partition("@")[0].split("/")
    version = purl.partition("@")[2]
    path = Path(group.replace(".", "/")) / name / version / f"{name}-{version}.jar"
    return next(root / path for root in (archives, Path.home() / ".m2" / "repository") if (root / path).is_file())


def test_the_first_answer_to_every_question_compiles(indexed: Indexed, compiler: Path, tmp_path: Path) -> None:
    cards = [answer(indexed.served, question) for question in QUESTIONS]
    uses = [use_of(card, indexed.names) for card in cards]
    failed = compiled(uses, indexed.class_path, compiler, tmp_path)
    for number, (question, use) in enumerate(zip(QUESTIONS, uses, strict=True)):
        sys.stdout.write(f"{'fails' if number in failed else 'compiles'}  {question}: {use.symbol}\n")
        sys.stdout.write("".join(f"    {line}\n" for line in failed.get(number, [])))
    assert failed == {}


def answer(store: Store, question: str) -> Card:
    """Return what an agent is told first, and of its overloads the one that takes least."""
    found = store.find(question, limit=1).cards
    assert found, question
    return min(found, key=lambda card: (card.deprecated, card.signature.count(": "), len(card.signature)))


def compiled(uses: list[Use], class_path: str, jars: Path, folder: Path) -> dict[int, list[str]]:
    """Return the errors of the compiler for each use that it refuses."""
    for name, text in numbered(uses).items():
        (folder / name).write_text(text)
    options = ["-nowarn", "-no-stdlib", "-no-reflect", "-cp", class_path, "-d", str(folder / "out")]
    command = ["java", "-cp", f"{jars}/*", COMPILER, *options, *map(str, sorted(folder.glob("use*.kt")))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    failed: dict[int, list[str]] = {}
    for line in done.stderr.splitlines():
        where, mark, what = line.partition(": error: ")
        if mark:
            failed.setdefault(int(Path(where.partition(":")[0]).stem.removeprefix("use")), []).append(what)
    assert done.returncode == 0 or failed, done.stderr
    return failed
