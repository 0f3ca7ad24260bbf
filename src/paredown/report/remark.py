"""A breach -> what a person is told of it, made plain and cut short."""

from __future__ import annotations

from dataclasses import dataclass

from paredown.model import Artifact, Breach, Part
from paredown.names import plain, short, short_symbol
from paredown.report.place import Place

EVIDENCE = 24
"""Characters of a name that are shown as evidence. A name that was planted to be obeyed is not repeated whole: an agent
may read what a check printed."""
PATH = 60
"""Characters of a path, or of other text, that are shown as evidence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """One breach, safe to print.

    `symbol` is whole, as an exception names it; `shown` is cut short, as `evidence` is. `reason` is why the breach was
    let through, empty when it was not.
    """

    rule: str
    symbol: str
    shown: str
    artifact: str
    name: str
    version: str
    part: Part
    why: str
    evidence: str
    place: Place
    reason: str = ""

    @staticmethod
    def of(breach: Breach, artifact: Artifact, place: Place, reason: str = "") -> Remark:
        """Return what a person is told of `breach`."""
        symbol = plain(str(breach.symbol))
        return Remark(
            rule=breach.rule,
            symbol=symbol,
            shown=short_symbol(symbol),
            artifact=plain(artifact.purl),
            name=plain(artifact.name),
            version=plain(artifact.version),
            part=breach.part,
            why=breach.why,
            evidence=evidence(breach),
            place=place,
            reason=plain(reason),
        )

    @property
    def sentence(self) -> str:
        """The remark on one line, without its rule."""
        where = "" if self.evidence in self.shown else f" ({self.part}: {self.evidence})"
        return f"{self.shown}: {self.why}{where}"


def sought(breach: Breach) -> tuple[str, ...]:
    """Return the texts by which a breach is found in source files, the surest first."""
    return breach.evidence.untrusted(), breach.symbol.name


def evidence(breach: Breach) -> str:
    """Return the offending text as a person may see it."""
    named = breach.part in (Part.NAME, Part.MODULE, Part.SIGNATURE)
    return short(breach.evidence.untrusted(), EVIDENCE if named else PATH)
