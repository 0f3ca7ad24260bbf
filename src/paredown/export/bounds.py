"""A rule on names and a dialect -> the patterns by which a linter decides it.

A bound is a conjunction: every test must hold, and no exemption may. An engine that looks around takes it as one
pattern (`Bound.pattern`), any other as its parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Search(NamedTuple):
    """A search for `pattern` in a name, and whether it must succeed. A pattern that begins with `^` is anchored."""

    pattern: str
    found: bool = True

    def denied(self) -> Search:
        """Return the search that holds exactly where this one does not."""
        return Search(self.pattern, not self.found)


class Bound(NamedTuple):
    """What of one rule can be decided on a name alone.

    `sentence` is what a linter says of a breach. A name is in breach when all `tests` hold, unless all tests of one
    of the `exemptions` hold.
    """

    rule: str
    sentence: str
    tests: tuple[Search, ...]
    exemptions: tuple[tuple[Search, ...], ...] = ()

    def pattern(self, any_character: str) -> str:
        """Return the bound as one pattern anchored at the start, for an engine that looks ahead."""
        return "^" + self.conditions(any_character)

    def conditions(self, any_character: str) -> str:
        """Return the bound as look-aheads, to stand at the start of a name."""
        exempt = "".join(f"(?!{_ahead(tests, any_character)})" for tests in self.exemptions)
        return _ahead(self.tests, any_character) + exempt


def _ahead(tests: Sequence[Search], any_character: str) -> str:
    return "".join(f"(?{'=' if test.found else '!'}{_from_start(test.pattern, any_character)})" for test in tests)


def _from_start(pattern: str, any_character: str) -> str:
    return pattern.removeprefix("^") if pattern.startswith("^") else f"{any_character}*?(?:{pattern})"
