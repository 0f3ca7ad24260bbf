"""What a detector is shown of a skill: the same for every sample, but for the files themselves."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from lab.detect.samples import HONEST, LOUD, skill

from paredown.lab.detect.laid import TIME, declared_name, fenced, lay_out
from paredown.lab.detect.skill import Skill, Text


def test_neither_the_id_nor_the_label_is_in_a_path(tmp_path: Path) -> None:
    laid = lay_out([skill("malicious/case_0001", LOUD), skill("benign/case_0002", HONEST)], tmp_path, fences=False)

    assert [one.folder.relative_to(tmp_path).as_posix() for one in laid] == ["00000/word-report", "00001/word-count"]


def test_every_file_has_the_same_mode_and_time(tmp_path: Path) -> None:
    lay_out([skill("a", LOUD), skill("b", HONEST)], tmp_path, fences=True)
    files = [path.stat() for path in tmp_path.rglob("*") if path.is_file()]

    assert {stat.S_IMODE(one.st_mode) for one in files} == {0o644}
    assert {one.st_mtime for one in files} == {TIME}


def test_bytes_that_are_no_text_come_back_whole(tmp_path: Path) -> None:
    held = Skill.of("a", [Text("x.bin", b"\xff\x00\xfe".decode("utf-8", "surrogateescape"))])

    (laid,) = lay_out([held], tmp_path, fences=False)

    assert (laid.folder / "x.bin").read_bytes() == b"\xff\x00\xfe"


@pytest.mark.parametrize(
    ("front", "name"),
    [
        ("---\nname: a-skill\n---\n", "a-skill"),
        ("---\ndescription: x\nname: 'quoted'\n---\n", "quoted"),
        ("---\nname: ../../etc\n---\n", "skill"),
        ("---\nname: a/b\n---\n", "skill"),
        ("---\nname: .\n---\n", "skill"),
        ("no front matter", "skill"),
        ("", "skill"),
    ],
)
def test_a_folder_is_named_as_the_skill_says_where_that_is_a_plain_name(front: str, name: str) -> None:
    assert declared_name(front) == name


def test_fenced_code_of_known_languages_is_taken_out() -> None:
    text = "a\n```python\nx = 1\n```\n```text\nno\n```\n~~~sh\nls\n~~~\n````py\n```\n````\n```python\nopen"

    assert [tuple(code) for code in fenced(text)] == [
        ("py", "x = 1\n"),
        ("sh", "ls\n"),
        ("py", "```\n"),
        ("py", "open\n"),
    ]


def test_fences_are_laid_out_only_when_asked_for(tmp_path: Path) -> None:
    (plain,) = lay_out([skill("a", LOUD)], tmp_path / "plain", fences=False)
    (coded,) = lay_out([skill("a", LOUD)], tmp_path / "coded", fences=True)

    assert not (plain.folder / "fenced").exists()
    assert (coded.folder / "fenced/SKILL_md_0.sh").read_text().startswith("curl")
