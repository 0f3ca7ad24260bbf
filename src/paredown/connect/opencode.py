"""OpenCode: `opencode.json` for the server, a plugin of a few lines that asks the hook before every tool."""

from __future__ import annotations

import json

from paredown.connect.files import JsonPieces, Piece, Place, Whole
from paredown.connect.host import HOST_TIMEOUT, Host, claude_refusal, claude_shaped, is_server, server_entry

SLUG = "opencode"
PLUGIN = ".opencode/plugin/paredown.js"
MARK = "// paredown connect opencode"
SOURCE = """\
%(mark)s: refuses tools the files of installed dependencies. Remove it with `paredown connect opencode --remove`.
import { spawnSync } from "node:child_process";

export const Paredown = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    const call = { hook_event_name: "PreToolUse", tool_name: input.tool, tool_input: output.args, cwd: directory };
    const [program, ...words] = %(command)s;
    const asked = spawnSync(program, words, { input: JSON.stringify(call), encoding: "utf8", timeout: %(timeout)d });
    if (asked.status !== 0) throw new Error("paredown could not be asked: the call is refused");
    const decision = JSON.parse(asked.stdout).hookSpecificOutput;
    if (decision) throw new Error(decision.permissionDecisionReason);
  },
});
"""


def places(program: tuple[str, ...]) -> tuple[Place, ...]:
    """Return the files of ours in a project that OpenCode works in."""
    entry = server_entry(program)
    server = {"type": "local", "command": [entry["command"], *entry["args"]], "enabled": True}
    piece = Piece(keys=("mcp", "paredown"), value=server, owns=_is_server)
    command = json.dumps([*program, "connect", "hook", SLUG], ensure_ascii=False)
    source = SOURCE % {"mark": MARK, "command": command, "timeout": HOST_TIMEOUT * 1_000}
    return (JsonPieces(path="opencode.json", pieces=(piece,)), Whole(path=PLUGIN, text=source, mark=MARK))


def _is_server(value: object) -> bool:
    if not isinstance(value, dict) or not value.keys() <= {"type", "command", "enabled"}:
        return False
    words = value.get("command")
    return isinstance(words, list) and bool(words) and is_server({"command": words[0], "args": words[1:]})


HOST = Host(
    slug=SLUG,
    title="OpenCode",
    places=places,
    call=claude_shaped,
    refusal=claude_refusal,
    silence="{}",
    tool="paredown_find",
    next_step="start `opencode` in this folder",
)
