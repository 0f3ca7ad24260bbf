"""An OpenStep property list (a project.pbxproj) -> plain values."""

from __future__ import annotations

import re
from typing import Union

TOKEN = re.compile(
    r'\s+|//[^\n]*|/\*.*?\*/|(?P<mark>[{}()=;,])|"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<bare>[^\s{}()=;,"]+)|(?P<bad>.)',
    re.DOTALL,
)
ESCAPE = re.compile(r"\\(.)", re.DOTALL)
ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}
DEPTH = 64

Value = Union[str, "list[Value]", "dict[str, Value]"]


class NotAPlistError(ValueError):
    """Text that is no property list: `line` says where."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line}")
        self.line = line


def parse_plist(text: str) -> dict[str, Value]:
    """Return the table that `text` holds; raises `NotAPlistError`."""
    top: list[Value] = []
    stack: list[list[Value] | dict[str, Value]] = [top]
    key: list[str | None] = [None]
    after_equals = False
    for token in TOKEN.finditer(text):
        kind = token.lastgroup
        if kind is None:
            continue
        mark, holder = token["mark"], stack[-1]
        if mark == "=" and isinstance(holder, dict) and key[-1] is not None and not after_equals:
            after_equals = True
        elif mark in ("{", "(") and _takes(holder, after_equals) and len(stack) < DEPTH:
            opened: list[Value] | dict[str, Value] = {} if mark == "{" else []
            _put(holder, key, opened)
            stack.append(opened)
            key.append(None)
            after_equals = False
        elif mark in ("}", ")") and len(stack) > 1 and isinstance(holder, dict) is (mark == "}"):
            stack.pop()
            key.pop()
            after_equals = False
        elif mark in (";", ","):
            after_equals = False
        elif kind in ("quoted", "bare"):
            word = _unescaped(token["quoted"]) if kind == "quoted" else token["bare"]
            if isinstance(holder, dict) and not after_equals:
                key[-1] = word
            else:
                _put(holder, key, word)
                after_equals = False
        else:
            raise NotAPlistError(text.count("\n", 0, token.start()) + 1)
    if len(stack) != 1 or len(top) != 1 or not isinstance(top[0], dict):
        raise NotAPlistError(text.count("\n") + 1)
    return top[0]


def _takes(holder: list[Value] | dict[str, Value], after_equals: bool) -> bool:
    return after_equals or isinstance(holder, list)


def _put(holder: list[Value] | dict[str, Value], key: list[str | None], value: Value) -> None:
    if isinstance(holder, list):
        holder.append(value)
    else:
        holder[key[-1] or ""] = value


def _unescaped(text: str) -> str:
    return ESCAPE.sub(lambda found: ESCAPED.get(found[1], found[1]), text) if "\\" in text else text
