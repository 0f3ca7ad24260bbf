"""VS Code: `.vscode/mcp.json` for the server, a file of its own under `.github/hooks` for the hook."""

from __future__ import annotations

from paredown.connect.files import JsonPieces, Piece, Place
from paredown.connect.host import (
    HOST_TIMEOUT,
    Host,
    claude_refusal,
    claude_shaped,
    hook_command,
    runs_hook,
    server_piece,
)

SLUG = "vscode"
HOOKS = ".github/hooks/paredown.json"


def places(program: tuple[str, ...]) -> tuple[Place, ...]:
    """Return the files of ours in a project that VS Code's agent works in."""
    command = {"type": "command", "command": hook_command(program, SLUG), "timeout": HOST_TIMEOUT}
    hook = Piece(keys=("hooks", "PreToolUse"), value=command, owns=runs_hook(SLUG), item=True)
    return (
        JsonPieces(path=".vscode/mcp.json", pieces=(server_piece("servers", program, type="stdio"),)),
        JsonPieces(path=HOOKS, pieces=(hook,)),
    )


HOST = Host(
    slug=SLUG,
    title="VS Code",
    places=places,
    call=claude_shaped,
    refusal=claude_refusal,
    silence="",
    tool="find of the MCP server paredown",
    next_step="start the server `paredown` from .vscode/mcp.json; hooks are a preview feature that must be enabled",
)
