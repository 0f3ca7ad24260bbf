"""Doc comments -> how many carry a directive, and how many of those name code, of their own library or of another.

It reads directives and references to code exactly as the rejected rule `directive-naming-nothing` does, so that a
figure here and the rule's price are about the same sentences. `capitals` brings back a fault on purpose: reading every
capitalised word as a reference to code, though English capitalises the first word of every sentence. It once made a
rule look several times as dear as it is.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from paredown.gate.rules.directive_naming_nothing import DIRECTIVE, SENTENCE, references
from paredown.lab.corpus.opened import Corpus

CAPITALISED = re.compile(r"(?<![A-Za-z])[A-Z][a-z]+(?![A-Za-z])", re.ASCII)
NARROW = 150
"""Libraries of the findings' first pool of names."""


class Comment(NamedTuple):
    """One doc comment and whose it is; the text is third-party prose and goes nowhere but into counts."""

    purl: str
    text: str


@dataclass(slots=True)
class Directives:
    """Counts over comments.

    A comment "names" when one of its directive sentences refers to code. Of the pools, `own` is the comment's library,
    `few` a draw of `NARROW` other libraries, and `all` every other one. `breached` and `breached_by_capitals` are the
    comments that `directive-naming-nothing` refuses, as it is and with the fault of reading capitals.
    """

    comments: int = 0
    lines: int = 0
    lines_with: int = 0
    comments_with: int = 0
    naming: int = 0
    own: int = 0
    few: int = 0
    every: int = 0
    breached: int = 0
    breached_by_capitals: int = 0

    def add(self, text: str, own: Collection[str], few: Collection[str], every: Collection[str]) -> None:
        """Count one comment against the names that its own library, a few and all libraries declare."""
        self.comments += 1
        lines = [line for line in text.split("\n") if line.strip()]
        self.lines += len(lines)
        self.lines_with += sum(DIRECTIVE.search(line) is not None for line in lines)
        sentences = [sentence for sentence in SENTENCE.split(text) if DIRECTIVE.search(sentence)]
        if not sentences:
            return
        self.comments_with += 1
        named = [references(sentence) for sentence in sentences]
        flat = {name for names in named for name in names}
        self.naming += bool(flat)
        self.own += resolves(flat, own)
        self.few += resolves(flat, few)
        self.every += resolves(flat, every)
        self.breached += any(names and not resolves(names, own) for names in named)
        loud = [[*names, *capitals(sentence)] for names, sentence in zip(named, sentences, strict=True)]
        self.breached_by_capitals += any(names and not resolves(names, own) for names in loud)


def resolves(named: Iterable[str], declared: Collection[str]) -> bool:
    """Whether one of the names is declared."""
    return any(name in declared for name in named)


def capitals(sentence: str) -> list[str]:
    """Return every capitalised word of a sentence, lower case: the fault, kept to be measured."""
    return [word.lower() for word in CAPITALISED.findall(sentence)]


def comments(corpus: Corpus) -> Iterator[Comment]:
    """Yield every doc comment, library by library."""
    for batch in corpus.batches("prose", ["purl", "doc"]):
        columns = batch.to_pydict()
        yield from (Comment(purl, doc) for purl, doc in zip(columns["purl"], columns["doc"], strict=True) if doc)


def measure(corpus: Corpus, seed: int) -> dict[str, Directives]:
    """Return the counts by ecosystem and under `all`.

    The names of every library are held at once: memory grows with the distinct names of the corpus, and with nothing
    else.
    """
    drawn = narrow_pool(corpus, seed)
    own: dict[str, frozenset[str]] = {}
    few: set[str] = set()
    holders: dict[str, int] = {}
    for purl, names in names_of(corpus):
        if purl in drawn:
            few.update(names)
        for name in names:
            holders[name] = holders.get(name, 0) + 1
        own[purl] = names
    found: dict[str, Directives] = {"all": Directives()}
    pools = Others("", frozenset(), holders, own, drawn, few)
    for purl, text in comments(corpus):
        if purl != pools.purl:
            pools = Others(purl, own[purl], holders, own, drawn, few)
        for key in ("all", corpus.libraries[purl].ecosystem):
            found.setdefault(key, Directives()).add(text, pools.mine, pools.few, pools.every)
    return found


class Others:
    """The names of all other libraries than one, and of the few that were drawn, without holding a copy of either."""

    def __init__(
        self,
        purl: str,
        mine: frozenset[str],
        holders: dict[str, int],
        own: dict[str, frozenset[str]],
        drawn: frozenset[str],
        few: set[str],
    ) -> None:
        self.purl, self.mine = purl, mine
        self.every = Without(holders, mine)
        if purl in drawn:
            self.few: Collection[str] = {name for other in drawn - {purl} for name in own[other]}
        else:
            self.few = few


class Without(Collection[str]):
    """Names that a library other than this one declares."""

    def __init__(self, holders: dict[str, int], mine: frozenset[str]) -> None:
        self._holders, self._mine = holders, mine

    def __contains__(self, name: object) -> bool:
        return self._holders.get(name, 0) > (name in self._mine)  # type: ignore[call-overload,no-any-return]

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._holders if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def names_of(corpus: Corpus) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the declared names of every library."""
    for batch in corpus.batches("known", ["purl", "names"]):
        for purl, names in zip(batch.column("purl").to_pylist(), batch.column("names").to_pylist(), strict=True):
            yield purl, frozenset(names)


def narrow_pool(corpus: Corpus, seed: int) -> frozenset[str]:
    """Return `NARROW` libraries that declare something, drawn with the seed."""
    told = sorted(one.purl for one in corpus.manifest.libraries if one.entries)
    return frozenset(random.Random(seed).sample(told, min(NARROW, len(told))))  # noqa: S311 - a draw, not a secret
