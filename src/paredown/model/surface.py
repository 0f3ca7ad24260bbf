"""A set of entries that only ever shrinks, and the ledger of what each step removed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from time import perf_counter

from paredown.model.entry import Entry

SAMPLE = 5
"""How many of the removed symbols a cut remembers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How much is there: entries, the artifacts they come from, and the publishers of those."""

    entries: int
    artifacts: int
    publishers: int

    @staticmethod
    def of(entries: Iterable[Entry]) -> Counts:
        """Count `entries`; an artifact or publisher without an entry counts as absent."""
        total = 0
        artifacts: dict[str, str] = {}
        for total, entry in enumerate(entries, 1):  # noqa: B007 - the last index is the count
            artifacts.setdefault(entry.artifact.purl, f"{entry.artifact.ecosystem}:{entry.artifact.publisher}")
        return Counts(entries=total, artifacts=len(artifacts), publishers=len(set(artifacts.values())))


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """One step of the ledger: what was there before and after, and a few of the symbols removed."""

    step: str
    before: Counts
    after: Counts
    sample: tuple[str, ...] = ()
    seconds: float = 0.0

    def __post_init__(self) -> None:
        grown = (
            self.after.entries > self.before.entries
            or self.after.artifacts > self.before.artifacts
            or self.after.publishers > self.before.publishers
        )
        if grown:
            raise ValueError(f"{self.step}: a cut never adds")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """What was harvested and each cut since; every cut begins where the one before it ended."""

    harvested: Counts
    seconds: float = 0.0
    cuts: tuple[Cut, ...] = ()

    def __post_init__(self) -> None:
        now = self.harvested
        for cut in self.cuts:
            if cut.before != now:
                raise ValueError(f"{cut.step}: the ledger does not telescope")
            now = cut.after


@dataclass(frozen=True, slots=True, kw_only=True)
class Surface:
    """The entries that are left, and how it came to these.

    The only way to another surface is `cut`, which removes.
    """

    entries: tuple[Entry, ...]
    ledger: Ledger = field(default_factory=lambda: Ledger(harvested=Counts(entries=0, artifacts=0, publishers=0)))

    @staticmethod
    def of(entries: Iterable[Entry], seconds: float = 0.0) -> Surface:
        """Return the surface as harvested, in `seconds`."""
        held = tuple(entries)
        return Surface(entries=held, ledger=Ledger(harvested=Counts.of(held), seconds=seconds))

    @property
    def counts(self) -> Counts:
        """The counts after the last cut."""
        return self.ledger.cuts[-1].after if self.ledger.cuts else self.ledger.harvested

    def cut(self, step: str, keep: Callable[[Entry], bool], since: float | None = None) -> Surface:
        """Return the surface of the entries that `keep` holds true for, with one more line in the ledger.

        `since` is a `perf_counter` reading from before the work that made `keep`, so that the ledger's seconds
        cover it.
        """
        start = perf_counter() if since is None else since
        kept: list[Entry] = []
        sample: list[str] = []
        for entry in self.entries:
            if keep(entry):
                kept.append(entry)
            elif len(sample) < SAMPLE:
                sample.append(str(entry.symbol))
        cut = Cut(
            step=step,
            before=self.counts,
            after=Counts.of(kept),
            sample=tuple(sample),
            seconds=perf_counter() - start,
        )
        ledger = Ledger(harvested=self.ledger.harvested, seconds=self.ledger.seconds, cuts=(*self.ledger.cuts, cut))
        return Surface(entries=tuple(kept), ledger=ledger)
