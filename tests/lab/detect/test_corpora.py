"""How corpora of several layouts become skills and facts: labels apart, nothing that leaks them, nothing that escapes."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from lab.detect import cases
from lab.detect.samples import HONEST, LOUD

from paredown.errors import UnreadableFile
from paredown.lab.detect.corpora import load, load_all
from paredown.lab.detect.skill import Label


def write(folder: Path, files: dict[str, str]) -> Path:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    return folder


def line(**record: object) -> str:
    return json.dumps({"id": "one", "label": "benign", "files": [{"path": "SKILL.md", "text": "# One"}], **record})


def paths(folder: Path | str) -> dict[str, list[str]]:
    return {skill.id: [file.path for file in skill.files] for skill in load(str(folder)).skills}


def test_json_lines_become_skills_with_their_facts_apart(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    file.write_text(line(source="here", licence="MIT", attack_type="A1") + "\n\n" + line(id="two", label="malicious"))

    corpus = load(str(file))

    assert [skill.id for skill in corpus.skills] == ["one", "two"]
    assert corpus.facts["one"].source == "here"
    assert corpus.facts["one"].tags == {"attack_type": "A1"}
    assert corpus.counts() == {Label.MALICIOUS: 1, Label.BENIGN: 1}
    assert "A1" not in repr(corpus.skills)


def test_gzipped_lines_are_the_same_corpus(tmp_path: Path) -> None:
    (tmp_path / "some.jsonl").write_text(line())
    (tmp_path / "some.jsonl.gz").write_bytes(gzip.compress(line().encode()))

    assert load(str(tmp_path / "some.jsonl")).digest == load(str(tmp_path / "some.jsonl.gz")).digest


@pytest.mark.parametrize("text", ["not json", "[]", '{"id": 1}', line(label="unknown"), line(files="none"), "\x00"])
def test_a_line_that_is_no_skill_is_an_error_with_its_file(tmp_path: Path, text: str) -> None:
    (tmp_path / "some.jsonl").write_text(text)

    with pytest.raises(UnreadableFile, match=r"some\.jsonl"):
        load(str(tmp_path / "some.jsonl"))


@pytest.mark.parametrize("path", ["../out", "/etc/x", "a/../../b", "C:\\x", "a\\..\\b", "", "a\0b", "x" * 300])
def test_a_path_that_leaves_its_skill_is_refused(tmp_path: Path, path: str) -> None:
    (tmp_path / "some.jsonl").write_text(line(files=[{"path": path, "text": ""}, {"path": "SKILL.md", "text": "x"}]))

    corpus = load(str(tmp_path / "some.jsonl"))

    assert [file.path for file in corpus.skills[0].files] == ["SKILL.md"]
    assert len(corpus.refused) == 1


def test_a_file_that_is_also_a_folder_is_refused(tmp_path: Path) -> None:
    files = [{"path": "a", "text": ""}, {"path": "a/b", "text": ""}, {"path": "a", "text": "again"}]
    (tmp_path / "some.jsonl").write_text(line(files=files))

    assert paths(tmp_path / "some.jsonl") == {"one": ["a"]}
    assert len(load(str(tmp_path / "some.jsonl")).refused) == 2


def test_a_folder_of_skills_is_labelled_by_a_folder_above(tmp_path: Path) -> None:
    write(tmp_path, {f"malicious/bad/{path}": text for path, text in LOUD.items()})
    write(tmp_path, {f"benign/good/{path}": text for path, text in HONEST.items()})
    (tmp_path / "benign/good/scripts/count_words.py").chmod(0o755)

    corpus = load(str(tmp_path))

    assert {skill.id: corpus.label(skill) for skill in corpus.skills} == {
        "malicious/bad": Label.MALICIOUS,
        "benign/good": Label.BENIGN,
    }
    assert corpus.facts["benign/good"].executable == {"scripts/count_words.py"}


def test_a_folder_that_says_no_label_is_given_one_or_refused(tmp_path: Path) -> None:
    write(tmp_path, {"good/SKILL.md": "# Good"})

    assert load(f"benign={tmp_path}").counts()[Label.BENIGN] == 1
    with pytest.raises(UnreadableFile, match="LABEL=PATH"):
        load(str(tmp_path))


def test_a_link_out_of_a_skill_is_refused(tmp_path: Path) -> None:
    write(tmp_path, {"secret.txt": "x", "corpus/benign/one/SKILL.md": "# One"})
    (tmp_path / "corpus/benign/one/notes.txt").symlink_to(tmp_path / "secret.txt")
    (tmp_path / "corpus/benign/two").symlink_to(tmp_path / "corpus/benign/one")

    assert paths(tmp_path / "corpus") == {"benign/one": ["SKILL.md"]}


def agenttrap(root: Path) -> Path:
    cases = [
        {"id": 1, "is_benign": False, "dim": "DIM1", "modality": "CODE", "skill_source": "x/y", "user_trigger": "Go."},
        {"id": 2, "is_benign": True, "dim": "DIM2", "modality": "BENIGN", "skill_source": "x/z", "user_trigger": "Go."},
        {"id": 3, "is_benign": True, "dim": "DIM2", "modality": "BENIGN"},
    ]
    return write(
        root,
        {
            "data/raw/cases.json": json.dumps(cases),
            **{f"skills/malicious/case_0001_words/{path}": text for path, text in LOUD.items()},
            "skills/malicious/case_0001_words/source_meta.json": '{"is_benign": false}',
            "skills/malicious/case_0001_words/_meta.json": "{}",
            **{f"skills/benign/case_0002_words/{path}": text for path, text in HONEST.items()},
            "skills/malicious/case_0003_words/SKILL.md": "# The list says that this is benign",
            "skills/benign/notes.txt": "no case",
        },
    )


def test_the_layout_of_agenttrap_is_joined_with_its_list_of_cases(tmp_path: Path) -> None:
    corpus = load(str(agenttrap(tmp_path)))

    assert [skill.id for skill in corpus.skills] == ["case_0001_words", "case_0002_words"]
    assert corpus.facts["case_0001_words"].tags == {"dim": "DIM1", "modality": "CODE", "skill_source": "x/y"}
    assert corpus.facts["case_0001_words"].source == "x/y"


def test_files_that_say_the_label_are_dropped(tmp_path: Path) -> None:
    corpus = load(str(agenttrap(tmp_path)))

    assert [file.path for file in corpus.skills[0].files] == ["SKILL.md", "scripts/report.py"]
    assert sorted(gap.path for gap in corpus.refused if gap.path) == ["_meta.json", "source_meta.json"]


def test_a_case_whose_folder_and_list_disagree_is_refused(tmp_path: Path) -> None:
    corpus = load(str(agenttrap(tmp_path)))

    assert [gap.artifact for gap in corpus.refused if not gap.path] == ["case_0003_words"]


def test_an_index_names_folders_and_files_below_it(tmp_path: Path) -> None:
    write(tmp_path, {"a/SKILL.md": "# A", "b.md": "# B", "../out.md": "# Out"})
    rows = "Path,Label,owner\na,malicious,me\nb.md,0,you\n../out.md,benign,you\n/etc,benign,you\n"
    (tmp_path / "index.csv").write_text(rows)

    corpus = load(str(tmp_path / "index.csv"))

    assert {one.id: corpus.label(one) for one in corpus.skills} == {"a": Label.MALICIOUS, "b.md": Label.BENIGN}
    assert corpus.facts["a"].tags == {"owner": "me"}
    assert [gap.artifact for gap in corpus.refused] == ["../out.md", "/etc"]


def test_an_index_without_a_label_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "index.csv").write_text("path,label\na,perhaps\n")

    with pytest.raises(UnreadableFile, match="line 2"):
        load(str(tmp_path / "index.csv"))


def test_joined_corpora_keep_every_skill_and_its_facts(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(line(source="a"))
    (tmp_path / "b.jsonl").write_text(line(source="b", label="malicious"))

    corpus = load_all((str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl")))

    assert [(one.id, corpus.facts[one.id].source) for one in corpus.skills] == [("one", "a"), ("b:one", "b")]


def test_what_is_no_corpus_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="is no corpus"):
        load(str(tmp_path / "nothing"))


@pytest.mark.parametrize(
    ("name", "malicious", "benign"), [("skillfortifybench.jsonl", 270, 270), ("cisco-evals.jsonl", 17, 4)]
)
def test_the_corpora_beside_the_repository_are_read_whole(shared: Path, name: str, malicious: int, benign: int) -> None:
    corpus = load(str(shared / "skills" / name))

    assert corpus.counts() == {Label.MALICIOUS: malicious, Label.BENIGN: benign}
    assert corpus.refused == ()


def test_ten_cases_of_ours_in_that_layout_are_read_without_what_gives_them_away(tmp_path: Path) -> None:
    corpus = load(str(cases.write(tmp_path / "set")))
    shown = {file.path for skill in corpus.skills for file in skill.files}

    assert corpus.counts() == {Label.MALICIOUS: 6, Label.BENIGN: 4}
    assert not any("meta" in path for path in shown)
    assert {facts.tags["modality"] for facts in corpus.facts.values()} == {
        "CODE", "NL+CODE", "NL-SKILL", "NL-AUX", "BENIGN",
    }  # fmt: skip
