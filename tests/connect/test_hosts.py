from __future__ import annotations

import json
import os
import stat
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from paredown.cli.connect import HOSTS as ON_THE_COMMAND_LINE
from paredown.connect import HOSTS, Host, host_named
from paredown.connect.changes import Wiring
from paredown.errors import BadConfiguration, CannotWrite

GOLDEN = Path(__file__).with_name("golden")
PROGRAM = ("paredown",)
SETTLED: Mapping[str, Mapping[str, str]] = {
    "claude-code": {
        ".mcp.json": '{"mcpServers": {"other": {"command": "other"}}}',
        ".claude/settings.json": '{\n  "permissions": {\n    "deny": ["WebFetch"],\n    "allow": []\n  },\n  "hooks": {}\n}\n',
    },
    "codex": {
        ".codex/config.toml": '# mine\nmodel = "x"   # odd   blanks\n',
        ".codex/hooks.json": '{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": []}]}}\n',
    },
    "cursor": {
        ".cursor/mcp.json": '{\r\n\t"mcpServers": {}\r\n}',
        ".cursor/hooks.json": '{"version": 1, "hooks": {"stop": []}}',
        ".cursorignore": "secret/\n",
    },
    "vscode": {".vscode/mcp.json": '{\n  // ours\n  "servers": { /* none yet */ },\n  "inputs": [],\n}\n'},
    "opencode": {"opencode.json": '{"model": "x", "mcp": {"other": {"type": "remote", "url": "u"}}}'},
}
"""What a project may hold already."""

each_host = pytest.mark.parametrize("host", HOSTS, ids=lambda host: host.slug)


def wiring(host: Host, project: Path, program: tuple[str, ...] = PROGRAM) -> Wiring:
    return Wiring(project, host, program, project / ".paredown/connect.json")


def connect(host: Host, project: Path, program: tuple[str, ...] = PROGRAM) -> None:
    wire = wiring(host, project, program)
    wire.write(wire.additions(), added=True)


def disconnect(host: Host, project: Path) -> None:
    wire = wiring(host, project)
    wire.write(wire.removals(), added=False)


def snapshot(project: Path) -> dict[str, bytes]:
    return {path.relative_to(project).as_posix(): path.read_bytes() for path in project.rglob("*") if path.is_file()}


def settle(host: Host, project: Path) -> None:
    for name, text in SETTLED[host.slug].items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_bytes(text.encode())


@each_host
def test_a_fresh_project_gets_the_files_of_its_golden_folder(host: Host, tmp_path: Path) -> None:
    connect(host, tmp_path)

    written = {name: content for name, content in snapshot(tmp_path).items() if not name.startswith(".paredown/")}
    expected = snapshot(GOLDEN / host.slug / "project")
    assert {name.replace("dot-", "."): content for name, content in expected.items()} == written


@each_host
def test_removing_restores_every_byte(host: Host, tmp_path: Path) -> None:
    settle(host, tmp_path)
    before = snapshot(tmp_path)

    connect(host, tmp_path)
    assert snapshot(tmp_path) != before
    disconnect(host, tmp_path)

    assert snapshot(tmp_path) == before


@each_host
def test_removing_from_a_fresh_project_leaves_nothing(host: Host, tmp_path: Path) -> None:
    connect(host, tmp_path)
    disconnect(host, tmp_path)

    assert list(tmp_path.iterdir()) == []


@each_host
def test_connecting_twice_changes_nothing(host: Host, tmp_path: Path) -> None:
    settle(host, tmp_path)
    connect(host, tmp_path)

    assert wiring(host, tmp_path).additions() == ()


@each_host
def test_another_program_replaces_the_first_and_is_removed_too(host: Host, tmp_path: Path) -> None:
    settle(host, tmp_path)
    connect(host, tmp_path)
    connect(host, tmp_path, ("uvx", "--from", "paredown==1.0", "paredown"))
    written = b"".join(content for name, content in snapshot(tmp_path).items() if not name.startswith(".paredown/"))
    disconnect(host, tmp_path)

    assert b'"uvx"' in written
    assert written.replace(b'", "', b" ").count(b"connect hook") == (3 if host.slug == "cursor" else 1)
    assert b"paredown" not in b"".join(snapshot(tmp_path).values())


@each_host
def test_without_the_memory_only_ours_goes(host: Host, tmp_path: Path) -> None:
    settle(host, tmp_path)
    connect(host, tmp_path)
    (tmp_path / ".paredown/connect.json").unlink()

    disconnect(host, tmp_path)

    left = snapshot(tmp_path)
    held_nothing = {".cursor/mcp.json"}
    assert set(left) == set(SETTLED[host.slug]) - held_nothing
    assert not any(b"paredown" in content for content in left.values())


@each_host
def test_what_others_added_since_stays(host: Host, tmp_path: Path) -> None:
    connect(host, tmp_path)
    changed = next(
        (path for path in tmp_path.rglob("*.json") if path.name in ("mcp.json", ".mcp.json", "opencode.json")), None
    )
    if changed:
        table = {"vscode": "servers", "opencode": "mcp"}.get(host.slug, "mcpServers")
        added = json.loads(changed.read_text("utf-8"))
        added[table]["later"] = {"command": "later"}
        changed.write_text(json.dumps(added), "utf-8")
    else:
        changed = tmp_path / ".codex/config.toml"
        changed.write_text(changed.read_text("utf-8") + '\n[mcp_servers.later]\ncommand = "later"\n', "utf-8")

    disconnect(host, tmp_path)

    assert set(snapshot(tmp_path)) == {changed.relative_to(tmp_path).as_posix()}
    text = changed.read_text("utf-8")
    left = json.loads(text) if changed.suffix == ".json" else tomllib.loads(text)
    assert list(next(iter(left.values()))) == ["later"]


@each_host
def test_a_file_that_cannot_be_understood_stops_everything(host: Host, tmp_path: Path) -> None:
    broken = [place.path for place in host.places(PROGRAM) if place.path.endswith(".json")][-1]
    (tmp_path / broken).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / broken).write_text('{"hooks": [', "utf-8")

    with pytest.raises(BadConfiguration, match=r"is not valid JSON \(line 1\); nothing was changed"):
        connect(host, tmp_path)

    assert set(snapshot(tmp_path)) == {broken}


@pytest.mark.parametrize("content", [b"\xff\xfe{", b"[]", b'"x"', b'{"mcpServers": []}', b"{}" + b" " * (1 << 20)])
def test_a_file_of_another_kind_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / ".mcp.json").write_bytes(content)

    with pytest.raises(BadConfiguration, match="nothing was changed"):
        connect(host_named("claude-code"), tmp_path)

    assert snapshot(tmp_path) == {".mcp.json": content}


@pytest.mark.parametrize("link", [".mcp.json", ".claude"])
def test_a_link_out_of_the_project_is_refused(tmp_path: Path, link: str) -> None:
    outside, project = tmp_path / "outside", tmp_path / "project"
    outside.mkdir()
    project.mkdir()
    (project / link).symlink_to(outside / "file.json" if link == ".mcp.json" else outside)

    with pytest.raises(BadConfiguration, match="link out of the project"):
        connect(host_named("claude-code"), project)

    assert list(outside.iterdir()) == []


def test_a_link_inside_the_project_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "shared.json").write_text("{}", "utf-8")
    (tmp_path / ".mcp.json").symlink_to("shared.json")

    connect(host_named("claude-code"), tmp_path)

    assert (tmp_path / ".mcp.json").is_symlink()
    assert "paredown" in (tmp_path / "shared.json").read_text("utf-8")


def test_the_mode_of_a_file_stays(tmp_path: Path) -> None:
    (tmp_path / ".mcp.json").write_text("{}", "utf-8")
    (tmp_path / ".mcp.json").chmod(0o600)

    connect(host_named("claude-code"), tmp_path)

    assert stat.S_IMODE((tmp_path / ".mcp.json").stat().st_mode) == 0o600
    assert not [path for path in tmp_path.rglob("*") if path.name.startswith(".paredown-")]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_refuses_is_an_error(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)

    with pytest.raises(CannotWrite):
        connect(host_named("claude-code"), tmp_path)


def test_the_diff_names_the_file_and_what_is_new(tmp_path: Path) -> None:
    (tmp_path / ".mcp.json").write_text('{\n  "mcpServers": {}\n}\n', "utf-8")

    change = wiring(host_named("claude-code"), tmp_path).additions()[0]

    assert change.diff.startswith("--- a/.mcp.json\n+++ b/.mcp.json\n")
    assert '+    "paredown": {\n' in change.diff
    assert json.loads((tmp_path / ".mcp.json").read_text("utf-8")) == {"mcpServers": {}}


def test_the_command_line_knows_every_host() -> None:
    assert tuple(host.slug for host in HOSTS) == ON_THE_COMMAND_LINE


def test_an_unknown_host_is_answered_with_the_nearest() -> None:
    with pytest.raises(BadConfiguration, match="the nearest is 'cursor'"):
        host_named("curser")


def test_the_server_of_a_host_is_started_as_its_format_asks(tmp_path: Path) -> None:
    for host in HOSTS:
        connect(host, tmp_path)

    entries: list[Any] = [
        json.loads((tmp_path / ".mcp.json").read_text("utf-8"))["mcpServers"]["paredown"],
        tomllib.loads((tmp_path / ".codex/config.toml").read_text("utf-8"))["mcp_servers"]["paredown"],
        json.loads((tmp_path / ".cursor/mcp.json").read_text("utf-8"))["mcpServers"]["paredown"],
        json.loads((tmp_path / ".vscode/mcp.json").read_text("utf-8"))["servers"]["paredown"],
    ]
    assert {(entry["command"], *entry["args"]) for entry in entries} == {("paredown", "serve")}
    opencode = json.loads((tmp_path / "opencode.json").read_text("utf-8"))["mcp"]["paredown"]
    assert opencode["command"] == ["paredown", "serve"]
