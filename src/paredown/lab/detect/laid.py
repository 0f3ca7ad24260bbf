"""A skill -> a folder that every detector is shown alike: a number for its place, fixed modes, fixed times.

A folder named for the sample, an executable bit or a date of a checkout would be a seam. The skill's own folder takes
the name that its front matter declares, as an installed one has it, or a format linter would object to every sample.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from paredown.lab.detect.skill import Skill

NAME = re.compile(r"\A---\s*\n(?:[^\n]*\n){0,40}?name:[ \t]*[\"']?([a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?)[\"']?[ \t]*\n")
UNNAMED = "skill"
FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})[ \t]*([A-Za-z0-9_+.-]*)[^\n]*$")
SUFFIXES = {"python": "py", "py": "py", "python3": "py", "bash": "sh", "sh": "sh", "shell": "sh", "zsh": "sh",
            "javascript": "js", "js": "js", "typescript": "ts", "ts": "ts"}  # fmt: skip
"""The languages of fenced code that some detector reads, and the suffix of a file of it."""
FENCED = "fenced"
"""The folder of the code that was taken out of fences."""
TIME = 1_700_000_000
"""Seconds since the epoch of every file: a date of ours, the same for all."""


class Laid(NamedTuple):
    """A skill as it lies before a detector: `folder` is its own, within one that only has a number."""

    skill: Skill
    folder: Path


def lay_out(skills: Sequence[Skill], root: Path, *, fences: bool) -> tuple[Laid, ...]:
    """Write `skills` below `root` and return where each lies; with `fences`, fenced code as files of its own too."""
    return tuple(_lay(skill, root / f"{number:05d}", fences) for number, skill in enumerate(skills))


def _lay(skill: Skill, place: Path, fences: bool) -> Laid:
    texts = {file.path: file.content.untrusted() for file in skill.files}
    folder = place / declared_name(texts.get("SKILL.md", ""))
    if fences:
        for path, text in sorted(texts.items()):
            if path.endswith((".md", ".mdx")):
                for number, code in enumerate(fenced(text)):
                    name = f"{FENCED}/{re.sub(r'[^A-Za-z0-9]+', '_', path)}_{number}.{code.suffix}"
                    texts.setdefault(name, code.text)
    folder.mkdir(parents=True)
    for path, text in texts.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode("utf-8", "surrogateescape"))
        target.chmod(0o644)
        os.utime(target, (TIME, TIME))
    return Laid(skill, folder)


def declared_name(text: str) -> str:
    """Return the name that a skill's front matter declares, or `skill` when that is no plain name."""
    found = NAME.match(text[:4096])
    return found[1] if found else UNNAMED


class Code(NamedTuple):
    """One fenced block of a known language."""

    suffix: str
    text: str


def fenced(text: str) -> Iterator[Code]:
    """Yield the fenced blocks of Markdown whose language some detector reads; an open fence ends with the text."""
    fence, suffix, lines = "", "", list[str]()
    for line in text.splitlines():
        found = FENCE.match(line)
        if not fence:
            if found:
                fence, suffix, lines = found[1], SUFFIXES.get(found[2].lower(), ""), []
        elif found and not found[2] and found[1].startswith(fence):
            if suffix:
                yield Code(suffix, "\n".join(lines) + "\n")
            fence = ""
        else:
            lines.append(line)
    if fence and suffix and lines:
        yield Code(suffix, "\n".join(lines) + "\n")
