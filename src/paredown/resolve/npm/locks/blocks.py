"""The text of a yarn 1 lock file -> its blocks.

The format is yarn's own: blocks keyed by one or more `name@specifier`, two spaces for each level, a value after a
space, quoted as in JSON where it holds a mark.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from paredown.errors import UnreadableProject
from paredown.names import plain
from paredown.resolve.npm.document import SHOWN

TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[^\s",:]+(?::[^\s",:]+)*|[,:])')
T = TypeVar("T")
STRANGE = "is not what yarn writes"


class Block(NamedTuple):
    """One block: its keys, its values, and the maps inside it."""

    keys: tuple[str, ...]
    values: dict[str, str]
    maps: dict[str, dict[str, str]]


class Line(NamedTuple):
    """A line that says something: how deep it is, its words, and whether what follows belongs to it."""

    number: int
    depth: float
    words: tuple[str, ...]
    opens: bool


def blocks_of(text: str, called: str) -> list[Block]:
    """Return the blocks of `text`; raises `UnreadableProject` with the line of the first fault."""
    blocks: list[Block] = []
    keys: dict[str, None] = {}
    inner: dict[str, str] = {}
    deepest = 0
    for line in _lines(text, called):
        if line.depth == 0 and line.opens:
            for key in line.words:
                _put(keys, key, None, line, called)
            blocks.append(Block(line.words, {}, {}))
            deepest = 1
        elif line.depth == 1 <= deepest and line.opens and len(line.words) == 1:
            inner = {}
            _put(blocks[-1].maps, line.words[0], inner, line, called)
            deepest = 2
        elif 1 <= line.depth <= deepest and not line.opens and len(line.words) == 2:
            _put(inner if line.depth == 2 else blocks[-1].values, line.words[0], line.words[1], line, called)
            deepest = int(line.depth)
        else:
            raise UnreadableProject(called, f"line {line.number}: {STRANGE}")
    return blocks


def _put(held: dict[str, T], key: str, value: T, line: Line, called: str) -> None:
    if key in held:
        raise UnreadableProject(called, f"line {line.number}: holds {plain(key)[:SHOWN]} twice")
    held[key] = value


def _lines(text: str, called: str) -> Iterator[Line]:
    for number, line in enumerate(text.split("\n"), 1):
        content = line.strip()
        if content and not content.startswith("#"):
            tokens = _tokens(content)
            opens = tokens is not None and tokens[-1] == ":"
            words = tuple(token for token in tokens or () if token not in (",", ":"))
            if not words:
                raise UnreadableProject(called, f"line {number}: {STRANGE}")
            yield Line(number, (len(line) - len(line.lstrip(" "))) / 2, words, opens)


def _tokens(content: str) -> list[str] | None:
    """Return the tokens of a line, or None when something is left that is no token."""
    tokens: list[str] = []
    at = 0
    while at < len(content):
        found = TOKEN.match(content, at)
        if found is None:
            return None
        at = found.end()
        text = found[1]
        if text.startswith('"'):
            try:
                text = json.loads(text, strict=False)
            except ValueError:
                return None
        tokens.append(text)
    return tokens
