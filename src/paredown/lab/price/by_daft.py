"""The engine of a corpus: Daft screens with the expressions of the rules, natively here or on a Ray cluster.

The screens run in the engine over whole columns; only rows that match reach the rules' own code. Both runners execute
the same expressions. A process has one runner, chosen before its first query.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from paredown.errors import CorpusUnusable, ExtraMissing, ParedownError
from paredown.lab.corpus.opened import Corpus
from paredown.lab.price.asked import rule_of
from paredown.lab.price.by_re import COLUMNS
from paredown.lab.price.kernel import BIT, candidate_parts, kernel
from paredown.lab.price.question import Found, Here, Question, Rejected
from paredown.model import Part, Rule

BATCH = 4096
"""Rows that the rules' own code takes at once."""


class ByDaft:
    """Counts with Daft."""

    def __init__(self, address: str | None = None) -> None:
        """Run natively, or with `address` on a Ray cluster (empty: one on this machine); raises `ExtraMissing`."""
        self._daft = imported()
        if address is None:
            self._daft.set_runner_native()
        else:
            from paredown.lab.corpus.reading import connected

            connected(address)
            self._daft.set_runner_ray(noop_if_initialized=True)

    def rows(self, corpus: Corpus) -> Counter[Here]:
        """Count every row of the surface."""
        frame = self._read(corpus, "surface")
        if frame is None:
            return Counter()
        with reading(corpus):
            return Counter({Here(*key): count for *key, count in self._grouped(frame, Here._fields)})

    def found(self, corpus: Corpus, question: Question) -> Counter[Found]:
        """Count the rows that some rule refuses."""
        frame = self._judged(corpus, question)
        if frame is None:
            return Counter()
        with reading(corpus):
            return Counter({Found(*key): count for *key, count in self._grouped(frame, Found._fields)})

    def rejected(self, corpus: Corpus, question: Question) -> Iterator[Rejected]:
        """Yield the rows that some rule refuses."""
        frame = self._judged(corpus, question)
        if frame is None:
            return
        with reading(corpus):
            for batch in frame.select(*Rejected._fields).to_arrow_iter():
                columns = batch.to_pydict()
                yield from map(Rejected._make, zip(*(columns[name] for name in Rejected._fields), strict=True))

    def _grouped(self, frame: Any, names: tuple[str, ...]) -> Iterator[tuple[Any, ...]]:
        counted = frame.groupby(*names).agg(self._daft.col("purl").count().alias("rows_counted")).to_pydict()
        return zip(*(counted[name] for name in (*names, "rows_counted")), strict=True)

    def _read(self, corpus: Corpus, table: str) -> Any:
        paths = corpus.paths(table)
        if not paths:
            return None
        with reading(corpus):
            return self._daft.read_parquet(paths)

    def _judged(self, corpus: Corpus, question: Question) -> Any:
        daft = self._daft
        frame = self._read(corpus, question.table)
        if frame is None:
            return None
        col, names = daft.col, COLUMNS[question.table]
        candidates = [f"candidates_{number}" for number in range(len(question.specs))]
        screened = frame.select(
            *(col(name) for name in (*names, "ordinal")),
            *(self._screen(rule_of(spec)).alias(alias) for spec, alias in zip(question.specs, candidates, strict=True)),
        )
        matched = col(candidates[0]) != 0
        for alias in candidates[1:]:
            matched = matched | (col(alias) != 0)
        decide = verdicts(daft)
        asked = (str(corpus.folder), question, *(col(name) for name in (*names, *candidates)))
        return screened.where(matched).with_column("found", decide(*asked)).where(~col("found").is_null())

    def _screen(self, rule: Rule) -> Any:
        """Return the expression that gives the parts, as bits, whose text the screen of `rule` matches."""
        daft, lit = self._daft, self._daft.lit
        bits = lit(0)
        for part in candidate_parts(rule):
            bits = bits + self._matches(part, rule.screen).fill_null(False).cast(daft.DataType.int64()) * BIT[part]
        about = lit(True)
        if rule.languages:
            about = about & daft.col("language").is_in(sorted(one.value for one in rule.languages))
        if rule.kinds:
            about = about & daft.col("kind").is_in(sorted(one.value for one in rule.kinds))
        return bits * about.cast(daft.DataType.int64())

    def _matches(self, part: Part, screen: str) -> Any:
        from daft.functions import list_bool_or, list_join, list_map, regexp

        col = self._daft.col
        if part is Part.NAME:
            return regexp(list_join(col("names"), ".").fill_null(""), screen)
        if part is Part.CONSTANT:
            return list_bool_or(list_map(col("constants"), regexp(self._daft.element(), screen)))
        return regexp(col({Part.MODULE: "module", Part.SIGNATURE: "signature", Part.PROSE: "doc"}[part]), screen)


@contextmanager
def reading(corpus: Corpus) -> Iterator[None]:
    """Turn a failure of the engine, which names files and threads, into one sentence; raises `CorpusUnusable`."""
    try:
        yield
    except (ParedownError, GeneratorExit):
        raise
    except Exception as error:
        why = (
            f"the engine failed on it ({type(error).__name__}); `lab corpus show --thorough` tells whether it is whole"
        )
        raise CorpusUnusable(corpus.folder, why) from error


def verdicts(daft: Any) -> Any:
    """Return the function of a batch that runs the rules' own code, wherever the engine puts the batch."""

    def decide(folder: str, question: Question, *columns: Any) -> list[str | None]:
        names = COLUMNS[question.table]
        lists = [column.to_pylist() for column in columns]
        rows = dict(zip(names, lists[: len(names)], strict=True))
        judge = kernel(folder, question.specs, question.resolve)
        found = judge.found(rows, lists[len(names) :])
        return [one.hex() if any(one) else None for one in found]

    return daft.func.batch(return_dtype=daft.DataType.string(), batch_size=BATCH)(decide)


def imported() -> Any:
    """Return `daft`; raises `ExtraMissing`."""
    try:
        import daft
    except ImportError as error:
        raise ExtraMissing("--engine daft", "needs Daft: install paredown[wide]") from error
    return daft
