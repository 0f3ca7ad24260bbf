"""Syntax that the grammar does not know -> blanks of the same length, so that offsets stay those of the file.

Tried only on a file that parsed with errors: a pattern may be wrong about a string, a tree without errors is not. Each
pattern looks a bounded way ahead: a file may be made to keep it looking.
"""

from __future__ import annotations

import re

OWNED = re.compile(rb"\b__(?:consuming|owned|shared|setter_access)\b")
"""The spellings that `consuming` and `borrowing` had before they were part of the language."""
MESSAGE = re.compile(rb'#(?:error|warning|sourceLocation)\((?:"(?:[^"\\\n]|\\.){0,1000}"|[^)"]){0,200}\)')
ALIAS = re.compile(
    rb"(\btypealias\s{1,9}\w{1,99}(?:\s?<[^{}=]{0,200}>)?\s{0,9}=[^{}=;]{0,300}?)"
    rb"(\bwhere\b[^\n{}]{0,300}(?:(?<=,)[ \t]{0,99}\n[^\n{}]{0,300}|\n[ \t]{0,99},[^\n{}]{0,300}){0,20})"
)
"""The constraints of a type alias."""
SILGEN = re.compile(
    rb"@_(?:silgen_name|extern)\([^)\n]{0,200}\)(?:(?!\bpublic\b|\bopen\b)[^{}]){0,2000}?\n[ \t]{0,99}(?=\n)"
)
"""A function of the runtime, which has no body and is for nobody else."""
INNER = re.compile(rb"\((?:some|any) ([\w.]{1,200}(?:<[^<>()]{0,200}>)?)\)(?=\.[A-Z])")
"""`(some P).Inner`: read as `P.Inner`."""
OPERATOR = re.compile(rb"(\b(?:func|operator)[ \t]{1,9})([-+*/=<>!&|^~%?.]{2,9})(?=[ \t]?(?:[(:\n]|<[A-Z]))")
"""An operator that the grammar reads as two: its name is cut from the file's own bytes."""
ASSOCIATED = re.compile(
    rb"(\bassociatedtype\b[^{};\n]{0,300}?\s{1,99})"
    rb"(where\b[^\n{};]{0,300}(?:(?<=,)[ \t]{0,99}\n[^\n{};]{0,300}"
    rb"|\n[ \t]{1,99}[\w.]{1,200}[ \t]{0,9}(?:==|:)[^\n{};]{0,300}){0,40})"
)


def repair(text: bytes) -> bytes:
    """Return `text` with what the grammar does not know blanked."""
    for pattern in (OWNED, MESSAGE, SILGEN):
        text = pattern.sub(_blank, text)
    text = OPERATOR.sub(lambda found: found[1] + b"*" * len(found[2]), text)
    text = INNER.sub(lambda found: found[1].rjust(len(found[0])), text)
    for pattern in (ALIAS, ASSOCIATED):
        text = pattern.sub(lambda found: found[1] + _blank_of(found[2]), text)
    return text


def _blank(found: re.Match[bytes]) -> bytes:
    return _blank_of(found[0])


def _blank_of(text: bytes) -> bytes:
    return re.sub(rb"[^\n]", b" ", text)
