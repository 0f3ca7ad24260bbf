"""The text of a type in a doc comment -> that type on one line, or nothing.

A doc comment is third-party prose, and so is what stands between its braces. A type is taken over only when all of
it is what types are made of, in an order that types have: names with dots, generics, unions, arrays, functions and
parentheses. String literal types are elided. Whatever else there is loses the whole type.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from paredown.model import ELIDED
from paredown.names import words

MAX_TYPE = 200
"""Characters."""
MAX_NAMES = 8
"""Names in one type: more of them are a sentence, not a type."""
MAX_WORDS = 6
"""Words of one name."""
MAX_NESTED = 12
TOKEN = re.compile(
    r"[ \t\r\n]*(?:"
    r"(?P<name>[A-Za-z_$][A-Za-z0-9_$]*(?:\.[A-Za-z_$][A-Za-z0-9_$]*)*)"
    r"|(?P<string>\"[^\"\\]*\"|'[^'\\]*')"
    r"|(?P<number>-?[0-9]+(?:\.[0-9]+)?)"
    r"|(?P<sign>=>|\.\.\.|\.<|\[\]|[<>|&()?!*=:,])"
    r")"
)
PREFIXES = frozenset({"typeof", "keyof", "readonly"})


class DocType(NamedTuple):
    """A type in TypeScript's spelling, and whether its value may be left out."""

    text: str
    optional: bool = False


class _NotAType(Exception):
    """What stands there is not made of types alone."""


class _Token(NamedTuple):
    kind: str
    text: str


END = _Token("end", "")


@lru_cache(maxsize=4_096)
def read_type(text: str) -> DocType | None:
    """Return the type that `text`, without its braces, spells; None when it is anything else."""
    if len(text) > MAX_TYPE:
        return None
    text = text.strip()
    optional = text.endswith("=") and not text.endswith("=>")
    text = text.removesuffix("=").removeprefix("...")
    try:
        reading = _Reading(_tokens(text))
        shown = reading.union()
    except _NotAType:
        return None
    return DocType(_bare(shown), optional) if reading.at_end else None


def _tokens(text: str) -> list[_Token]:
    found: list[_Token] = []
    names = 0
    at = 0
    end = len(text.rstrip())
    while at < end:
        match = TOKEN.match(text, at)
        if match is None:
            raise _NotAType
        kind = match.lastgroup or ""
        if kind == "name":
            names += 1
            if names > MAX_NAMES or any(len(words(part)) > MAX_WORDS for part in match[kind].split(".")):
                raise _NotAType
        found.append(_Token(kind, match[kind]))
        at = match.end()
    return found


class _Reading:
    """The tokens of one type, read from left to right."""

    def __init__(self, tokens: list[_Token]) -> None:
        self._tokens = tokens
        self._at = 0
        self._nested = 0

    @property
    def at_end(self) -> bool:
        """Whether every token was read."""
        return self._at == len(self._tokens)

    def union(self) -> str:
        """Read `A | B & C`."""
        self._nested += 1
        if self._nested > MAX_NESTED:
            raise _NotAType
        self._skip("|")
        shown = self._unit()
        while self._next().text in ("|", "&"):
            shown += f" {self._take().text} {self._unit()}"
        self._nested -= 1
        return shown

    def _unit(self) -> str:
        """Read one member of a union: `?A`, `keyof A`, `A[]`."""
        nullable = self._skip("?")
        self._skip("!")
        prefix = ""
        while self._next().text in PREFIXES:
            prefix += self._take().text + " "
        shown = prefix + self._primary()
        while self._next().text in ("[]", "?", "!", "="):
            mark = self._take().text
            nullable = nullable or mark == "?"
            shown += "[]" if mark == "[]" else ""
        return f"{shown} | null" if nullable and not shown.endswith("| null") else shown

    def _primary(self) -> str:
        kind, text = self._take()
        if kind == "string":
            return ELIDED
        if kind == "number":
            return text
        if text == "*":
            return "any"
        if text == "(":
            return self._parenthesised()
        if kind != "name":
            raise _NotAType
        if text == "function" and self._skip("("):
            shown = f"function({self._parameters()})"
            return f"{shown}: {self._unit()}" if self._skip(":") else shown
        if self._skip("<") or self._skip(".<"):
            return f"{text}<{self._listed('>')}>"
        return text

    def _parenthesised(self) -> str:
        shown = self._parameters()
        if self._skip("=>"):
            return f"({shown}) => {self._unit()}"
        if not shown or "," in shown or "..." in shown:
            raise _NotAType
        return f"({shown})"

    def _listed(self, closer: str) -> str:
        shown = [self.union()]
        while self._skip(","):
            shown.append(self.union())
        self._expect(closer)
        return ", ".join(shown)

    def _parameters(self) -> str:
        """Read `a: A, b?: B` or `A, B`, up to the closing parenthesis; only the types are kept."""
        shown: list[str] = []
        while not self._skip(")"):
            if shown:
                self._expect(",")
            rest = "..." if self._skip("...") else ""
            shown.append(rest + self._parameter())
        return ", ".join(shown)

    def _parameter(self) -> str:
        name = self._next()
        after = [token.text for token in self._tokens[self._at + 1 : self._at + 3]]
        if name.kind == "name" and (after[:1] == [":"] or after == ["?", ":"]):
            self._take()
            self._skip("?")
            self._expect(":")
        return self.union()

    def _next(self) -> _Token:
        return self._tokens[self._at] if self._at < len(self._tokens) else END

    def _take(self) -> _Token:
        token = self._next()
        self._at += 1
        return token

    def _skip(self, text: str) -> bool:
        found = self._next().text == text
        self._at += found
        return found

    def _expect(self, text: str) -> None:
        if not self._skip(text):
            raise _NotAType


def _bare(text: str) -> str:
    """Return `text` without parentheses around the whole of it."""
    while text.startswith("(") and text.endswith(")"):
        depth = 0
        for index, char in enumerate(text):
            depth += (char == "(") - (char == ")")
            if depth == 0 and index < len(text) - 1:
                return text
        text = text[1:-1]
    return text
