"""Claude Code: `.mcp.json` for the server, `.claude/settings.json` for the hook and what it loads by itself."""

from __future__ import annotations

from pathlib import Path

from paredown.connect.files import JsonPieces, Piece, Place
from paredown.connect.host import (
    HOST_TIMEOUT,
    Host,
    claude_refusal,
    claude_shaped,
    hook_command,
    runs_hook,
    server_piece,
    told,
)

SLUG = "claude-code"
SETTINGS = ".claude/settings.json"
FOLDERS = ("node_modules", "site-packages")
FOLLOWED = ("CLAUDE.md", "AGENTS.md", "SKILL.md", "llms.txt")
"""Files that an agent takes for instructions. Rules for whole trees would also keep a sandboxed build out of them."""


def places(program: tuple[str, ...]) -> tuple[Place, ...]:
    """Return the files of ours in a project that Claude Code works in."""
    command = {"type": "command", "command": hook_command(program, SLUG), "timeout": HOST_TIMEOUT}
    hook = Piece(
        keys=("hooks", "PreToolUse"), value={"matcher": "*", "hooks": [command]}, owns=runs_hook(SLUG), item=True
    )
    rules = [f"Read(**/{folder}/**/{name})" for folder in FOLDERS for name in FOLLOWED]
    return (
        JsonPieces(path=".mcp.json", pieces=(server_piece("mcpServers", program, type="stdio"),)),
        JsonPieces(
            path=SETTINGS,
            pieces=(
                hook,
                *(_item(("claudeMdExcludes",), f"**/{folder}/**") for folder in FOLDERS),
                *(_item(("permissions", "deny"), rule) for rule in rules),
            ),
        ),
    )


def _item(keys: tuple[str, ...], text: str) -> Piece:
    return Piece(keys=keys, value=text, owns=lambda value: bool(value == text), item=True)


def doubt(project: Path, home: Path) -> str:
    """Return whether settings of the project or of the person turn hooks off."""
    files = (project / SETTINGS, project / ".claude/settings.local.json", home / ".claude/settings.json")
    off = any(isinstance(settings := told(file), dict) and settings.get("disableAllHooks") is True for file in files)
    return "settings turn all hooks off (disableAllHooks)" if off else ""


HOST = Host(
    slug=SLUG,
    title="Claude Code",
    places=places,
    call=claude_shaped,
    refusal=claude_refusal,
    silence="",
    tool="mcp__paredown__find",
    doubt=doubt,
    next_step="start `claude` in this folder once, and approve the server `paredown` that it asks about",
)
