"""The text of a JSON file, with comments or without -> its values, each with the characters that it takes."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any, Literal

MAX_DEPTH = 64
TOKEN = re.compile(
    r"(?P<blank>[ \t\r\n\ufeff]+)"
    r"|(?P<note>//[^\r\n]*|/\*.*?\*/)"
    r'|(?P<text>"(?:[^"\\\x00-\x1f]|\\.)*")'
    r"|(?P<bare>-?\d[\d.eE+-]*|true|false|null)"
    r"|(?P<mark>[{}\[\]:,])",
    re.DOTALL,
)


@dataclass(slots=True, kw_only=True)
class Node:
    """One value: where it is, and what it holds. `keys` belong to the `children` of an object, one each."""

    kind: Literal["object", "array", "plain"]
    start: int
    end: int = 0
    plain: Any = None
    keys: list[str] = field(default_factory=list)
    children: list[Node] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    """Where each child begins, its key included."""
    commas: list[int] = field(default_factory=list)
    """Where the commas between, or behind, the children are."""

    def get(self, key: str) -> Node | None:
        """Return the value of the last member called `key`: the one that readers of JSON take."""
        places = [place for place, name in enumerate(self.keys) if name == key]
        return self.children[places[-1]] if places else None

    def value(self) -> Any:
        """Return the value as Python's own reader would give it; its depth is bounded by `parse`."""
        if self.kind == "object":
            return {key: child.value() for key, child in zip(self.keys, self.children, strict=True)}
        return [child.value() for child in self.children] if self.kind == "array" else self.plain


def parse(text: str) -> Node:
    """Return the one value in `text`. Comments and a comma behind the last child are accepted.

    Raises `ValueError`, with the line, for what is no such text.
    """
    return _Reader(text).read()


class _Reader:
    """Reads one text with an explicit stack; `wants` says what may come next."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._open: list[Node] = []
        self._keys: list[tuple[str, int]] = []
        self._root: Node | None = None
        self._wants = "value"

    def read(self) -> Node:
        at = 0
        while at < len(self._text):
            token = TOKEN.match(self._text, at)
            if token is None:
                raise self._error(at)
            at = token.end()
            if token.lastgroup not in ("blank", "note"):
                self._take(token)
        if self._root is None or self._open:
            raise self._error(at)
        return self._root

    def _take(self, token: re.Match[str]) -> None:
        mark, at = token.group(), token.start()
        inside = self._open[-1] if self._open else None
        if mark in ("}", "]"):
            self._close(mark, token)
        elif mark == "," and inside and self._wants == "comma":
            inside.commas.append(at)
            self._wants = "key" if inside.kind == "object" else "value"
        elif mark == ":" and self._wants == "colon":
            self._wants = "value"
        elif self._wants == "key" and token.lastgroup == "text":
            self._keys.append((self._plain(token), at))
            self._wants = "colon"
        elif self._wants == "value" and mark in ("{", "["):
            if len(self._open) >= MAX_DEPTH:
                raise ValueError(f"is nested more than {MAX_DEPTH} deep")
            node = Node(kind="object" if mark == "{" else "array", start=at)
            self._place(node)
            self._open.append(node)
            self._wants = "key" if mark == "{" else "value"
        elif self._wants == "value" and token.lastgroup in ("text", "bare"):
            self._place(Node(kind="plain", start=at, end=token.end(), plain=self._plain(token)))
            self._wants = "comma" if inside else "nothing"
        else:
            raise self._error(at)

    def _place(self, node: Node) -> None:
        if not self._open:
            self._root = node
            return
        inside = self._open[-1]
        if inside.kind == "object":
            key, start = self._keys.pop()
            inside.keys.append(key)
            inside.starts.append(start)
        else:
            inside.starts.append(node.start)
        inside.children.append(node)

    def _close(self, mark: str, token: re.Match[str]) -> None:
        kind = "object" if mark == "}" else "array"
        between = self._wants in ("comma", "key" if kind == "object" else "value")
        if not self._open or self._open[-1].kind != kind or not between:
            raise self._error(token.start())
        self._open.pop().end = token.end()
        self._wants = "comma" if self._open else "nothing"

    def _plain(self, token: re.Match[str]) -> Any:
        try:
            return json.loads(token.group())
        except ValueError:
            raise self._error(token.start()) from None

    def _error(self, at: int) -> ValueError:
        line = self._text.count("\n", 0, at) + 1
        return ValueError(f"is not valid JSON (line {line})")
