"""The text between the quotes of a literal -> the text that it means."""

from __future__ import annotations

import re

ESCAPE = re.compile(r"\\(u\{[0-9a-fA-F]{1,8}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|\r\n|.)", re.DOTALL)
SINGLE = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
CONTINUED = frozenset({"\n", "\r", "\r\n", "\u2028", "\u2029"})
"""A line that goes on after its end: nothing of the text."""


def unescaped(text: str) -> str:
    """Return `text` with its escapes read; one that means no character stays as it is written."""
    return ESCAPE.sub(_meant, text) if "\\" in text else text


def _meant(match: re.Match[str]) -> str:
    found = match[1]
    if found in CONTINUED:
        return ""
    if found[0] in "ux" and len(found) > 1:
        number = int(found[1:].strip("{}"), 16)
        # A half of a pair is no character, and no text can hold it.
        return match[0] if number > 0x10FFFF or 0xD800 <= number <= 0xDFFF else chr(number)
    return SINGLE.get(found, found)
