"""The commands of the bench, as a person runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("sklearn", reason="the extra `lab` is not installed")

from click.testing import CliRunner, Result
from lab.detect import cases
from lab.detect.samples import HONEST, LOUD, QUIET

from paredown.cli.lab import lab
from paredown.errors import BadConfiguration, UnreadableFile


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    """A file of thirty skills: ten loud, five quiet, fifteen honest."""
    path = tmp_path / "skills.jsonl"
    with path.open("w") as file:
        for at in range(30):
            files = LOUD if at < 10 else QUIET if at < 15 else HONEST
            told = [{"path": name, "text": f"{text}\n# {at}\n"} for name, text in files.items()]
            label = "malicious" if at < 15 else "benign"
            file.write(json.dumps({"id": f"{at:02d}", "label": label, "source": f"s{at % 5}", "files": told}) + "\n")
    return path


def run(tmp_path: Path, *arguments: str) -> Result:
    return CliRunner().invoke(lab, arguments, env={"PAREDOWN_CACHE": str(tmp_path / "cache")})


def test_a_run_prints_the_table_and_keeps_data_without_any_text_of_a_skill(tmp_path: Path, lines: Path) -> None:
    out = tmp_path / "run.json"
    asked = ("--detector", "grounding", "--detector", "llm-guard", "--jobs", "1", "-o", str(out))

    ran = run(tmp_path, "detect", "run", str(lines), *asked)

    assert ran.exit_code == 0, ran.output
    assert "15 malicious, 15 benign" in ran.output
    row = next(line for line in ran.output.splitlines() if line.startswith("grounding"))
    assert row.split()[1:7] == ["1", "10", "5", "0", "15", "0"]
    data = json.loads(out.read_text())
    assert data["detectors"][1]["no_verdict"] == 30
    assert set(data["stamp"]) >= {"date", "tool", "harness", "corpus"}
    assert "collector" not in out.read_text()


def test_a_second_run_asks_nothing_again_and_the_kept_result_is_shown(tmp_path: Path, lines: Path) -> None:
    out = str(tmp_path / "run.json")
    run(tmp_path, "detect", "run", str(lines), "--detector", "catalogue", "-o", out)

    ran = run(tmp_path, "detect", "run", str(lines), "--detector", "catalogue", "-o", out)
    shown = run(tmp_path, "detect", "table", out)

    assert json.loads(Path(out).read_text())["detectors"][0]["cold"] == 0
    assert shown.exit_code == 0
    assert shown.output.strip() == ran.output.strip()


def test_the_layout_of_agenttrap_is_run(tmp_path: Path) -> None:
    ran = run(tmp_path, "detect", "run", str(cases.write(tmp_path / "set")), "--detector", "grounding", "--json")

    assert ran.exit_code == 0, ran.output
    found = json.loads(ran.stdout)
    assert (found["corpus"]["malicious"], found["corpus"]["benign"]) == (6, 4)
    assert [found["detectors"][0][name] for name in ("caught", "missed", "false_alarm")] == [3, 3, 0]


def test_a_stack_says_what_detectors_catch_together(tmp_path: Path, lines: Path) -> None:
    asked = ("--detector", "grounding", "--detector", "catalogue", "--picture", str(tmp_path / "c.svg"))

    ran = run(tmp_path, "detect", "stack", str(lines), *asked)

    assert ran.exit_code == 0, ran.output
    assert "the best of 4 boolean combinations" in ran.output
    assert "of what the row caught, the column caught" in ran.output
    assert (tmp_path / "c.svg").is_file()


def test_the_detectors_are_listed_with_what_they_lack(tmp_path: Path) -> None:
    ran = run(tmp_path, "detect", "list")

    assert ran.exit_code == 0, ran.output
    assert "paredown lab detect install bandit" in ran.output
    assert "grounding" in ran.output


def test_a_result_that_is_none_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}")

    assert isinstance(run(tmp_path, "detect", "table", str(tmp_path / "x.json")).exception, UnreadableFile)


def test_nothing_is_installed_for_what_needs_nothing(tmp_path: Path) -> None:
    assert isinstance(run(tmp_path, "detect", "install", "grounding").exception, BadConfiguration)


def test_a_seam_is_told_in_one_sentence(tmp_path: Path, lines: Path) -> None:
    from paredown.lab.detect import ruff
    from paredown.lab.detect.detector import Bench
    from paredown.lab.detect.environments import Environments

    if why := ruff.missing(Bench(Environments(tmp_path))):
        pytest.skip(why)

    ran = run(tmp_path, "seam", str(lines), "--as-it-is", "--jobs", "1")

    assert ran.exit_code == 0, ran.output
    assert "of the 100 points of separation are formatting" in ran.output.splitlines()[-1]
