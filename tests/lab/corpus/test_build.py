"""A corpus is the same whoever builds it, however large its parts, and however often the build was killed."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from lab.made_corpus import build_corpus

from paredown.errors import BadConfiguration, CorpusUnusable
from paredown.harvest.pool import Read
from paredown.lab.corpus.opened import Corpus
from paredown.lab.corpus.reading import Here
from paredown.lab.corpus.recipe import read_recipe
from paredown.lab.corpus.told import dropped, table
from paredown.model import Artifact


class Never:
    """A reader that must not be asked."""

    def __call__(self, artifacts: Sequence[Artifact], graph: tuple[Artifact, ...]) -> Iterator[Read]:
        raise AssertionError([one.purl for one in artifacts])


def test_every_library_is_there_once_and_declared_if_any_project_declares_it(corpus: Corpus) -> None:
    told = {one.name: (one.declared, one.entries) for one in corpus.manifest.libraries}

    assert told == {"@scope/one": (True, 1), "@scope/two": (False, 1), "gentle": (True, 4), "loud": (True, 4)}


def test_rows_are_sorted_by_publisher_and_prose_is_apart(corpus: Corpus) -> None:
    surface = [row for batch in corpus.batches("surface") for row in batch.to_pylist()]
    prose = [row for batch in corpus.batches("prose") for row in batch.to_pylist()]

    assert [row["publisher"] for row in surface] == sorted(row["publisher"] for row in surface)
    assert len(surface) == 10
    assert {row["names"][0] for row in prose if row["doc"]} >= {"readText", "leave", "sum"}
    assert not any("credentials" in json.dumps(row) for row in surface)
    assert [row for row in surface if row["documented"]] == [
        row
        for row in surface
        if (row["purl"], row["ordinal"]) in {(p["purl"], p["ordinal"]) for p in prose if p["doc"]}
    ]


def test_a_project_that_is_not_there_is_listed_and_costs_nothing_else(corpus: Corpus) -> None:
    gone = next(one for one in corpus.manifest.failures if one.artifact == "gone")
    assert gone.why == "this project is not here"


def test_the_ledger_of_a_project_never_grows_and_tells_what_declared_only_drops(corpus: Corpus) -> None:
    for project in corpus.manifest.projects:
        counts = [step.publishers for step in project.ledger]
        assert [step.step for step in project.ledger] == ["harvested", "dedupe", "declared", "usable"]
        assert counts == sorted(counts, reverse=True)
    assert sum(dropped(project.ledger) for project in corpus.manifest.projects) == 2
    assert "declared-only drops, summed over 2 projects: 2" in table(corpus.manifest)


def test_the_digest_does_not_depend_on_the_size_of_parts_or_the_order_of_projects(
    projects: Path, corpus: Corpus, tmp_path: Path
) -> None:
    turned = projects / "turned.toml"
    turned.write_text('name = "tiny"\nprojects = ["shop", "gone", "web"]\n')

    again = build_corpus(turned, tmp_path / "turned", part=3).manifest

    assert again.digest == corpus.digest


def test_a_copy_stands_for_the_project_of_its_name_and_any_other_is_one_more(projects: Path) -> None:
    asked = read_recipe(projects / "tiny.toml", [Path("/elsewhere/shop"), Path("/elsewhere/new")])

    assert asked.projects == (projects / "web", Path("/elsewhere/shop"), projects / "gone", Path("/elsewhere/new"))


def test_the_digest_changes_with_a_word_of_prose(projects: Path, corpus: Corpus, tmp_path: Path) -> None:
    shutil.copytree(projects, tmp_path / "other")
    typed = tmp_path / "other/web/node_modules/gentle/index.d.ts"
    typed.write_text(typed.read_text().replace("Reads a file", "Reads one file"))

    assert build_corpus(tmp_path / "other/tiny.toml", tmp_path / "built").manifest.digest != corpus.digest


def test_a_build_of_the_same_inputs_reads_nothing(projects: Path, tmp_path: Path) -> None:
    first = build_corpus(projects / "tiny.toml", tmp_path / "built")
    second = build_corpus(projects / "tiny.toml", tmp_path / "built", reader=Never())

    assert (first.fresh, second.fresh) == (True, False)
    assert second.manifest == first.manifest


KILLED = """
import sys, time
from pathlib import Path
sys.path[:0] = [sys.argv[3]]
from lab.made_corpus import build_corpus
from paredown.lab.corpus.reading import Here

class Slow:
    def __call__(self, artifacts, graph):
        for one in Here(None, 1)(artifacts, graph):
            yield one
            time.sleep(30)

build_corpus(Path(sys.argv[1]), Path(sys.argv[2]), reader=Slow())
"""


def test_a_build_that_was_killed_goes_on_where_it_ended(
    projects: Path, corpus: Corpus, tmp_path: Path, repository: Path
) -> None:
    folder = tmp_path / "built"
    command = [sys.executable, "-c", KILLED, str(projects / "tiny.toml"), str(folder), str(repository / "tests")]
    process = subprocess.Popen(command, start_new_session=True)
    deadline = time.monotonic() + 60
    while not list(folder.glob("units/*/*.surface")) and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()

    kept = {path.name for path in folder.glob("units/*/*.surface")}
    assert len(kept) == 1
    with pytest.raises(CorpusUnusable, match="half-built"):
        Corpus(folder)

    asked: list[str] = []

    class Asked:
        def __call__(self, artifacts: Sequence[Artifact], graph: tuple[Artifact, ...]) -> Iterator[Read]:
            asked.extend(one.purl for one in artifacts)
            yield from Here(None, 1)(artifacts, graph)

    done = build_corpus(projects / "tiny.toml", folder, reader=Asked())
    assert done.manifest.digest == corpus.digest
    assert len(asked) == len(corpus.manifest.libraries) - 1


def test_a_part_that_is_cut_short_is_refused(corpus: Corpus, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(corpus.folder, copy)
    part = copy / corpus.manifest.parts[0].path
    part.write_bytes(part.read_bytes()[:-7])

    with pytest.raises(CorpusUnusable, match="is cut short"):
        Corpus(copy)


def test_a_part_that_was_changed_is_refused_when_one_looks_thoroughly(corpus: Corpus, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(corpus.folder, copy)
    part = copy / corpus.manifest.parts[0].path
    content = bytearray(part.read_bytes())
    content[10] ^= 1
    part.write_bytes(content)

    with pytest.raises(CorpusUnusable, match="is not the file that was written"):
        Corpus(copy, thorough=True)


def test_a_manifest_that_was_edited_is_refused(corpus: Corpus, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(corpus.folder, copy)
    path = copy / "manifest.json"
    path.write_text(path.read_text().replace('"declared": true', '"declared": false'))

    with pytest.raises(CorpusUnusable, match="does not have the digest"):
        Corpus(copy)


def test_a_folder_without_a_corpus_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(CorpusUnusable, match="corpus build"):
        Corpus(tmp_path)


@pytest.mark.parametrize(
    ("text", "why"),
    [("projects = []", "names no folder"), ("project = ['x']", "unknown key 'project'"), ("projects = 'x'", "type list"),
     ("projects = [", "TOML")],
)  # fmt: skip
def test_a_recipe_that_cannot_be_understood_says_why(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "bad.toml").write_text(text)

    with pytest.raises(BadConfiguration, match=why):
        read_recipe(tmp_path / "bad.toml")
