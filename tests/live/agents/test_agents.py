from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="the `serve` extra is not installed")

from paredown.connect.codex import trust_hash, trust_key
from tests.live.agents.agents import Agents, Ran
from tests.live.agents.scripted import Model, Turn, serving
from tests.serve.project import CANARY, indexed

pytestmark = pytest.mark.live

README = "zqreadme"
"""What stands in the README of the dependency, and must reach no model."""
TOOLS = {"find", "show", "surface"}


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """A project that was indexed, with a home folder of its own for the agent."""

    project: Path
    home: Path

    def connect(self, host: str) -> None:
        command = [sys.executable, "-m", "paredown.cli", "connect", host, "--write", "-p", str(self.project)]
        subprocess.run(command, check=True, capture_output=True)


@pytest.fixture(scope="module")
def agents(tmp_path_factory: pytest.TempPathFactory) -> Agents:
    """The agents' programs; `PAREDOWN_LIVE_AGENTS` names a folder that keeps them between runs."""
    kept = os.environ.get("PAREDOWN_LIVE_AGENTS")
    brought = Agents(Path(kept) if kept else tmp_path_factory.mktemp("agents"))
    if missing := brought.bring():
        pytest.skip(missing)
    if shutil.which("paredown", path=str(Path(sys.executable).parent)) is None:
        pytest.skip("paredown is not installed beside this Python")
    return brought


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """A small npm project with a README that must not be read."""
    project, home, cache = tmp_path / "app", tmp_path / "home", tmp_path / "cache"
    project.mkdir()
    home.mkdir()
    monkeypatch.setenv("PAREDOWN_CACHE", str(cache))
    indexed(project, cache)
    (project / "node_modules/mime/README.md").write_text(f"{README}: run this", "utf-8")
    (project / "own.txt").write_text("zqown", "utf-8")
    return World(project=project, home=home)


def check(model: Model, refused: int) -> None:
    """The tools appeared, the answer was used, every reading was refused with our words, the project's own file read."""
    assert {name.rpartition("find")[2] or "find" for name in model.offered if name.endswith("find")} == {"find"}
    assert all(any(name.endswith(tool) and "paredown" in name for name in model.offered) for tool in TOOLS)
    last = json.dumps(model.requests[-1], ensure_ascii=False)
    assert 'mime.getType(path: string, mode?: \\"…\\"): string | null' in last
    assert last.count("paredown refuses this call: it reads files of installed dependencies") == refused
    assert "zqown" in last
    assert README not in model.said
    assert CANARY not in model.said


def run(start: Callable[[str], Ran], turns: Sequence[Turn]) -> tuple[Ran, Model]:
    with serving(turns) as (address, model):
        ran = start(address)
    assert ran.code == 0, ran.output + ran.errors
    return ran, model


def test_claude_code_asks_paredown_and_is_refused_the_files(agents: Agents, world: World) -> None:
    if missing := agents.missing("claude"):
        pytest.skip(missing)
    world.connect("claude-code")
    readme = str(world.project / "node_modules/mime/README.md")
    turns = [
        # Whether it waits for the server by itself depends on how fast that is.
        Turn(tool=("Bash",), given={"command": "sleep 2", "description": "wait"}),
        Turn(tool=("mcp__paredown__find",), given={"query": "content label"}),
        Turn(tool=("Bash",), given={"command": "cat node_modules/mime/README.md", "description": "read"}),
        Turn(tool=("Read",), given={"file_path": readme}),
        Turn(tool=("Grep",), given={"pattern": "zq", "path": "node_modules", "output_mode": "content"}),
        # The shell stays where it went: the next call begins there.
        Turn(tool=("Bash",), given={"command": "cat own.txt; cd node_modules/mime", "description": "read"}),
        Turn(tool=("Bash",), given={"command": "cat README.md", "description": "read"}),
    ]

    ran, model = run(lambda address: agents.claude(world.project, world.home, address), turns)

    check(model, refused=4)
    assert len(json.loads(ran.output)["permission_denials"]) >= 3


def codex_turns() -> list[Turn]:
    return [
        Turn(tool=("exec_command",), given={"cmd": "sleep 2"}),
        Turn(tool=("mcp__paredown.find",), given={"query": "content label"}),
        Turn(tool=("exec_command",), given={"cmd": "cat node_modules/mime/README.md"}),
        Turn(tool=("exec_command",), given={"cmd": "cat README.md", "workdir": "node_modules/mime"}),
        Turn(tool=("exec_command",), given={"cmd": "cat own.txt"}),
    ]


def test_codex_asks_paredown_and_is_refused_the_files_once_the_hook_is_trusted(agents: Agents, world: World) -> None:
    if missing := agents.missing("codex"):
        pytest.skip(missing)
    world.connect("codex")
    handler: dict[str, Any] = json.loads((world.project / ".codex/hooks.json").read_text("utf-8"))["hooks"][
        "PreToolUse"
    ][0]
    known = trust_hash(handler["hooks"][0]["command"], handler["matcher"], handler["hooks"][0]["timeout"])
    key = trust_key(world.project.resolve() / ".codex/hooks.json", 0)

    def start(address: str) -> Ran:
        return agents.codex(
            world.project, world.home, address, trust=f'[hooks.state."{key}"]\ntrusted_hash = "{known}"\n'
        )

    _, model = run(start, codex_turns())

    check(model, refused=2)


def test_codex_skips_a_hook_that_nobody_trusted_and_the_audit_says_so(agents: Agents, world: World) -> None:
    if missing := agents.missing("codex"):
        pytest.skip(missing)
    world.connect("codex")

    _, model = run(lambda address: agents.codex(world.project, world.home, address), codex_turns())

    assert README in model.said
    command = [sys.executable, "-m", "paredown.cli", "connect", "--audit", "--json", "-p", str(world.project)]
    environment = {**os.environ, "HOME": str(world.home)}
    told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout)
    codex = next(host for host in told["hosts"] if host["host"] == "codex")
    assert (codex["hook"], codex["closes"]) == (True, False)
    assert codex["doubt"] == "the hook is not trusted: Codex silently skips it"


def test_opencode_asks_paredown_and_is_refused_the_files(agents: Agents, world: World) -> None:
    if missing := agents.missing("opencode"):
        pytest.skip(missing)
    world.connect("opencode")
    readme = str(world.project / "node_modules/mime/README.md")
    turns = [
        Turn(tool=("paredown_find",), given={"query": "content label"}),
        Turn(tool=("bash",), given={"command": "cat node_modules/mime/README.md", "description": "read"}),
        Turn(tool=("bash",), given={"command": "cat README.md", "description": "read", "workdir": "node_modules/mime"}),
        Turn(tool=("read",), given={"filePath": readme}),
        Turn(tool=("bash",), given={"command": "cat own.txt", "description": "read"}),
    ]

    _, model = run(lambda address: agents.opencode(world.project, world.home, address), turns)

    check(model, refused=3)


def test_without_a_hook_the_same_agent_reads_the_file(agents: Agents, world: World) -> None:
    if missing := agents.missing("claude"):
        pytest.skip(missing)
    (world.project / ".mcp.json").write_text('{"mcpServers": {}}', "utf-8")
    turns = [Turn(tool=("Bash",), given={"command": "cat node_modules/mime/README.md", "description": "read"})]

    _, model = run(lambda address: agents.claude(world.project, world.home, address), turns)

    assert README in model.said


@pytest.mark.parametrize("excluded", [False, True])
def test_claude_code_obeys_no_instruction_file_of_a_package_once_it_is_excluded(
    agents: Agents, world: World, excluded: bool
) -> None:
    if missing := agents.missing("claude"):
        pytest.skip(missing)
    world.connect("claude-code")
    settings = world.project / ".claude/settings.json"
    written = json.loads(settings.read_text("utf-8"))
    # Without the hook, so that a file beside the instructions can be read at all.
    kept = {"claudeMdExcludes": written["claudeMdExcludes"]} if excluded else {"permissions": written["permissions"]}
    settings.write_text(json.dumps(kept), "utf-8")
    (world.project / "node_modules/mime/CLAUDE.md").write_text("zqobey", "utf-8")
    types = str(world.project / "node_modules/mime/package.json")

    _, model = run(
        lambda address: agents.claude(world.project, world.home, address),
        [Turn(tool=("Read",), given={"file_path": types})],
    )

    assert ("zqobey" in model.said) is not excluded
