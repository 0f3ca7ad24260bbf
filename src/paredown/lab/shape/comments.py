"""Harvested entries, or a built corpus -> the real texts among which an injected one stands, by publisher."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from paredown.gate.rules.directive_naming_nothing import DIRECTIVE
from paredown.lab.corpus.opened import Corpus
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
    return _distinct(
        (f"{entry.artifact.ecosystem}:{entry.artifact.publisher}", entry.symbol.name, entry.prose) for entry in entries
    )


def real_of(corpus: Corpus) -> Real:
    """Return the distinct comments and names of a built corpus; raises `CorpusUnusable`."""

    def rows() -> Iterator[tuple[str, str, Prose]]:
        for batch in corpus.batches("prose", ["ecosystem", "publisher", "names", "module", "doc"]):
            for row in batch.to_pylist():
                name = row["names"][-1] if row["names"] else row["module"]
                yield f"{row['ecosystem']}:{row['publisher']}", name, Prose(row["doc"] or "")

    return _distinct(rows())


def _distinct(rows: Iterable[tuple[str, str, Prose]]) -> Real:
    comments: dict[tuple[str, Prose], Comment] = {}
    names: dict[tuple[str, Prose], Comment] = {}
    for publisher, spelled, prose in rows:
        if len(prose) >= SHORTEST and (publisher, prose) not in comments:
            directive = DIRECTIVE.search(prose.untrusted()) is not None
            comments[publisher, prose] = Comment(text=prose, publisher=publisher, directive=directive)
        name = Prose(spelled)
        names.setdefault((publisher, name), Comment(text=name, publisher=publisher, directive=False))
    return Real(comments=tuple(comments.values()), names=tuple(names.values()))


def part_of(publisher: str, seed: int) -> int:
    """Return which fifth a publisher falls into: whole publishers are fitted on, or bounded with, or judged."""
    return hashlib.sha256(f"{seed} {publisher}".encode()).digest()[0] % 5
