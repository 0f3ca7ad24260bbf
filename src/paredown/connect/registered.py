"""The hosts, in the order in which people meet them."""

from __future__ import annotations

from paredown.connect import claude_code, codex, cursor, opencode, vscode
from paredown.connect.host import Host

HOSTS: tuple[Host, ...] = (claude_code.HOST, codex.HOST, cursor.HOST, vscode.HOST, opencode.HOST)
"""Every host that can be connected."""
