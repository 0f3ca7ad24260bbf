"""A way to resolve with what is at hand -> the whole graph: again and again, bringing what was missing in between."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from paredown.resolve.jvm.bring import Bringer
from paredown.resolve.jvm.gaps import Gaps
from paredown.resolve.jvm.reached import Reached

MAX_ROUNDS = 24
"""A POM brings to light the next ones; real graphs are whole after two to five rounds."""


class Resolving(Protocol):
    """A project of one build tool."""

    def once(self, gaps: Gaps) -> Reached:
        """Resolve with what is at hand now; what is missing goes to `gaps`."""


class Completed(NamedTuple):
    """A graph, and what it still lacks."""

    reached: Reached
    gaps: Gaps


def complete(resolving: Resolving, bringer: Bringer | None) -> Completed:
    """Resolve until nothing new is missing, or nobody can bring it; without a `bringer`, once."""
    asked: set[object] = set()
    for _ in range(MAX_ROUNDS):
        completed = _once(resolving)
        wanted = completed.gaps.askable
        if bringer is None or bringer.unreachable or wanted <= asked:
            return completed
        bringer.metadata(completed.gaps, asked)
        asked |= wanted
    return _once(resolving)


def _once(resolving: Resolving) -> Completed:
    gaps = Gaps()
    return Completed(resolving.once(gaps), gaps)
