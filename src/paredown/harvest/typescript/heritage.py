"""The signature of a class or an interface after its name -> the names of the types that it extends."""

from __future__ import annotations

import re
from collections.abc import Iterator

TOKEN = re.compile(r"=>|[<>()\[\]{},]|\b(?:extends|implements)\b|[\w$]+(?:\.[\w$]+)*")
OPENING, CLOSING = frozenset("<([{"), frozenset(">)]}")


def bases(rest: str) -> Iterator[str]:
    """Yield what stands after `extends`, type arguments left out."""
    depth, extends, begins = 0, False, False
    for match in TOKEN.finditer(rest):
        word = match.group()
        if word in OPENING:
            depth += 1
        elif word in CLOSING:
            depth -= 1
        elif depth:
            continue
        elif word in ("extends", "implements"):
            extends = begins = word == "extends"
        elif word == ",":
            begins = extends
        elif begins:
            begins = False
            yield word
