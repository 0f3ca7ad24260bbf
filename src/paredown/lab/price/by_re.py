"""The engine of a project: Python's own `re` over the corpus as a stream, one row group in memory at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from paredown.lab.corpus.opened import Corpus
from paredown.lab.price.asked import exact, rule_of
from paredown.lab.price.kernel import BIT, PROSE_COLUMNS, SURFACE_COLUMNS, candidate_parts, kernel
from paredown.lab.price.question import Found, Here, Question, Rejected
from paredown.model import Part, Rule

COLUMNS = {"surface": SURFACE_COLUMNS, "prose": PROSE_COLUMNS}
Columns = Mapping[str, Sequence[Any]]


class Judged(NamedTuple):
    """One batch: its columns, and what is refused of each row."""

    columns: Columns
    found: list[bytes]


class ByRe:
    """Counts with `re`."""

    def rows(self, corpus: Corpus) -> Counter[Here]:
        """Count every row of the surface."""
        counted: Counter[Here] = Counter()
        for batch in corpus.batches("surface", list(Here._fields)):
            columns = batch.to_pydict()
            counted.update(map(Here._make, zip(*(columns[name] for name in Here._fields), strict=True)))
        return counted

    def found(self, corpus: Corpus, question: Question) -> Counter[Found]:
        """Count the rows that some rule refuses."""
        counted: Counter[Found] = Counter()
        for columns, found in self._judged(corpus, question):
            for row, verdicts in enumerate(found):
                if any(verdicts):
                    told = (columns["purl"][row], columns["language"][row], columns["kind"][row])
                    counted[Found(*told, verdicts.hex())] += 1
        return counted

    def rejected(self, corpus: Corpus, question: Question) -> Iterator[Rejected]:
        """Yield the rows that some rule refuses."""
        for columns, found in self._judged(corpus, question):
            for row, verdicts in enumerate(found):
                if any(verdicts):
                    yield Rejected(columns["purl"][row], columns["ordinal"][row], verdicts.hex())

    @staticmethod
    def _judged(corpus: Corpus, question: Question) -> Iterator[Judged]:
        rules = [rule_of(spec) for spec in question.specs]
        judge = kernel(str(corpus.folder), question.specs, question.resolve)
        for batch in corpus.batches(question.table, [*COLUMNS[question.table], "ordinal"]):
            columns = batch.to_pydict()
            candidates = [screened_parts(rule, columns, batch.num_rows) for rule in rules]
            yield Judged(columns, judge.found(columns, candidates))


def screened_parts(rule: Rule, columns: Columns, count: int) -> list[int]:
    """Return for each row the parts, as bits, whose text the screen of `rule` matches."""
    found = [0] * count
    search = exact(rule.screen).search
    for part in candidate_parts(rule):
        bit = BIT[part]
        for row, texts in enumerate(texts_of(part, columns)):
            if any(map(search, texts)):
                found[row] |= bit
    for row in range(count):
        spoken = not rule.languages or columns["language"][row] in rule.languages
        if not spoken or (rule.kinds and columns["kind"][row] not in rule.kinds):
            found[row] = 0
    return found


def texts_of(part: Part, columns: Columns) -> Iterator[Sequence[str]]:
    """Yield the texts of each row that a screen runs over, as `gate.reading.screened` has them of an entry."""
    if part is Part.NAME:
        yield from ((".".join(names),) for names in columns["names"])
    elif part is Part.MODULE:
        yield from ((module,) for module in columns["module"])
    elif part is Part.SIGNATURE:
        yield from ((signature,) for signature in columns["signature"])
    elif part is Part.CONSTANT:
        yield from (constants or () for constants in columns["constants"])
    else:
        yield from ((doc,) if doc else () for doc in columns["doc"])
