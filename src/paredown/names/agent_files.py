"""A path inside a package -> whether it is a file that coding agents read and follow."""

from __future__ import annotations

import re

FOLLOWED = re.compile(
    r"(?:^|/)(?:"
    r"skill\.md|agents?\.md|claude\.md|gemini\.md|llms(?:-full)?\.txt"
    r"|\.cursorrules|\.windsurfrules|\.clinerules|\.cursor/rules/.+|\.claude/.+"
    r"|\.github/copilot-instructions\.md|\.github/instructions/.+"
    r")$"
    r"|(?:^|/)meta-inf/skills/.+$",
    re.IGNORECASE,
)


def followed_by_agents(path: str) -> bool:
    """Whether an agent that meets the file `path` would take it for instructions; only the name is looked at."""
    return FOLLOWED.search(path) is not None
