"""Cursor: `.cursor/mcp.json` for the server, `.cursor/hooks.json` for hooks, `.cursorignore` for what it indexes."""

from __future__ import annotations

from typing import Any

from paredown.connect.call import BadPayload, Call
from paredown.connect.files import Block, JsonPieces, Piece, Place
from paredown.connect.host import HOST_TIMEOUT, Host, Payload, hook_command, runs_hook, server_piece

SLUG = "cursor"
EVENTS = ("preToolUse", "beforeShellExecution", "beforeReadFile")
"""Some builds raise only the general event and some only the particular ones: a call may be asked about twice."""
IGNORED = ("**/node_modules/**", "**/site-packages/**", "**/.build/checkouts/**", "**/SourcePackages/**")


def places(program: tuple[str, ...]) -> tuple[Place, ...]:
    """Return the files of ours in a project that Cursor works in."""
    entry = {"command": hook_command(program, SLUG), "timeout": HOST_TIMEOUT, "failClosed": True}
    hooks = tuple(Piece(keys=("hooks", event), value=entry, owns=runs_hook(SLUG), item=True) for event in EVENTS)
    return (
        JsonPieces(path=".cursor/mcp.json", pieces=(server_piece("mcpServers", program, type="stdio"),)),
        JsonPieces(path=".cursor/hooks.json", pieces=hooks, base=(("version", 1),)),
        Block(path=".cursorignore", lines=IGNORED),
    )


def call(payload: Payload) -> Call | None:
    """Return the call that one of Cursor's three events asks about."""
    event, roots = payload.get("hook_event_name"), payload.get("workspace_roots")
    if not isinstance(event, str):
        raise BadPayload("names no event")
    if event not in EVENTS:
        return None
    given: Any = payload.get("tool_input")
    folder = (given.get("working_directory") or given.get("cwd")) if isinstance(given, dict) else None
    root = roots[0] if isinstance(roots, list) and roots else None
    cwd = next((path for path in (folder, payload.get("cwd"), root) if isinstance(path, str) and path), None)
    if cwd is None:
        raise BadPayload("names no folder")
    if event == "beforeShellExecution":
        return Call(tool="Shell", given={"command": payload.get("command")}, folder=cwd)
    if event == "beforeReadFile":
        return Call(tool="Read", given={"file_path": payload.get("file_path")}, folder=cwd)
    if not isinstance(given, dict) or not isinstance(payload.get("tool_name"), str):
        raise BadPayload("names no tool")
    return Call(tool=payload["tool_name"], given=given, folder=cwd)


def refusal(why: str) -> dict[str, Any]:
    """Return a refusal. Builds differ in which of the two messages reaches the model: both say the same."""
    return {"permission": "deny", "user_message": why, "agent_message": why}


HOST = Host(
    slug=SLUG,
    title="Cursor",
    places=places,
    call=call,
    refusal=refusal,
    # An "allow" might stand for the person's own approval: an object without a decision leaves it to the host.
    silence="{}",
    tool="find of the MCP server paredown",
    next_step="enable the server `paredown` in Cursor's settings under MCP, and see the hooks listed under Hooks",
)
