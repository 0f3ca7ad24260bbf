"""The annotations of a declaration -> how far it is withdrawn from its callers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from paredown.harvest.jvm.annotations import Annotations
from paredown.model import Deprecation

KOTLIN: Final = "Lkotlin/Deprecated;"
SINCE: Final = "Lkotlin/DeprecatedSinceKotlin;"
JAVA: Final = "Ljava/lang/Deprecated;"
LEVELS: Final = {"WARNING": Deprecation.WARNING, "ERROR": Deprecation.ERROR, "HIDDEN": Deprecation.HIDDEN}
STEPS: Final = (
    ("hiddenSince", Deprecation.HIDDEN),
    ("errorSince", Deprecation.ERROR),
    ("warningSince", Deprecation.WARNING),
)
ORDER: Final = tuple(Deprecation)
NUMBER: Final = re.compile(r"[0-9]{1,9}")


def withdrawn(
    annotations: Annotations, attributes: Mapping[str, int], kotlin: tuple[int, ...], *, synthetic: bool = False
) -> Deprecation:
    """Return how far the declaration with `annotations` is withdrawn.

    `kotlin` is the version that callers compile with, empty for a newer one than any mark. `synthetic` says that
    the compiler hides it from every caller by that: then a Kotlin deprecation is a hidden one, whatever its level.
    What Java marks as `forRemoval` can still be called.
    """
    if KOTLIN not in annotations:
        if JAVA in annotations and annotations.values(JAVA).is_true("forRemoval"):
            return Deprecation.REMOVAL
        marked = JAVA in annotations or "Deprecated" in attributes
        return Deprecation.WARNING if marked else Deprecation.NONE
    if synthetic:
        return Deprecation.HIDDEN
    if SINCE in annotations:
        since = annotations.values(SINCE)
        for step, found in STEPS:
            version = since.text(step)
            if version and (not kotlin or numbers(version) <= kotlin):
                return found
        return Deprecation.NONE
    return LEVELS.get(annotations.values(KOTLIN).text("level"), Deprecation.WARNING)


def furthest(*found: Deprecation) -> Deprecation:
    """Return the one of `found` that withdraws most."""
    return max(found, key=ORDER.index)


def numbers(version: str) -> tuple[int, ...]:
    """Return the numbers of a Kotlin version (`2.1.20-RC` -> 2, 1, 20), to compare."""
    return tuple(int(number) for number in NUMBER.findall(version.partition("-")[0])[:3])
