"""What others run of this repository: the pre-commit hooks and the GitHub Action name commands that there are."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from paredown.cli import paredown as command_line

HOSTILE = '.$(touch owned)"; touch owned #'


def loaded(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


def action_script(repository: Path) -> str:
    return str(next(s for s in loaded(repository / "action.yml")["runs"]["steps"] if s.get("id") == "check")["run"])


def test_every_hook_runs_a_command_with_options_that_it_has(repository: Path) -> None:
    for hook in loaded(repository / ".pre-commit-hooks.yaml"):
        program, name, *options = hook["entry"].split()
        known = {flag for p in command_line.commands[name].params if isinstance(p, click.Option) for flag in p.opts}
        assert program == "paredown"
        assert set(options) <= known


@pytest.mark.parametrize(
    ("name", "runs"),
    [("package-lock.json", True), ("web/pnpm-lock.yaml", True), ("uv.lock", True), ("requirements/main.txt", True),
     ("dev-requirements.txt", True), ("paredown.toml", True), ("gradle/libs.versions.toml", True), ("pom.xml", True),
     ("src/package.ts", False), ("README.md", False), ("lock.json", False)],
)  # fmt: skip
def test_the_check_hook_runs_when_a_manifest_or_a_lock_changes(repository: Path, name: str, runs: bool) -> None:
    check = loaded(repository / ".pre-commit-hooks.yaml")[0]

    assert bool(re.search(check["files"], name)) is runs


@pytest.mark.parametrize(("code", "breached"), [(0, "false"), (1, "true"), (2, "false")])
def test_the_action_ends_as_the_check_does_and_says_so(
    repository: Path, tmp_path: Path, code: int, breached: str
) -> None:
    program = tmp_path / "paredown/bin/paredown"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/bash\nprintf "%s\\n" "$@" >> "{tmp_path}/asked"\nexit {code}\n')
    program.chmod(0o755)
    environment = {
        "PATH": "/usr/bin:/bin",
        "RUNNER_TEMP": str(tmp_path),
        "GITHUB_OUTPUT": str(tmp_path / "output"),
        "PROJECT": HOSTILE,
        "FORMAT": "github",
        "SARIF": "found.sarif",
    }
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", action_script(repository)]
    ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    assert (ran.returncode, ran.stderr) == (code, "")
    assert (tmp_path / "output").read_text() == f"breached={breached}\n"
    asked = (tmp_path / "asked").read_text().splitlines()
    assert asked[:5] == ["check", "--format", "github", "--", HOSTILE]
    assert ("found.sarif" in asked) is (code < 2)
    assert not (tmp_path / "owned").exists()


def test_the_action_writes_no_input_into_a_script(repository: Path) -> None:
    for step in loaded(repository / "action.yml")["runs"]["steps"]:
        assert "${{" not in step.get("run", "")
