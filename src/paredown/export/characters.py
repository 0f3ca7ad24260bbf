"""The characters that a rule is about -> ranges of code points, which every dialect can write.

What the catalogue decides by a table (`names`, `gate`) is read from there. What it decides by asking Python's Unicode
data is frozen here, so that an export is the same under every Python; a test holds it to the catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from paredown.gate.rules.look_alike_letter import LOOK_ALIKES as TABLE
from paredown.gate.rules.spaced_name import SpacedName
from paredown.names.plain import HIDDEN as HIDDEN_PATTERN
from paredown.names.words import UNSPACED as UNSPACED_PATTERN


class Range(NamedTuple):
    """Code points from `first` to `last`, both included."""

    first: int
    last: int


Ranges = tuple[Range, ...]


def ranges(points: Iterable[int]) -> Ranges:
    """Return the fewest ranges that hold `points`."""
    found: list[Range] = []
    for point in sorted(set(points)):
        if found and found[-1].last == point - 1:
            found[-1] = Range(found[-1].first, point)
        else:
            found.append(Range(point, point))
    return tuple(found)


def of_class(pattern: str) -> Ranges:
    """Return the ranges of a pattern that is one class of plain characters, such as those of `names`."""
    return tuple(
        Range(ord(first), ord(last or first)) for first, last in re.findall(r"(.)(?:-(.))?", pattern[1:-1], re.DOTALL)
    )


SURROGATES = range(0xD800, 0xE000)
"""No text that a linter reads holds one, and several engines refuse a class that names one."""

BACKTICK = Range(0x60, 0x60)
SPACES = tuple(each for each in of_class(SpacedName.screen) if each != BACKTICK)
"""In a source file a backtick quotes a name and is no part of it."""
BACKSLASH = Range(0x5C, 0x5C)
HIDDEN = (*(each for each in of_class(HIDDEN_PATTERN.pattern) if each.first not in SURROGATES), BACKSLASH)
"""An escape hides its character as well, and no name needs one."""
UNSPACED = of_class(UNSPACED_PATTERN.pattern)

LATIN = of_class("[A-Za-z\xaa\xba\xc0-\xd6\xd8-\xf6\xf8-\u024f\u1e00-\u1eff]")
FOREIGN = of_class("[\u0400-\u0481\u048a-\u052f\u1c80-\u1c88\ua640-\ua66d\u0531-\u0556\u0560-\u0588\u13a0-\u13fd]")
"""Cyrillic, Armenian, Cherokee."""
LOOK_ALIKES = ranges(map(ord, TABLE))
STRANGERS = ranges(point for each in (*FOREIGN, *LOOK_ALIKES) for point in range(each.first, each.last + 1))
"""What no word mixes with Latin letters: the foreign scripts, and the Greek letters that pass for Latin."""

DISGUISED = of_class(
    "[\xaa\xb2\xb3\xb9\xba\xbc-\xbe\u0132\u0133\u013f\u0140\u0149\u017f\u01c4-\u01cc\u01f1-\u01f3\u02b0\u02b2\u02b3"
    "\u02b7\u02b8\u02e1-\u02e3\u1d2c\u1d2e\u1d30\u1d31\u1d33-\u1d3a\u1d3c\u1d3e-\u1d43\u1d47-\u1d49\u1d4d\u1d4f\u1d50"
    "\u1d52\u1d56-\u1d58\u1d5b\u1d62-\u1d65\u1d9c\u1da0\u1dbb\u1e9a\u2070\u2071\u2074-\u2079\u207f-\u2089\u2090-\u2093"
    "\u2095-\u209c\u20a8\u2100-\u2103\u2105\u2106\u2109-\u210e\u2110-\u2113\u2115\u2116\u2119-\u211d\u2120-\u2122"
    "\u2124\u2128\u212a\u212c\u212d\u212f-\u2131\u2133\u2134\u2139\u213b\u2145-\u2149\u2150-\u217f\u2189"
    "\u2460-\u24ea\u2c7c\u2c7d\u3250-\u325f\u32b1-\u32cf\u3358-\u337a\u3380-\u33ff\ua7f2-\ua7f4\ufb00-\ufb06"
    "\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\U000107a5\U0001d400-\U0001d6a3\U0001d7ce-\U0001d7ff"
    "\U0001f100-\U0001f10a\U0001f110-\U0001f12e\U0001f130-\U0001f14f\U0001f16a-\U0001f16c\U0001f190"
    "\U0001fbf0-\U0001fbf9]"
)
"""Letters and digits of ASCII in other clothes: Unicode's compatibility forms of them."""
