"""Third-party text -> the same text, safe to show on one line of a terminal, a log or an answer.

Control characters can drive a terminal, bidirectional ones reorder what a person reads, tag and zero-width ones
are read by a model and seen by nobody. They are replaced, not dropped, so that something is seen to be there.
"""

from __future__ import annotations

import re

HIDDEN = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f"  # C0, C1
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f"  # zero width, line separators, bidirectional
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff"
    "\ud800-\udfff"  # lone surrogates
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"  # tags and variation selectors
    "\ue000-\uf8ff\U000f0000-\U0010ffff"  # private use
    "]"
)
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
CUT = "…"


def plain(text: str) -> str:
    """Return `text` with every character that is invisible or drives a display replaced by U+FFFD."""
    if text.isascii() and text.isprintable():
        return text
    return HIDDEN.sub(REPLACEMENT, text)


def short(text: str, limit: int) -> str:
    """Return `text` made plain and at most `limit` characters long: enough to know it again, too little to instruct."""
    shown = plain(text)
    return shown if len(shown) <= limit else shown[: limit - 1] + CUT


def short_symbol(symbol: str, limit: int = 24) -> str:
    """Return a dotted symbol with each of its names shortened to `limit` characters."""
    return ".".join(short(part, limit) for part in symbol.split("."))
