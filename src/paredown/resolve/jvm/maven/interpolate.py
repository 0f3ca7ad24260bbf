"""A text with `${…}` -> the text with what a POM's own properties say, and what it cannot say left standing.

Properties come from anyone, so a value may refer to itself or grow without end: both end at a bound.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

REFERENCE = re.compile(r"\$\{([^${}]{1,200})\}")
MAX_LENGTH = 2000
MAX_STEPS = 200
OF_THE_MACHINE = re.compile(r"\$\{(?:env\.|user\.|os\.|java\.|settings\.|sun\.|file\.|path\.|line\.|awt\.)")


def interpolate(text: str, properties: Mapping[str, str]) -> str:
    """Return `text` with each reference to one of `properties` replaced, over and over.

    A reference that nothing defines, and one that leads to itself, is left standing.
    """
    if "${" not in text:
        return text
    for _ in range(MAX_STEPS):
        grown = REFERENCE.sub(lambda found: properties.get(found[1], found[0]), text)
        if grown == text or len(grown) > MAX_LENGTH:
            return text
        text = grown
        if "${" not in text:
            return text
    return text


def why_left(text: str) -> str:
    """Return why a reference in `text` was left standing, as a sentence's end."""
    if OF_THE_MACHINE.search(text):
        return "is asked of the environment, which is not read"
    return "is a property that nothing at hand defines"
