"""A skill -> its text and its code apart: what detectors of our own read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from paredown.lab.detect.laid import FENCE, fenced
from paredown.lab.detect.skill import Skill

CODE = {".py": "py", ".sh": "sh", ".bash": "sh", ".js": "js", ".mjs": "js", ".ts": "ts"}
DOCUMENT = (".md", ".mdx", ".txt", ".rst")
FRONT = re.compile(r"\A---[ \t]*\n(.*?\n)---[ \t]*(?:\n|\Z)", re.DOTALL)
MOST = 400_000
"""Characters of one file that are read."""


class Parts(NamedTuple):
    """A skill in pieces: front matter, prose without fences, and code by suffix, from files and from fences."""

    front: str
    prose: str
    code: tuple[tuple[str, str], ...]


def parts_of(skill: Skill) -> Parts:
    """Return the pieces of `skill`; other files (JSON, YAML) count as prose, for an agent reads them as text."""
    front, prose, code = "", [], list[tuple[str, str]]()
    for file in skill.files:
        text = file.content.untrusted()[:MOST]
        suffix = next((kind for end, kind in CODE.items() if file.path.endswith(end)), "")
        if suffix:
            code.append((suffix, text))
            continue
        if file.path == "SKILL.md" and (found := FRONT.match(text)):
            front, text = found[1], text[found.end() :]
        if file.path.endswith(DOCUMENT):
            code += [(block.suffix, block.text) for block in fenced(text)]
            prose.append("\n".join(unfenced(text)))
        else:
            prose.append(text)
    return Parts(front, "\n".join(prose), tuple(code))


def unfenced(text: str) -> Iterator[str]:
    """Yield the lines of Markdown that stand outside of fences."""
    fence = ""
    for line in text.splitlines():
        found = FENCE.match(line)
        if not fence and found:
            fence = found[1]
        elif fence and found and not found[2] and found[1].startswith(fence):
            fence = ""
        elif not fence:
            yield line
