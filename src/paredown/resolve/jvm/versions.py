"""Versions and ranges as Maven and Gradle write them -> their order, and the one that a range means.

The order is Gradle's, which is Maven's too wherever releases are told apart by numbers: parts are compared in turn, a
number is later than a word, and the words `dev`, `alpha` and so on come before no word at all, `sp` after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

PARTS = re.compile(r"\d+|[A-Za-z]+")
QUALIFIERS = {
    "dev": -8,
    "alpha": -7,
    "a": -7,
    "beta": -6,
    "b": -6,
    "milestone": -5,
    "m": -5,
    "rc": -4,
    "cr": -4,
    "snapshot": -3,
    "final": -1,
    "ga": -1,
    "release": -1,
    "sp": 1,
}
"""How a word compares with nothing; one that is not here comes before nothing, by its letters."""
UNKNOWN = -9
NUMBER = 2
END = (0, 0, "")
INTERVAL = re.compile(r"([\[\](])\s*([^,\[\]()\s]*)\s*(?:(,)\s*([^,\[\]()\s]*)\s*)?([\])\[])")
RANGE = re.compile(rf"(?:{INTERVAL.pattern}\s*,?\s*)+")
DYNAMIC = re.compile(r"(?:[\w.-]*\+|latest\.\w+|LATEST|RELEASE)")
MAX_DIGITS = 18

Key = tuple[tuple[int, int, str], ...]


def order(version: str) -> Key:
    """Return a key by which versions sort from the oldest to the newest."""
    parts: list[tuple[int, int, str]] = []
    for part in (*map(_part, PARTS.findall(version.lower())), END):
        # `1.0` is `1`, and `1.0-rc` comes before it: zeros at the end of the numbers say nothing.
        while part[0] != NUMBER and parts and parts[-1] == (NUMBER, 0, ""):
            parts.pop()
        parts.append(part)
    return tuple(parts)


def _part(text: str) -> tuple[int, int, str]:
    if text.isdigit():
        return (NUMBER, int(text[:MAX_DIGITS]), "")
    rank = QUALIFIERS.get(text, UNKNOWN)
    return (rank, 0, text if rank == UNKNOWN else "")


class Bound(NamedTuple):
    """One interval of a range; an empty end is open."""

    low: str
    low_included: bool
    high: str
    high_included: bool

    def holds(self, version: str) -> bool:
        """Whether `version` lies within."""
        key = order(version)
        if self.low and (key < order(self.low) or (key == order(self.low) and not self.low_included)):
            return False
        return not (self.high and (key > order(self.high) or (key == order(self.high) and not self.high_included)))


def is_range(text: str) -> bool:
    """Whether `text` asks for one of several versions rather than for one."""
    return RANGE.fullmatch(text) is not None or DYNAMIC.fullmatch(text) is not None


def pinned(text: str) -> str:
    """Return the one version that a range such as `[1.0]` allows, or `text` itself."""
    found = INTERVAL.fullmatch(text)
    return found[2] if found and not found[3] and found[2] else text


def bounds(text: str) -> tuple[Bound, ...]:
    """Return the intervals of a range."""
    found = []
    for opens, low, comma, high, closes in INTERVAL.findall(text):
        found.append(Bound(low, opens == "[", high if comma else low, closes == "]"))
    return tuple(found)


def choose(text: str, known: Iterable[str]) -> str:
    """Return the newest of the `known` versions that a range or a prefix such as `1.+` allows, empty when none is."""
    if DYNAMIC.fullmatch(text):
        prefix = text[:-1] if text.endswith("+") else ""
        allowed = [version for version in known if version.startswith(prefix)]
        if text in ("RELEASE", "latest.release"):
            allowed = [version for version in allowed if not version.endswith("-SNAPSHOT")]
    else:
        held = bounds(text)
        allowed = [version for version in known if any(bound.holds(version) for bound in held)]
    return max(allowed, key=order, default="")
