"""What a detector says of a skill, and what that makes of it: caught, missed, false alarm, left alone or no verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from paredown.gate.price import Share
from paredown.lab.detect.skill import Label
from paredown.names import short

RULE = 80
"""Characters of a rule's name that are kept: it is a stranger's text."""


class Signal(NamedTuple):
    """How often a rule of a detector spoke."""

    rule: str
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What one detector says of one skill.

    `flagged` is its own judgement, None for no verdict, with the reason in `why`: a detector that lacks a key, weights
    or a program has not left a skill alone. `lasting` says that asking again would say the same, as it does of every
    verdict that is one. `seconds` is what it took, its part of a batch.
    """

    signals: tuple[Signal, ...] = ()
    flagged: bool | None
    why: str = ""
    lasting: bool = True
    seconds: float = 0.0

    def __post_init__(self) -> None:
        if (self.flagged is None) != bool(self.why):
            raise ValueError("a verdict that is none says why, and no other does")


def spoken(rules: Iterable[str], flagged: bool | None = None) -> Verdict:
    """Return the verdict of a detector that named `rules`, once for each time; it flags unless `flagged` says more."""
    counts: dict[str, int] = {}
    for rule in rules:
        name = short(rule, RULE)
        counts[name] = counts.get(name, 0) + 1
    signals = tuple(Signal(rule, counts[rule]) for rule in sorted(counts))
    return Verdict(signals=signals, flagged=bool(signals) if flagged is None else flagged)


def silent(why: str, *, lasting: bool = False) -> Verdict:
    """Return no verdict; `lasting` where it is the skill's doing, and no missing tool's."""
    return Verdict(flagged=None, why=why, lasting=lasting)


class Outcome(StrEnum):
    """The five columns; every skill lands in exactly one."""

    CAUGHT = "caught"
    MISSED = "missed"
    FALSE_ALARM = "false alarm"
    LEFT_ALONE = "left alone"
    NO_VERDICT = "no verdict"


def outcome(label: Label, flagged: bool | None) -> Outcome:
    """Return the column of a skill with this label and verdict."""
    if flagged is None:
        return Outcome.NO_VERDICT
    if label is Label.MALICIOUS:
        return Outcome.CAUGHT if flagged else Outcome.MISSED
    return Outcome.FALSE_ALARM if flagged else Outcome.LEFT_ALONE


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How many skills fell into each column; the columns sum to `n`, those with a verdict and those without."""

    caught: int
    missed: int
    false_alarm: int
    left_alone: int
    no_verdict: int

    @staticmethod
    def of(pairs: Iterable[tuple[Label, bool | None]]) -> Tally:
        """Count labels beside verdicts."""
        counts = dict.fromkeys(Outcome, 0)
        for label, flagged in pairs:
            counts[outcome(label, flagged)] += 1
        return Tally(**{column.replace(" ", "_"): count for column, count in counts.items()})

    @property
    def n(self) -> int:
        """All skills."""
        return self.caught + self.missed + self.false_alarm + self.left_alone + self.no_verdict

    @property
    def recall(self) -> Share:
        """Caught of the malicious ones with a verdict."""
        return Share(self.caught, self.caught + self.missed)

    @property
    def alarms(self) -> Share:
        """False alarms of the benign ones with a verdict."""
        return Share(self.false_alarm, self.false_alarm + self.left_alone)

    @property
    def separation(self) -> float:
        """Points of separation, from -100 to 100: the share of the malicious that is flagged less that of the benign.

        A detector that objects to everything, or to nothing, has none.
        """
        return 100 * (self.recall.rate - self.alarms.rate)


Verdicts = Mapping[str, Verdict]
"""The verdicts of one detector, by the id of the skill."""
Progress = Callable[[str, int, int], None]
"""Told what is done, how much of it, and of how much."""
