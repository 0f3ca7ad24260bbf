"""A card -> the one line an agent reads of it; a package URL -> the line above its symbols."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from paredown.model import ELIDED, Card
from paredown.names import plain

MAX_LINE = 1_500
"""Bytes of a line; the rest is cut and marked with an ellipsis. A signature of 1,000 ASCII characters fits."""
ALIKE = re.compile(r'"…"(?: ?\| ?"…")+')
IN_LITERAL = re.compile(r'Literal\["…"(?:, ?"…")+\]')
"""A union of literals that are all elided says no more than one of them, and can fill a whole answer."""
KEYWORDS = frozenset(
    """abstract accessor async class const declare def default enum export final function get interface let module
    namespace override private property protected public readonly set static type var""".split()  # noqa: SIM905 - words
)
"""Words that may stand before a name in a signature, and may also *be* one (`get get(): T`)."""


def line(card: Card) -> str:
    """Return `card` as one plain line: the signature with the name's path in it, and what a caller must know."""
    text = spliced(card.symbol, ALIKE.sub(ELIDED, IN_LITERAL.sub(f"Literal[{ELIDED}]", card.signature)))
    inside = card.symbol == card.import_path or card.symbol.startswith(f"{card.import_path}.")
    if card.import_path and not inside:
        text += f" (import {card.import_path})"
    # The mark comes after the cut: a long signature must not hide that it is deprecated.
    mark = " (deprecated)" if card.deprecated else ""
    return clipped(plain(text), MAX_LINE - len(mark)) + mark


def heading(purl: str) -> str:
    """Return the name and version in a package URL as one plain line: `@scope/name 1.2.3`."""
    path = purl.partition("?")[0].partition("#")[0].partition("/")[2]
    name, _, version = path.rpartition("@")
    return clipped(plain(f"{unquote(name)} {unquote(version)}" if name else unquote(path)), MAX_LINE)


def ecosystem(purl: str) -> str:
    """Return the kind of registry in a package URL as one plain word: `npm`."""
    return clipped(plain(purl.partition(":")[2].partition("/")[0]), 40)


def spliced(symbol: str, signature: str) -> str:
    """Return `signature` with the whole of `symbol` where its name stands: `async get()` -> `async httpx.get()`.

    The name is the longest ending of the symbol that the signature names, since a name may itself hold dots
    (`[Symbol.iterator]`). A signature that does not hold the name is put after it.
    """
    for name in _endings(symbol, len(signature)):
        at = _name_at(signature, name)
        if at >= 0:
            return signature[:at] + symbol + signature[at + len(name) :]
    return f"{symbol}: {signature}" if signature else symbol


def clipped(text: str, limit: int) -> str:
    """Return `text` in at most `limit` bytes, with an ellipsis for what was cut."""
    encoded = text.encode("utf-8", "replace")
    if len(encoded) <= limit:
        return text
    return encoded[: limit - len("…".encode())].decode("utf-8", "ignore") + "…"


def _endings(symbol: str, longest: int) -> Iterator[str]:
    """Yield the endings of `symbol` after each of its dots, at most `longest` characters long, longest first."""
    if len(symbol) <= longest:
        yield symbol
    at = symbol.find(".", max(0, len(symbol) - longest - 1))
    while at >= 0:
        if at + 1 < len(symbol):
            yield symbol[at + 1 :]
        at = symbol.find(".", at + 1)


def _name_at(signature: str, name: str) -> int:
    """Return where the declared name stands, or -1: behind lower-case words only, known keywords before unknown."""
    first = last = -1
    at = signature.find(name)
    while at >= 0:
        *before, joined = signature[:at].split(" ")
        if not all(_is_word(word) for word in before) or not (joined == "" or _is_word(joined)):
            break
        after = signature[at + len(name) : at + len(name) + 1]
        if not joined and not after.isalnum() and after not in ("_", "$"):
            first = at if first < 0 else first
            last = at if KEYWORDS.issuperset(before) else last
        at = signature.find(name, at + 1)
    return last if last >= 0 else first


def _is_word(word: str) -> bool:
    return word == "*" or (word.isalpha() and word.islower())
