"""An engine's counts -> the price of each rule: by publisher, ecosystem, kind and library, alone and all together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from paredown.errors import BadRule
from paredown.gate.costs import SKEWED
from paredown.gate.price import ALWAYS_THERE, TOGETHER, Share
from paredown.lab.corpus.manifest import group_of
from paredown.lab.corpus.opened import Corpus
from paredown.lab.price.asked import RuleSpec, rule_of
from paredown.lab.price.declared import Resolve
from paredown.lab.price.kernel import RAISED, parts_of
from paredown.lab.price.question import Engine, Found, Here, Question, digest_of, questions
from paredown.model import Part, Rule, Status


class Cell(NamedTuple):
    """The smallest thing that is counted: declarations of one kind, in one language, of one library."""

    purl: str
    language: str
    kind: str


class Slice(NamedTuple):
    """One row of a price by something: a publisher, an ecosystem, a kind."""

    name: str
    share: Share


@dataclass(slots=True)
class Priced:
    """The price of one rule over one corpus, as counts of cells; everything that is told is a sum of these."""

    slug: str
    corpus: Corpus
    of: Counter[Cell] = field(default_factory=Counter)
    rejected: Counter[Cell] = field(default_factory=Counter)
    parts: Counter[Part] = field(default_factory=Counter)

    @property
    def share(self) -> Share:
        """The whole price."""
        return Share(self.rejected.total(), self.of.total())

    @property
    def declared(self) -> Share:
        """The price over the libraries that some project declares."""
        libraries = self.corpus.libraries
        return Share(
            sum(count for cell, count in self.rejected.items() if libraries[cell.purl].declared),
            sum(count for cell, count in self.of.items() if libraries[cell.purl].declared),
        )

    def by(self, name: Callable[[Cell], str]) -> list[Slice]:
        """Return the price by what `name` says of a cell, most rejected first."""
        of: Counter[str] = Counter()
        rejected: Counter[str] = Counter()
        for cell, count in self.of.items():
            of[name(cell)] += count
        for cell, count in self.rejected.items():
            rejected[name(cell)] += count
        return sorted(
            (Slice(one, Share(rejected[one], count)) for one, count in of.items()),
            key=lambda one: (-one.share.rejected, -one.share.of, one.name),
        )

    def publisher(self, cell: Cell) -> str:
        """Return who published the library of a cell, with the ecosystem, since two may have one name."""
        library = self.corpus.libraries[cell.purl]
        return f"{library.ecosystem}:{library.publisher}"

    def group(self, cell: Cell) -> str:
        """Return the ecosystem of a cell."""
        return group_of(self.corpus.libraries[cell.purl].ecosystem, cell.language)

    @property
    def by_publisher(self) -> list[Slice]:
        """The price by publisher."""
        return self.by(self.publisher)

    @property
    def warnings(self) -> list[str]:
        """Where one publisher weighs too much for the rate to be the corpus's."""
        found = []
        rows = self.by_publisher
        heaviest = max(rows, key=lambda one: one.share.of, default=None)
        if heaviest and heaviest.share.of > SKEWED * self.share.of:
            rate = heaviest.share.of / self.share.of
            found.append(f"{heaviest.name} holds {rate:.0%} of the rows: the price is that publisher's")
        if rows and rows[0].share.rejected > SKEWED * self.share.rejected and self.share.rejected:
            rate = rows[0].share.rejected / self.share.rejected
            found.append(f"{rows[0].name} holds {rate:.0%} of what is rejected")
        return found


class Answer(NamedTuple):
    """The prices that were asked for, in order, and the digest of what the engine counted."""

    priced: tuple[Priced, ...]
    digest: str


def price(corpus: Corpus, specs: Sequence[RuleSpec], engine: Engine, resolve: Resolve, *, together: bool) -> Answer:
    """Return the price of each of `specs`, and with `together` that of the adopted ones as one.

    Raises `BadRule` when a rule fails on a row.
    """
    rows = engine.rows(corpus)
    by_slug: dict[str, Priced] = {}
    answers = {question: engine.found(corpus, question) for question in questions(specs, resolve)}
    for question, found in answers.items():
        for number, spec in enumerate(question.specs):
            by_slug[spec.slug] = _alone(corpus, spec, number, rows, found)
    priced = [by_slug[spec.slug] for spec in specs]
    if together:
        priced.append(_together(corpus, answers, engine, rows))
    return Answer(tuple(priced), "+".join(digest_of(found)[:16] for found in answers.values()))


def reads(rule: Rule, here: Here) -> bool:
    """Whether there is anything in such a row that `rule` reads, as `gate.price.reads` says of an entry."""
    if (rule.languages and here.language not in rule.languages) or (rule.kinds and here.kind not in rule.kinds):
        return False
    documented = Part.PROSE in rule.parts and here.documented
    return bool(rule.parts & ALWAYS_THERE) or documented or (Part.CONSTANT in rule.parts and here.literals)


def _alone(corpus: Corpus, spec: RuleSpec, number: int, rows: Mapping[Here, int], found: Mapping[Found, int]) -> Priced:
    rule = rule_of(spec)
    priced = Priced(spec.slug, corpus)
    for here, count in rows.items():
        if reads(rule, here):
            priced.of[Cell(here.purl, here.language, here.kind)] += count
    raised: Counter[str] = Counter()
    for one, count in found.items():
        bits = bytes.fromhex(one.found)[number]
        if bits & RAISED:
            raised[one.purl] += count
        elif bits:
            priced.rejected[Cell(one.purl, one.language, one.kind)] += count
            for part in parts_of(bits):
                priced.parts[part] += count
    if raised:
        raise BadRule(spec.slug, f"raised on {raised.total():,} rows, the first of {min(raised)}; it has no price")
    return priced


def _together(
    corpus: Corpus, answers: Mapping[Question, Mapping[Found, int]], engine: Engine, rows: Mapping[Here, int]
) -> Priced:
    """Count the rows that any adopted rule refuses once, in whichever table its text stands."""
    priced = Priced(TOGETHER, corpus)
    for here, count in rows.items():
        priced.of[Cell(here.purl, here.language, here.kind)] += count
    first, *others = answers
    adopted = [rule_of(spec).status is Status.ADOPTED for spec in first.specs]
    for found, count in answers[first].items():
        if any(bits and counts for bits, counts in zip(bytes.fromhex(found.found), adopted, strict=True)):
            priced.rejected[Cell(found.purl, found.language, found.kind)] += count
    # What two tables refuse of one row must not count twice: what the others refuse is held by row.
    seen = {
        (one.purl, one.ordinal)
        for question in map(only_adopted, others)
        if question.specs
        for one in engine.rejected(corpus, question)
    }
    if seen and only_adopted(first).specs:
        seen -= {(one.purl, one.ordinal) for one in engine.rejected(corpus, only_adopted(first))}
    for cell, count in _cells(corpus, seen):
        priced.rejected[cell] += count
    return priced


def only_adopted(question: Question) -> Question:
    """Return the question without the rejected rules."""
    return question._replace(specs=tuple(spec for spec in question.specs if rule_of(spec).status is Status.ADOPTED))


def _cells(corpus: Corpus, rows: set[tuple[str, int]]) -> Iterator[tuple[Cell, int]]:
    counted: Counter[Cell] = Counter()
    for batch in corpus.batches("prose", ["purl", "ordinal", "language", "kind"]) if rows else ():
        columns = batch.to_pydict()
        for purl, ordinal, language, kind in zip(*columns.values(), strict=True):
            if (purl, ordinal) in rows:
                counted[Cell(purl, language, kind)] += 1
    yield from counted.items()
