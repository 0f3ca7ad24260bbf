"""What resolving asked for in vain -> values: files that a client may bring, and reasons that a report prints."""

from __future__ import annotations

from paredown.model import Ecosystem, Unresolved
from paredown.names import plain
from paredown.resolve.jvm.coordinates import Coordinates, Module

LONGEST = 120


class Gaps:
    """What one pass over a graph lacks.

    `missing` are POMs, with whether Gradle's metadata likely lies beside; `missing_modules` are files of Gradle's
    metadata, and `ranges` the libraries of which only a repository's listing can say which version a range means.
    `managed` are versions that the project manages, so that a client which walks the graph itself comes past the same
    libraries.
    """

    def __init__(self) -> None:
        self.missing: dict[Coordinates, bool] = {}
        self.missing_modules: dict[Coordinates, None] = {}
        self.ranges: dict[tuple[Module, str], None] = {}
        self.managed: dict[Module, str] = {}
        self._unresolved: dict[Unresolved, None] = {}

    def tell(self, name: str, source: str, why: str) -> None:
        """Note that `name`, which `source` asks for, has no exact version, and `why`, which quotes nothing."""
        shown = plain(name)[:LONGEST] or "an unnamed dependency"
        gap = Unresolved(ecosystem=Ecosystem.MAVEN, name=shown, source=plain(source)[:LONGEST], why=why)
        self._unresolved[gap] = None

    @property
    def unresolved(self) -> tuple[Unresolved, ...]:
        """Everything told, once."""
        return tuple(self._unresolved)

    @property
    def askable(self) -> frozenset[object]:
        """Everything that a client could bring."""
        return frozenset((*self.missing, *((at, "module") for at in self.missing_modules), *self.ranges))
