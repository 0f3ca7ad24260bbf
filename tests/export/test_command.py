from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from paredown.cli import paredown
from paredown.export import LINTERS, export, linter_named


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(paredown, ["export", *map(str, arguments)])


def test_an_export_is_printed() -> None:
    assert run("detekt").stdout == export(linter_named("detekt"))[0].text


def test_an_export_is_written_with_the_files_it_needs(tmp_path: Path) -> None:
    result = run("biome", "-o", tmp_path / "biome.jsonc")

    assert result.stdout == ""
    assert {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()} == dict(export(linter_named("biome")))
    assert "run: biome lint" in result.stderr


def test_the_command_to_run_names_the_written_file(tmp_path: Path) -> None:
    result = run("pylint", "-o", tmp_path / "mine.rc")

    assert f"--rcfile {tmp_path / 'mine.rc'} PACKAGE" in result.stderr


def test_a_printed_export_says_what_it_needs_beside_it() -> None:
    assert "paredown.grit beside it" in run("biome").stderr


def test_a_declared_path_reaches_the_export() -> None:
    assert (
        run("pmd", "--declared", "kotlin.text.Regex").stdout
        == export(linter_named("pmd"), ["kotlin.text.Regex"])[0].text
    )


def test_without_a_linter_they_are_listed() -> None:
    lines = run().stdout.splitlines()

    assert [line.split()[0] for line in lines[1:]] == [linter.slug for linter in LINTERS]


def test_the_list_as_json_gives_a_note_for_every_rule() -> None:
    told = json.loads(run("--json").stdout)

    assert [each["linter"] for each in told] == [linter.slug for linter in LINTERS]
    assert all(rule["note"] for each in told for rule in each["rules"])
    assert [each["linter"] for each in json.loads(run("ruff", "--json").stdout)] == ["ruff"]


def test_an_unknown_linter_is_an_error() -> None:
    assert "nearest" in str(run("eslnt").exception)
