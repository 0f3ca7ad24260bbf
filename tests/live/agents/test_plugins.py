from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

pytest.importorskip("mcp", reason="the `serve` extra is not installed")

from tests.live.agents.agents import Agents
from tests.live.agents.scripted import Turn, serving
from tests.serve.project import indexed

pytestmark = pytest.mark.live
QUIET = {"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1"}


@pytest.fixture(scope="module")
def agents(tmp_path_factory: pytest.TempPathFactory) -> Agents:
    """The agents' programs; `PAREDOWN_LIVE_AGENTS` names a folder that keeps them between runs."""
    kept = os.environ.get("PAREDOWN_LIVE_AGENTS")
    brought = Agents(Path(kept) if kept else tmp_path_factory.mktemp("agents"))
    if missing := brought.bring():
        pytest.skip(missing)
    return brought


def test_claude_code_installs_the_plugin_and_its_hook_refuses(
    agents: Agents, repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if missing := agents.missing("claude"):
        pytest.skip(missing)
    project, home, cache = tmp_path / "app", tmp_path / "home", tmp_path / "cache"
    project.mkdir()
    home.mkdir()
    monkeypatch.setenv("PAREDOWN_CACHE", str(cache))
    indexed(project, cache)
    (project / "node_modules/mime/README.md").write_text("zqreadme", "utf-8")
    for command in (
        ("plugin", "validate", str(repository / "plugins/claude-code")),
        ("plugin", "marketplace", "add", str(repository)),
        ("plugin", "install", "paredown@paredown"),
    ):
        ran = agents.run(project, home, "claude", *command, **QUIET)
        assert ran.code == 0, ran.output + ran.errors
    turns = [
        Turn(tool=("Bash",), given={"command": "sleep 2", "description": "wait"}),
        Turn(tool=("mcp__plugin_paredown_paredown__find",), given={"query": "content label"}),
        Turn(tool=("Bash",), given={"command": "cat node_modules/mime/README.md", "description": "read"}),
    ]

    with serving(turns) as (address, model):
        allowed = "Bash,mcp__plugin_paredown_paredown__find"
        ran = agents.run(
            project, home, "claude", "-p", "go", "--output-format", "json", "--allowedTools", allowed,
            ANTHROPIC_BASE_URL=address, ANTHROPIC_API_KEY="dummy", **QUIET,
        )  # fmt: skip

    assert ran.code == 0, ran.output + ran.errors
    last = json.dumps(model.requests[-1])
    assert "mime.getType(path: string" in last
    assert "paredown refuses this call" in last
    assert "zqreadme" not in model.said


def test_codex_installs_the_plugin(agents: Agents, repository: Path, tmp_path: Path) -> None:
    if missing := agents.missing("codex"):
        pytest.skip(missing)
    for command in (("marketplace", "add", str(repository)), ("add", "paredown@paredown")):
        ran = agents.run(tmp_path, tmp_path, "codex", "plugin", *command)
        assert ran.code == 0, ran.output + ran.errors

    listed = agents.run(tmp_path, tmp_path, "codex", "plugin", "list")

    assert "paredown@paredown  installed, enabled" in listed.output
