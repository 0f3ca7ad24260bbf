"""A project's own files for agents -> those that lead into a dependency: an include, a link, a linked skill."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from paredown.connect.door.trees import inside, reached

FILES = ("CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "AGENT.md", "GEMINI.md", ".cursorrules", ".windsurfrules",
         ".github/copilot-instructions.md", ".claude/CLAUDE.md")  # fmt: skip
FOLDERS = (
    *(".claude/skills", ".claude/agents", ".claude/commands", ".claude/rules", ".agents/skills", ".codex/skills"),
    *(".cursor/rules", ".cursor/skills", ".github/instructions", ".github/skills", ".opencode/skills"),
)
POINTER = re.compile(
    r"[@(`'\"\s]((?:\.{0,2}/|~/)?[\w@.+/-]*(?:node_modules|site-packages|\.m2/repository|\.build/checkouts)/[\w@.+/-]+)"
)
MAX_BYTES = 1 << 20
MAX_FILES = 500


class Pointer(NamedTuple):
    """A file of the project that agents read, and how it leads into a dependency: "names a file" or "is a link"."""

    path: str
    how: str


def pointers(project: Path) -> tuple[Pointer, ...]:
    """Return the files that lead into a dependency, in order."""
    return tuple(pointer for path in _files(project) if (pointer := _pointer(project, path)))


def _pointer(project: Path, path: Path) -> Pointer | None:
    shown = path.relative_to(project).as_posix()
    if reached(str(path)):
        return Pointer(shown, "is a link")
    try:
        with path.open("rb") as file:
            text = file.read(MAX_BYTES).decode("utf-8", "replace")
    except OSError:
        return None
    named = any(inside(found.lstrip("@")) for found in POINTER.findall(f" {text}"))
    return Pointer(shown, "names a file") if named else None


def _files(project: Path) -> Iterator[Path]:
    for name in FILES:
        if (project / name).is_file():
            yield project / name
    seen = 0
    for folder in FOLDERS:
        waiting = [project / folder]
        while waiting and seen < MAX_FILES:
            here = waiting.pop()
            if here.is_symlink() and reached(str(here)):
                yield here
                continue
            for entry in sorted(os.scandir(here), key=lambda entry: entry.name) if here.is_dir() else ():
                seen += 1
                path = Path(entry.path)
                if entry.is_dir(follow_symlinks=False) or (path.is_symlink() and path.is_dir()):
                    waiting.append(path)
                elif path.suffix in (".md", ".mdc", ".txt") or path.is_symlink():
                    yield path
