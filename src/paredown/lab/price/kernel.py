"""Screened rows of a corpus and rules -> which parts of each row a rule refuses: the one place where rules decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from paredown.gate.reading import in_order
from paredown.lab.corpus.opened import Corpus
from paredown.lab.price.asked import Matching, RuleSpec, rule_of
from paredown.lab.price.declared import Declared, Resolve
from paredown.model import (
    NO_PROSE,
    Artifact,
    Deprecation,
    Ecosystem,
    Entry,
    Files,
    Kind,
    Known,
    Language,
    Part,
    Prose,
    Rule,
    Symbol,
)

BIT = {part: 1 << number for number, part in enumerate(Part)}
"""One bit a part in the byte that says what a rule refuses of a row."""
RAISED = 1 << 7
"""The bit of a row on which the rule itself failed."""
SURFACE_COLUMNS = ("purl", "language", "kind", "module", "names", "signature")
PROSE_COLUMNS = ("purl", "language", "kind", "module", "names", "doc", "constants")
NOWHERE = Path("/")


class Kernel:
    """Rules over rows: what every engine runs once its screen has matched."""

    def __init__(self, corpus: Corpus, specs: Sequence[RuleSpec], resolve: Resolve) -> None:
        self._corpus = corpus
        self._rules = [rule_of(spec) for spec in specs]
        self._declared = Declared(corpus, resolve)

    def found(self, columns: Mapping[str, Sequence[Any]], candidates: Sequence[Sequence[int]]) -> list[bytes]:
        """Return a byte for each rule and row: the parts that it refuses.

        `columns` are the columns of the rows; `candidates` the parts, as bits, whose screen matched: a sequence for
        each rule.
        """
        found: list[bytes] = []
        for row in range(len(columns["purl"])):
            known = self._declared.of(columns["purl"][row])
            entry: Entry | None = None
            verdicts = bytearray(len(self._rules))
            for number, rule in enumerate(self._rules):
                matched = candidates[number][row]
                if not matched:
                    continue
                if isinstance(rule, Matching):
                    verdicts[number] = matched
                    continue
                entry = entry or self.entry(columns, row)
                verdicts[number] = refused(rule, entry, known)
            found.append(bytes(verdicts))
        return found

    def entry(self, columns: Mapping[str, Sequence[Any]], row: int) -> Entry:
        """Return one row as the entry that it came from."""
        doc = columns["doc"][row] if "doc" in columns else None
        constants = columns["constants"][row] if "constants" in columns else None
        return Entry(
            symbol=Symbol(
                language=Language(columns["language"][row]), parts=(columns["module"][row], *columns["names"][row])
            ),
            kind=Kind(columns["kind"][row]),
            signature=columns["signature"][row] if "signature" in columns else "",
            import_path=columns["module"][row],
            artifact=self._artifact(columns["purl"][row]),
            deprecation=Deprecation.NONE,
            constants=tuple(map(Prose, constants or ())),
            prose=Prose(doc) if doc else NO_PROSE,
        )

    def known(self, purl: str) -> Known:
        """Return what resolves for a row of `purl`."""
        return self._declared.of(purl)

    @lru_cache(maxsize=256)  # noqa: B019 - a kernel lives as long as its process counts
    def _artifact(self, purl: str) -> Artifact:
        library = self._corpus.libraries[purl]
        return Artifact(
            purl=library.purl,
            ecosystem=Ecosystem(library.ecosystem),
            name=library.name,
            version="0",
            publisher=library.publisher,
            declared=library.declared,
            files=Files(root=NOWHERE),
            digest=library.digest,
        )


def refused(rule: Rule, entry: Entry, known: Known) -> int:
    """Return the parts of `entry` that `rule` refuses, as bits; a rule that raises is a bit of its own."""
    bits = 0
    try:
        for breach in rule.check(entry, known):
            bits |= BIT[breach.part]
    except Exception:  # a fault of the rule is counted here and said by whoever asked for the price
        return RAISED
    return bits


def parts_of(bits: int) -> list[Part]:
    """Return the parts that `bits` name."""
    return [part for part, bit in BIT.items() if bits & bit]


def candidate_parts(rule: Rule) -> tuple[Part, ...]:
    """Return the parts that a screen of `rule` runs over."""
    return in_order(rule.parts)


@lru_cache(maxsize=4)
def kernel(folder: str, specs: tuple[RuleSpec, ...], resolve: Resolve) -> Kernel:
    """Return the kernel of a process for one question, opened once."""
    return Kernel(Corpus(Path(folder)), specs, resolve)
