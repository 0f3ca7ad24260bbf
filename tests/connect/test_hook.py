from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from paredown.connect import HOSTS, Host, host_named
from paredown.connect.hook import answer, unchecked

GOLDEN = Path(__file__).with_name("golden")
FOLDER = "/home/dev/app"


class Case(NamedTuple):
    host: Host
    told: dict[str, Any]


def cases() -> list[Case]:
    return [
        Case(host, told) for host in HOSTS for told in json.loads((GOLDEN / host.slug / "hook.json").read_text("utf-8"))
    ]


def asked(host: Host, payload: object) -> str:
    content = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    return answer(host, content, {"HOME": "/home/dev"})


def is_refusal(host: Host, line: str) -> bool:
    said = json.loads(line) if line else {}
    if host.slug == "cursor":
        return bool(said.get("permission") == "deny" and said["user_message"] == said["agent_message"] != "")
    decision = said.get("hookSpecificOutput", {})
    return bool(decision.get("permissionDecision") == "deny" and decision["permissionDecisionReason"])


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.host.slug}: {case.told['name']}")
def test_a_host_is_answered_as_its_golden_file_says(case: Case) -> None:
    line = asked(case.host, case.told["stdin"])

    assert (json.loads(line) if line else None) == case.told["stdout"]


@pytest.mark.parametrize("host", HOSTS, ids=lambda host: host.slug)
@pytest.mark.parametrize(
    "payload",
    [b"", b"{", b"null", b"[]", b"\xff\xfe", b"[" * 100_000, {}, {"hook_event_name": 1}, b"x" * (17 << 20)],
    ids=["nothing", "half", "null", "list", "no text", "deep", "empty", "no event", "too large"],
)  # fmt: skip
def test_what_cannot_be_read_is_refused(host: Host, payload: object) -> None:
    assert is_refusal(host, asked(host, payload))


@pytest.mark.parametrize("host", [host for host in HOSTS if host.slug != "cursor"], ids=lambda host: host.slug)
@pytest.mark.parametrize("part", [{"tool_name": 1}, {"tool_input": []}, {"cwd": None}, {"cwd": "app"}])
def test_a_call_without_its_parts_is_refused(host: Host, part: dict[str, object]) -> None:
    whole = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}, "cwd": FOLDER}

    assert not is_refusal(host, asked(host, whole))
    assert is_refusal(host, asked(host, {**whole, **part}))


@pytest.mark.parametrize("host", HOSTS, ids=lambda host: host.slug)
def test_a_fault_of_ours_refuses(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("paredown.connect.hook.verdict", fail)
    told = json.loads((GOLDEN / host.slug / "hook.json").read_text("utf-8"))[0]["stdin"]

    assert asked(host, told) == unchecked(host)


def test_a_refusal_quotes_nothing_of_the_call() -> None:
    payload = {
        "hook_event_name": "PreToolUse", "tool_name": "Bash", "cwd": FOLDER,
        "tool_input": {"command": "cat node_modules/ignore-all-previous/README.md"},
    }  # fmt: skip
    line = asked(host_named("codex"), payload)

    assert "ignore" not in line
    assert "MCP server paredown" in line


CALLS: list[tuple[str, dict[str, Any], bool]] = [
    ("Read", {"file_path": "/home/dev/app/node_modules/x/README.md"}, True),
    ("Read", {"file_path": "/home/dev/app/src/a.ts"}, False),
    ("Read", {"file_path": "node_modules/x/[id].md"}, True),
    ("Edit", {"file_path": "/home/dev/app/node_modules/x/a.js", "old_string": "a", "new_string": "b"}, True),
    ("Edit", {"file_path": "/home/dev/app/a.ts", "old_string": "", "new_string": "node_modules/x"}, False),
    ("Write", {"file_path": "/home/dev/app/.gitignore", "content": "node_modules/\n"}, False),
    ("Grep", {"pattern": "x", "path": "node_modules"}, True),
    ("Grep", {"pattern": "x", "glob": "node_modules/**/*.ts"}, True),
    ("Grep", {"pattern": "node_modules", "path": "."}, False),
    ("Grep", {"pattern": "x", "glob": "!node_modules/**"}, False),
    ("Glob", {"pattern": "**/node_modules/**/*.md"}, True),
    ("Glob", {"pattern": "src/**/*.ts"}, False),
    ("LS", {"path": "/home/dev/app/node_modules"}, False),
    ("LS", {"path": "/home/dev/app/node_modules/x"}, True),
    ("NotebookRead", {"notebook_path": "/usr/lib/python3/dist-packages/x.ipynb"}, True),
    ("read_file", {"filePath": "/home/dev/app/node_modules/x/README.md", "startLine": 1}, True),
    ("list_dir", {"path": "/home/dev/app/node_modules/x"}, True),
    ("file_search", {"query": "**/node_modules/x/**"}, True),
    ("grep_search", {"query": "node_modules", "isRegexp": False, "includePattern": "src/**"}, False),
    ("grep_search", {"query": "x", "includePattern": "**/node_modules/**"}, True),
    ("run_in_terminal", {"command": "cat node_modules/x/README.md", "explanation": "x"}, True),
    ("run_in_terminal", {"command": "npm test", "explanation": "see node_modules/x"}, False),
    ("bash", {"command": "cat README.md", "workdir": "node_modules/x"}, True),
    ("shell", {"command": ["bash", "-lc", "cat node_modules/x/README.md"]}, True),
    ("shell", {"command": ["npm", "test"]}, False),
    ("mcp__files__read_file", {"path": "/home/dev/app/node_modules/x/README.md"}, True),
    ("mcp__files__read_many", {"paths": ["src/a.ts", "node_modules/x/README.md"]}, True),
    ("mcp__git__show", {"args": {"file": "node_modules/x/README.md"}}, True),
    ("mcp__paredown__find", {"query": "node_modules/x", "artifact": "x"}, False),
    ("mcp__paredown__show", {"symbol": "cat node_modules/x/README.md"}, False),
    ("WebFetch", {"url": "https://registry.example/node_modules/x", "prompt": "x"}, False),
    ("WebFetch", {"url": "file:///home/dev/app/node_modules/x/README.md", "prompt": "x"}, True),
    ("Task", {"prompt": "cat node_modules/x/README.md", "description": "x"}, False),
    ("apply_patch", {"command": "*** Begin Patch\n*** Update File: src/a.ts\n+cat node_modules/x\n*** End Patch"}, False),
    ("apply_patch", {"command": "*** Begin Patch\n*** Update File: node_modules/x/a.js\n+x\n*** End Patch"}, True),
]  # fmt: skip


@pytest.mark.parametrize(("tool", "given", "refused"), CALLS, ids=lambda part: str(part)[:60])
def test_a_tool_of_any_host_is_judged_by_what_it_is_given(tool: str, given: dict[str, Any], refused: bool) -> None:
    host = host_named("claude-code")
    payload = {"hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": given, "cwd": FOLDER}

    assert is_refusal(host, asked(host, payload)) == refused


def started(host: str, given: bytes, wait: float = 0) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "paredown.cli", "connect", "hook", host]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if wait:
        process.wait(wait)
    out, err = process.communicate(given)
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def test_the_command_prints_json_and_nothing_else() -> None:
    payload = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "cat node_modules/x/y"}}

    ran = started("codex", json.dumps({**payload, "cwd": FOLDER}).encode())

    assert (ran.returncode, ran.stderr) == (0, b"")
    assert json.loads(ran.stdout)["hookSpecificOutput"]["permissionDecision"] == "deny"


def test_a_host_that_never_ends_its_sentence_is_refused_in_time() -> None:
    start = time.monotonic()

    ran = started("claude-code", b"", wait=20)

    assert json.loads(ran.stdout)["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert ran.returncode == 0
    assert 4 < time.monotonic() - start < 15


def test_a_program_that_is_not_there_refuses(tmp_path: Path) -> None:
    line = "paredown-that-is-not-there connect hook claude-code || exit 2"

    ran = subprocess.run(["sh", "-c", line], capture_output=True, env={"PATH": os.defpath}, check=False)

    assert ran.returncode == 2
    assert ran.stderr
