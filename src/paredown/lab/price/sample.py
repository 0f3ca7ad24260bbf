"""A rule and a corpus -> a few of its breaches to look at, drawn with a seed: the same rows on every engine."""

from __future__ import annotations

import hashlib
import heapq
from collections import defaultdict
from typing import NamedTuple

from paredown.lab.corpus.opened import Corpus
from paredown.lab.price.asked import RuleSpec, rule_of
from paredown.lab.price.by_re import COLUMNS
from paredown.lab.price.declared import Resolve
from paredown.lab.price.kernel import kernel
from paredown.lab.price.question import Engine, questions
from paredown.model import Breach


class Shown(NamedTuple):
    """One breach with the library that it is of."""

    purl: str
    breach: Breach


def sample(corpus: Corpus, spec: RuleSpec, engine: Engine, resolve: Resolve, *, count: int, seed: int) -> list[Shown]:
    """Return `count` of the breaches of a rule, each row as likely as any other.

    A row's turn is the digest of the seed and its place, so the draw needs no memory of the rows and no order.
    """
    (question,) = questions([spec], resolve)
    turns = heapq.nsmallest(
        count,
        ((turn(seed, one.purl, one.ordinal), one.purl, one.ordinal) for one in engine.rejected(corpus, question)),
    )
    wanted: dict[str, set[int]] = defaultdict(set)
    for _, purl, ordinal in turns:
        wanted[purl].add(ordinal)
    found: dict[tuple[str, int], Shown] = {}
    judge = kernel(str(corpus.folder), question.specs, resolve)
    for batch in corpus.batches(question.table, [*COLUMNS[question.table], "ordinal"]) if wanted else ():
        purls, ordinals = batch.column("purl").to_pylist(), batch.column("ordinal").to_pylist()
        rows = [row for row, purl in enumerate(purls) if ordinals[row] in wanted.get(purl, ())]
        if rows:
            columns = batch.take(rows).to_pydict()
            for row in range(len(rows)):
                purl = columns["purl"][row]
                for breach in rule_of(spec).check(judge.entry(columns, row), judge.known(purl)):
                    found.setdefault((purl, columns["ordinal"][row]), Shown(purl, breach))
    return [found[(purl, ordinal)] for _, purl, ordinal in turns]


def turn(seed: int, purl: str, ordinal: int) -> bytes:
    """Return when a row has its turn."""
    return hashlib.blake2b(f"{seed} {purl} {ordinal}".encode(), digest_size=16).digest()
