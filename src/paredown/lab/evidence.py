"""A figure and where it comes from -> a value that carries its stamp: no number leaves the laboratory without one."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Generic, TypeVar

from paredown import __version__
from paredown.gate.price import Interval, Share

T = TypeVar("T")
ROOMS = ("gate", "lab", "model", "names")
"""The rooms whose code decides a figure, beside the corpus."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """Where a figure comes from.

    `harness` is the digest of the code that measured: figures of different harnesses are not compared. `model` and
    `model_version` are both given or neither.
    """

    date: str
    tool: str
    harness: str
    corpus: str
    seed: int | None = None
    model: str = ""
    model_version: str = ""

    def __post_init__(self) -> None:
        if bool(self.model) != bool(self.model_version):
            raise ValueError("a model and its version are both given, or neither")

    @staticmethod
    def of(corpus: str, seed: int | None = None) -> Stamp:
        """Return the stamp of a measurement made now over the corpus of that digest."""
        today = datetime.now(UTC).date().isoformat()
        return Stamp(date=today, tool=__version__, harness=harness_digest(), corpus=corpus, seed=seed)

    def told(self) -> dict[str, object]:
        """Return the stamp as plain data, without what does not apply."""
        named = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return {name: value for name, value in named.items() if value not in (None, "")}

    def __str__(self) -> str:
        seed = "" if self.seed is None else f", seed {self.seed}"
        return f"{self.date}, paredown {self.tool}, harness {self.harness}, corpus {self.corpus[:19]}{seed}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured(Generic[T]):
    """A value over `n` cases, with its 95 % interval where it has one."""

    value: T
    n: int
    interval: Interval | None
    stamp: Stamp

    @staticmethod
    def rate(share: Share, stamp: Stamp) -> Measured[float]:
        """Return a rate with Wilson's interval."""
        return Measured(value=share.rate, n=share.of, interval=share.interval, stamp=stamp)


@lru_cache(maxsize=1)
def harness_digest() -> str:
    """Return 12 hex digits over the source of the rooms that decide a figure."""
    total = hashlib.sha256()
    waiting: list[Traversable] = [files("paredown") / room for room in ROOMS]
    sources: list[str] = []
    while waiting:
        for found in waiting.pop().iterdir():
            if found.is_dir():
                waiting.append(found)
            elif found.name.endswith(".py"):
                sources.append(f"{found.name} {hashlib.sha256(found.read_bytes()).hexdigest()}")
    total.update("\n".join(sorted(sources)).encode())
    return total.hexdigest()[:12]
