from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from paredown.connect import host_named
from paredown.connect.audit import Audit, audited, page
from paredown.connect.changes import Wiring
from paredown.connect.codex import trust_hash, trust_key


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with dependencies, some of whose files agents would follow, beside an empty home."""
    root = tmp_path / "app"
    for name in (
        "node_modules/mime/README.md", "node_modules/mime/index.d.ts", "node_modules/mime/package.json",
        "node_modules/mime/AGENTS.md", "node_modules/mime/skills/setup/SKILL.md", "packages/a/node_modules/b/CHANGELOG.md",
        ".venv/lib/python3.11/site-packages/httpx/_api.py", "src/index.ts", "README.md",
    ):  # fmt: skip
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("x", "utf-8")
    (tmp_path / "home/.m2/repository/o/l/1").mkdir(parents=True)
    (tmp_path / "home/.m2/repository/o/l/1/l-1.jar").write_bytes(b"x")
    return root


def audit(project: Path, *, indexed: bool = True) -> Audit:
    return audited(project, project.parent / "home", indexed=indexed)


def connect(project: Path, *hosts: str) -> None:
    for slug in hosts:
        wiring = Wiring(project, host_named(slug), ("paredown",), project / ".paredown/connect.json")
        wiring.write(wiring.additions(), added=True)


def states(found: Audit) -> dict[str, tuple[int | None, str]]:
    return {channel.name: (channel.count, channel.state) for channel in found.channels}


def test_every_tree_is_counted_where_it_lies(project: Path) -> None:
    counts = {name: count for name, (count, _) in states(audit(project)).items() if name.endswith("directly")}

    assert counts == {
        "node_modules, read directly": 4,
        "packages/a/node_modules, read directly": 1,
        ".venv/lib/python3.11/site-packages, read directly": 1,
        "~/.m2/repository, read directly": 1,
    }


def test_without_a_hook_every_door_is_open(project: Path) -> None:
    found = states(audit(project, indexed=False))

    assert found["node_modules, read directly"][1] == "open: no host has a hook that runs"
    assert found["skill and agent files in packages"] == (2, "open: an agent that meets one may follow it")
    assert found["MCP answers"][1] == "none: run `paredown index`"
    assert found["the web"][1].startswith("open")


def test_a_hook_closes_the_trees_for_its_host_and_says_where_not(project: Path) -> None:
    connect(project, "claude-code", "codex")

    state = states(audit(project))["node_modules, read directly"][1]

    assert state == "refused by hook (claude-code); open in codex"


@pytest.mark.parametrize(
    ("change", "doubt"),
    [
        ("nothing", "Codex does not trust this folder: it reads none of the project's files"),
        ("folder", "the hook is not trusted: Codex silently skips it"),
        ("hook", ""),
        ("other", "the hook changed since it was trusted: Codex silently skips it"),
        ("off", "the hook is turned off in Codex"),
    ],
)
def test_a_hook_that_codex_would_skip_is_no_closed_door(project: Path, change: str, doubt: str) -> None:
    connect(project, "codex")
    home = project.parent / "home/.codex"
    home.mkdir()
    command = "paredown connect hook codex || exit 2" if change != "other" else "other"
    key, known = trust_key(project / ".codex/hooks.json", 0), trust_hash(command, "*", 15)
    text = "" if change == "nothing" else f'[projects."{project}"]\ntrust_level = "trusted"\n'
    if change in ("hook", "other", "off"):
        text += f'[hooks.state."{key}"]\ntrusted_hash = "{known}"\n' + ("enabled = false\n" if change == "off" else "")
    (home / "config.toml").write_text(text, "utf-8")

    codex = next(host for host in audit(project).hosts if host.host == "codex")

    assert (codex.server, codex.hook, codex.doubt, codex.closes) == (True, True, doubt, not doubt)


def test_hooks_that_are_turned_off_close_nothing(project: Path) -> None:
    connect(project, "claude-code")
    (project / ".claude/settings.local.json").write_text('{"disableAllHooks": true}', "utf-8")

    assert not next(host for host in audit(project).hosts if host.host == "claude-code").closes


def test_a_hook_of_another_program_is_found_too(project: Path) -> None:
    wiring = Wiring(project, host_named("vscode"), ("uvx", "paredown"), project / ".paredown/connect.json")
    wiring.write(wiring.additions(), added=True)

    vscode = next(host for host in audit(project).hosts if host.host == "vscode")

    assert (vscode.server, vscode.hook) == (True, True)


def test_other_servers_are_named_and_ours_is_not(project: Path) -> None:
    connect(project, "claude-code", "codex", "opencode")
    settings = json.loads((project / ".mcp.json").read_text("utf-8"))
    settings["mcpServers"]["docs\u202e"] = {"url": "https://registry.example"}
    (project / ".mcp.json").write_text(json.dumps(settings), "utf-8")
    (project.parent / "home/.cursor").mkdir()
    (project.parent / "home/.cursor/mcp.json").write_text('{"mcpServers": {"mine": {}} /* x */}', "utf-8")

    channel = next(channel for channel in audit(project).channels if channel.name == "other MCP servers")

    assert (channel.count, channel.detail) == (2, ("docs\ufffd (.mcp.json)", "mine (~/.cursor/mcp.json)"))


def test_instructions_that_lead_into_a_dependency_are_named(project: Path) -> None:
    (project / "CLAUDE.md").write_text("See @node_modules/mime/AGENTS.md", "utf-8")
    (project / "AGENTS.md").write_text("Never edit node_modules.", "utf-8")
    (project / ".claude/skills").mkdir(parents=True)
    (project / ".claude/skills/setup").symlink_to(project / "node_modules/mime/skills/setup")

    channel = next(channel for channel in audit(project).channels if channel.name.startswith("instructions"))

    assert channel.detail == ("CLAUDE.md names a file", ".claude/skills/setup is a link")


def test_the_page_shows_every_channel_and_host(project: Path) -> None:
    connect(project, "claude-code")
    found = audit(project)

    text = page(found)

    assert all(channel.name in text for channel in found.channels)
    assert "claude-code   written   closes" in text
    assert "codex         missing   missing" in text


def test_the_command_prints_the_audit_as_json(project: Path) -> None:
    command = [sys.executable, "-m", "paredown.cli", "connect", "--audit", "--json", "-p", str(project)]

    ran = subprocess.run(command, capture_output=True, text=True, check=True)

    told = json.loads(ran.stdout)
    assert {"name", "count", "state", "detail"} == set(told["channels"][0])
    assert [host["closes"] for host in told["hosts"]] == [False] * 5


def test_the_command_shows_the_diff_and_writes_only_when_asked(project: Path) -> None:
    def run(*options: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "paredown.cli", "connect", "cursor", *options, "-p", str(project)]
        return subprocess.run(command, capture_output=True, text=True, check=True)

    dry = run("--print")
    assert "+++ b/.cursor/mcp.json" in dry.stdout
    assert not (project / ".cursor").exists()

    wet = run("--write")
    assert wet.stdout == dry.stdout
    assert "nothing to change" in run("--write").stderr
    assert "+++ b/.cursor/mcp.json" not in run("--remove").stdout
    assert not (project / ".cursor").exists()
    assert "not connected" in run("--remove").stderr


@pytest.mark.parametrize("program", ["", "'", "a\x1bb"])
def test_a_program_that_is_no_command_is_refused(project: Path, program: str) -> None:
    command = [
        sys.executable,
        "-m",
        "paredown.cli",
        "connect",
        "codex",
        "--write",
        "--program",
        program,
        "-p",
        str(project),
    ]

    ran = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (ran.returncode, ran.stdout) == (2, "")
    assert not (project / ".codex").exists()
