"""Codex: `.codex/config.toml` for the server, `.codex/hooks.json` for the hook, which a person must trust."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from paredown.connect.files import Block, JsonPieces, Piece, Place
from paredown.connect.host import (
    HOST_TIMEOUT,
    Host,
    claude_refusal,
    claude_shaped,
    hook_command,
    runs_hook,
    server_entry,
    told,
    told_toml,
)

SLUG = "codex"
CONFIGURATION = ".codex/config.toml"
HOOKS = ".codex/hooks.json"


def places(program: tuple[str, ...]) -> tuple[Place, ...]:
    """Return the files of ours in a project that Codex works in."""
    entry = server_entry(program)
    # A JSON string or list of strings is TOML too, once it holds no DEL and no escaped surrogate.
    lines = (
        "[mcp_servers.paredown]",
        *(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in entry.items()),
    )
    command = {"type": "command", "command": hook_command(program, SLUG), "timeout": HOST_TIMEOUT}
    hook = Piece(
        keys=("hooks", "PreToolUse"), value={"matcher": "*", "hooks": [command]}, owns=runs_hook(SLUG), item=True
    )
    return (
        Block(path=CONFIGURATION, lines=lines, table=("mcp_servers", "paredown")),
        JsonPieces(path=HOOKS, pieces=(hook,)),
    )


def trust_key(hooks: Path, group: int, handler: int = 0) -> str:
    """Return the name under which Codex keeps the trust of one hook of the file `hooks`."""
    return f"{hooks}:pre_tool_use:{group}:{handler}"


def trust_hash(command: str, matcher: str | None, timeout: int) -> str:
    """Return the hash that Codex keeps of a hook that somebody trusted; another command has another."""
    import hashlib

    handler = {"type": "command", "command": command, "timeout": timeout, "async": False}
    identity = {"event_name": "pre_tool_use", "hooks": [handler], **({} if matcher is None else {"matcher": matcher})}
    canonical = json.dumps(identity, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"sha256:{hashlib.sha256(canonical.encode('utf-8')).hexdigest()}"


def doubt(project: Path, home: Path) -> str:
    """Return why Codex would skip the project's files, as the person's own configuration tells."""
    configuration = told_toml(home / ".codex/config.toml")
    hooks = project.resolve() / HOOKS
    projects, kept = configuration.get("projects"), configuration.get("hooks")
    trust = projects.get(str(project.resolve())) if isinstance(projects, dict) else None
    if not isinstance(trust, dict) or trust.get("trust_level") != "trusted":
        return "Codex does not trust this folder: it reads none of the project's files"
    state = kept.get("state") if isinstance(kept, dict) else None
    for key, expected in _hooks(hooks, told(hooks)):
        noted = state.get(key) if isinstance(state, dict) else None
        known = noted.get("trusted_hash") if isinstance(noted, dict) else None
        if known != expected:
            return f"the hook {'changed since it was trusted' if known else 'is not trusted'}: Codex silently skips it"
        if isinstance(noted, dict) and noted.get("enabled") is False:
            return "the hook is turned off in Codex"
    return ""


def _hooks(path: Path, content: Any) -> Iterator[tuple[str, str]]:
    """Yield the key and the hash under which Codex must know each hook of ours."""
    events = content.get("hooks") if isinstance(content, dict) else None
    groups = events.get("PreToolUse") if isinstance(events, dict) else None
    for place, group in enumerate(groups if isinstance(groups, list) else []):
        if runs_hook(SLUG)(group) and isinstance(group.get("hooks"), list):
            for number, handler in enumerate(group["hooks"]):
                timeout = handler.get("timeout", 600)
                yield trust_key(path, place, number), trust_hash(handler["command"], group.get("matcher"), timeout)


HOST = Host(
    slug=SLUG,
    title="Codex",
    places=places,
    call=claude_shaped,
    refusal=claude_refusal,
    silence="",
    tool="find of the MCP server paredown",
    doubt=doubt,
    next_step=(
        "start `codex` in this folder, trust the folder, then trust the hook under /hooks: "
        "Codex silently skips a hook that nobody trusted (`paredown connect --audit` tells)"
    ),
)
