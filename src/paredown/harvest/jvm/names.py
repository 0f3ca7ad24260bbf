"""Declared names -> what may stand in a signature: one line, nothing that looks like a literal."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from paredown.harvest.text import BLANK, MAX_SIGNATURE
from paredown.model import ELIDED

WORD: Final = re.compile(r"[^\W\d]\w*\Z")
KEYWORDS: Final = frozenset(
    """as break class continue do else false for fun if in interface is null object package return super this throw
    true try typealias typeof val var when while""".split()  # noqa: SIM905 - a paragraph of words
)
"""The words that a Kotlin caller must put into backticks to use them as a name."""
HIDDEN: Final = "\N{REPLACEMENT CHARACTER}"
MAX_LISTED: Final = MAX_SIGNATURE // 2
"""Parts of a list that a signature could show: a class file may claim sixty thousand, each as long as it likes."""


def quoted(name: str) -> str:
    """Return a Kotlin name as its callers write it: in backticks where it is not a plain word."""
    if len(name) > MAX_SIGNATURE:
        name = cut(name)
    return name if name not in KEYWORDS and (name.isidentifier() or WORD.match(name)) else f"`{name}`"


@lru_cache(maxsize=4096)
def kotlin_class(qualified: str) -> str:
    """Return how a Kotlin caller writes the class `kotlin/collections/Map.Entry`, its package imported."""
    return cut(".".join(map(quoted, qualified.rpartition("/")[2].split("."))))


@lru_cache(maxsize=4096)
def java_class(internal: str) -> str:
    """Return how a Java caller writes the class `java/util/Map$Entry`, its package imported.

    A dollar sign is taken for the mark of a nested class wherever it stands between two names.
    """
    name = cut(internal.rpartition("/")[2])
    if "$" not in name:
        return name
    outer, *nested = name.split("$")
    whole = outer
    for part in nested:
        joint = "." if part and whole and not whole.endswith("$") and not part[0].isdigit() else "$"
        whole += joint + part
    return whole


def cut(text: str) -> str:
    """Return `text` no longer than a signature."""
    return text if len(text) <= MAX_SIGNATURE else text[:MAX_SIGNATURE] + "…"


def in_line(signature: str) -> str:
    """Return `signature` on one line of at most `MAX_SIGNATURE` characters, no quote in it but of an elided literal."""
    if len(signature) <= MAX_SIGNATURE and signature.isprintable() and '"' not in signature:
        return signature
    pieces = [BLANK.sub(" ", piece).replace('"', HIDDEN) for piece in signature.split(ELIDED)]
    whole = ELIDED.join(pieces)
    if len(whole) > MAX_SIGNATURE:
        cut = whole[:MAX_SIGNATURE]
        # A literal that the cut would halve goes whole.
        whole = (cut[: cut.rindex('"')] if cut.count('"') % 2 else cut) + "…"
    return whole
