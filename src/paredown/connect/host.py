"""What a host is: an agent program, the files that make it use paredown, and how its hook is answered."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paredown.connect.call import BadPayload, Call
from paredown.connect.files import Piece, Place
from paredown.connect.files.document import parse

Payload = Mapping[str, Any]
DEADLINE = 5.0
"""Seconds after which the hook itself refuses: a host that waits in vain lets the call run."""
MAX_CONFIGURATION = 4 << 20
"""Bytes of a configuration file that are looked at."""
HOST_TIMEOUT = 15
"""Seconds that a host is asked to wait."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """One agent program.

    `places(program)` are the files of ours, where `program` are the words that start paredown. `call(payload)` is what
    the host's hook tells of a tool call, or None for an event that asks nothing; it raises `BadPayload` for what
    is no such payload. `refusal(why)` and `silence` are what the hook prints. `next_step` is left to
    a person. `doubt(project, home)` is why the host may not run the hook that is written, as far as files tell.
    """

    slug: str
    title: str
    places: Callable[[tuple[str, ...]], tuple[Place, ...]]
    call: Callable[[Payload], Call | None]
    refusal: Callable[[str], dict[str, Any]]
    silence: str
    tool: str
    next_step: str
    doubt: Callable[[Path, Path], str] = lambda _project, _home: ""


def server_entry(program: tuple[str, ...], **more: Any) -> dict[str, Any]:
    """Return the entry of the MCP server in a host's configuration."""
    command, *arguments = program
    return {**more, "command": command, "args": [*arguments, "serve"]}


def server_piece(table: str, program: tuple[str, ...], **more: Any) -> Piece:
    """Return the member `paredown` of a JSON file's table of servers."""
    return Piece(keys=(table, "paredown"), value=server_entry(program, **more), owns=is_server)


def is_server(value: Any) -> bool:
    """Whether an entry is one that `server_entry` writes, whichever the program."""
    if not isinstance(value, dict) or not value.keys() <= {"type", "command", "args", "cwd"}:
        return False
    arguments = value.get("args")
    named = (value.get("command"), *(arguments if isinstance(arguments, list) else ()))
    return named[-1] == "serve" and any("paredown" in str(word) for word in named)


def hook_command(program: tuple[str, ...], host: str) -> str:
    """Return the shell line of a hook.

    Exit code 2 refuses in every host, and every other failure lets the call run: a program that is not there refuses.
    """
    return f"{shlex.join(program)} connect hook {host} || exit 2"


def runs_hook(host: str) -> Callable[[Any], bool]:
    """Return whether a hook's entry, or a group of them, runs `paredown connect hook` for that host."""
    ours = re.compile(rf"\bconnect hook {re.escape(host)}\b")

    def owns(value: Any) -> bool:
        if not isinstance(value, dict):
            return False
        inner = value.get("hooks")
        entries = inner if isinstance(inner, list) else [value]
        commands = [entry.get("command") for entry in entries if isinstance(entry, dict)]
        return bool(commands) and all(isinstance(line, str) and ours.search(line) for line in commands)

    return owns


def claude_shaped(payload: Payload) -> Call | None:
    """Return the call in a payload as Claude Code, Codex and VS Code send it."""
    event = payload.get("hook_event_name", payload.get("hookEventName"))
    name, given, cwd = payload.get("tool_name"), payload.get("tool_input"), payload.get("cwd")
    if event != "PreToolUse":
        if isinstance(event, str):
            return None
        raise BadPayload("names no event")
    if not isinstance(name, str) or not isinstance(given, dict) or not isinstance(cwd, str):
        raise BadPayload("names no tool")
    return Call(tool=name, given=given, folder=cwd)


def claude_refusal(why: str) -> dict[str, Any]:
    """Return a refusal as Claude Code, Codex and VS Code take it."""
    decision = {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": why}
    return {"hookSpecificOutput": decision}


def told(path: Path) -> Any:
    """Return what a JSON file of a host holds, comments or not; an empty object for what cannot be read."""
    try:
        with path.open("rb") as file:
            return parse(file.read(MAX_CONFIGURATION).decode("utf-8")).value()
    except (OSError, ValueError):
        return {}


def told_toml(path: Path) -> dict[str, Any]:
    """Return what a TOML file of a host holds; an empty table for what cannot be read."""
    import tomllib

    try:
        with path.open("rb") as file:
            return tomllib.loads(file.read(MAX_CONFIGURATION).decode("utf-8"))
    except (OSError, ValueError):
        return {}
