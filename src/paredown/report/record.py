"""What one `paredown index` did, as a value that is kept beside the index and read back."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from paredown.model import Allowed, Breach, Counts, Ecosystem, Ledger, Unread, Unresolved
from paredown.settings import Scope

FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One ecosystem of the project: what was read, and how many artifacts it names and pins."""

    ecosystem: Ecosystem
    source: str
    declared: int
    resolved: int
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One line of the ledger: what is left after the step, and some of what it removed."""

    step: str
    entries: int
    artifacts: int
    publishers: int
    seconds: float
    sample: tuple[str, ...] = ()

    @staticmethod
    def all_of(ledger: Ledger) -> tuple[Step, ...]:
        """Return a ledger's lines, the harvest first."""

        def line(step: str, counts: Counts, seconds: float, sample: tuple[str, ...] = ()) -> Step:
            return Step(
                step=step,
                entries=counts.entries,
                artifacts=counts.artifacts,
                publishers=counts.publishers,
                seconds=round(seconds, 3),
                sample=sample,
            )

        first = line("harvest", ledger.harvested, ledger.seconds)
        return (first, *(line(cut.step, cut.after, cut.seconds, cut.sample) for cut in ledger.cuts))


@dataclass(frozen=True, slots=True, kw_only=True)
class Silent:
    """An artifact without a single entry, and why."""

    artifact: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """One breach of a bound, without its evidence; `reason` is why it was let through, or empty when it was not."""

    rule: str
    symbol: str
    artifact: str
    part: str
    why: str
    reason: str = ""

    @staticmethod
    def of(breach: Breach, reason: str = "") -> Refused:
        """Return what a record keeps of `breach`."""
        return Refused(
            rule=breach.rule,
            symbol=str(breach.symbol),
            artifact=breach.artifact,
            part=breach.part,
            why=breach.why,
            reason=reason,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One run: sources, ledger, and everything that is missing, each with its reason.

    `seconds` is the wall time of the whole run; the fields from `scope` to `offline` are how it was asked.
    """

    project: str
    index: str
    lock_digest: str
    tool: str
    date: str
    scope: Scope
    dev: bool
    ecosystems: tuple[Ecosystem, ...]
    environment: str
    exceptions: tuple[Allowed, ...]
    offline: bool
    seconds: float
    sources: tuple[Source, ...]
    ledger: tuple[Step, ...]
    unread: tuple[Unread, ...]
    unresolved: tuple[Unresolved, ...]
    silent: tuple[Silent, ...]
    refused: tuple[Refused, ...] = ()
    allowed: tuple[Refused, ...] = ()
    notes: tuple[str, ...] = ()
    checkouts: str = ""

    @property
    def refused_by(self) -> Counter[str]:
        """How many symbols each rule refused: one that breaches a rule in two places is refused once."""
        return Counter(rule for rule, _, _ in {(one.rule, one.symbol, one.artifact) for one in self.refused})

    def to_json(self) -> str:
        """Return the record as JSON, in the form that `from_json` reads."""
        return json.dumps({"format": FORMAT, **asdict(self)}, ensure_ascii=True)

    @staticmethod
    def from_json(text: str) -> Record:
        """Return the record in `text`; raises ValueError, KeyError or TypeError when it is none."""
        data: dict[str, Any] = json.loads(text)
        if data.pop("format") != FORMAT:
            raise ValueError("a record of another format")
        return Record(
            **{
                **data,
                "sources": tuple(_source(item) for item in data["sources"]),
                "ledger": tuple(Step(**{**item, "sample": tuple(item["sample"])}) for item in data["ledger"]),
                "unread": tuple(Unread(**item) for item in data["unread"]),
                "unresolved": tuple(
                    Unresolved(**{**item, "ecosystem": Ecosystem(item["ecosystem"])}) for item in data["unresolved"]
                ),
                "silent": tuple(Silent(**item) for item in data["silent"]),
                "refused": tuple(Refused(**item) for item in data["refused"]),
                "allowed": tuple(Refused(**item) for item in data["allowed"]),
                "ecosystems": tuple(Ecosystem(name) for name in data["ecosystems"]),
                "exceptions": tuple(Allowed(*item) for item in data["exceptions"]),
                "notes": tuple(data["notes"]),
            }
        )


def _source(item: Mapping[str, Any]) -> Source:
    return Source(**{**item, "ecosystem": Ecosystem(item["ecosystem"]), "notes": tuple(item["notes"])})
