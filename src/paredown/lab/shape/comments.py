"""Harvested entries -> the real texts beside which an injected one stands: doc comments and names, by publisher."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from paredown.gate.rules.directive_naming_nothing import DIRECTIVE
from paredown.model import Entry, Prose

SHORTEST = 12
"""Characters of a comment that says something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment:
    """One real text and who published it; `directive` says that it holds a directive verb."""

    text: Prose
    publisher: str
    directive: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Real:
    """Real comments and real names, each once a publisher."""

    comments: tuple[Comment, ...]
    names: tuple[Comment, ...]


def real(entries: Iterable[Entry]) -> Real:
    """Return the distinct comments and names of `entries`; an inherited comment counts once a publisher."""
    comments: dict[tuple[str, Prose], Comment] = {}
    names: dict[tuple[str, Prose], Comment] = {}
    for entry in entries:
        publisher = f"{entry.artifact.ecosystem}:{entry.artifact.publisher}"
        if len(entry.prose) >= SHORTEST and (publisher, entry.prose) not in comments:
            directive = DIRECTIVE.search(entry.prose.untrusted()) is not None
            comments[publisher, entry.prose] = Comment(text=entry.prose, publisher=publisher, directive=directive)
        name = Prose(entry.symbol.name)
        names.setdefault((publisher, name), Comment(text=name, publisher=publisher, directive=False))
    return Real(comments=tuple(comments.values()), names=tuple(names.values()))


def part_of(publisher: str, seed: int) -> int:
    """Return which fifth a publisher falls into: whole publishers are fitted on, or bounded with, or judged."""
    return hashlib.sha256(f"{seed} {publisher}".encode()).digest()[0] % 5
