"""The text of a Groovy or Kotlin script -> its tokens, with comments gone and strings whole.

Only what tells calls, names, strings and nesting apart: no grammar of either language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

BLANK = re.compile(r"[ \t\r\f\ufeff]+|\\\n")
NAME = re.compile(r"[A-Za-z_$][\w$]*|`[^`\n]*`")
NUMBER = re.compile(r"\d[\w.]*")
MARK = re.compile(r"\?\.|\?:|->|::|==|!=|&&|\|\||!!|<=|>=|\+=|[^\s\w]")
LINE_COMMENT = re.compile(r"//[^\n]*|#![^\n]*")
BLOCK = re.compile(r"/\*|\*/")
SLASHY = re.compile(r"/(?![/*])((?:[^/\n\\]|\\.)*)/")
EXPECTS_VALUE = frozenset("(,=[:~")
REFERENCE = re.compile(r"\$([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)")
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b"}


class Kind(Enum):
    """What a token is; `END` ends a statement: a line or a semicolon."""

    NAME = auto()
    TEXT = auto()
    NUMBER = auto()
    MARK = auto()
    END = auto()


class Part(NamedTuple):
    """A stretch of a string: its own text, or an expression that is put in."""

    text: str
    expression: bool


class Token(NamedTuple):
    """One token; `parts` are those of a string, whose `text` is empty."""

    kind: Kind
    text: str
    line: int
    parts: tuple[Part, ...] = ()


def tokens(text: str, *, kotlin: bool) -> Iterator[Token]:
    """Yield the tokens of a script; a string or comment that never ends, ends with the text."""
    return _Scanner(text, kotlin=kotlin).run()


class _Scanner:
    def __init__(self, text: str, *, kotlin: bool) -> None:
        self._text = text
        self._kotlin = kotlin
        self._at = 0
        self._line = 1
        self._last: Token | None = None

    def run(self) -> Iterator[Token]:
        while self._at < len(self._text):
            token = self._next()
            if token is not None:
                self._last = token
                yield token

    def _next(self) -> Token | None:
        text, at = self._text, self._at
        character = text[at]
        if character in "\n;":
            self._at += 1
            token = Token(Kind.END, character, self._line)
            self._line += character == "\n"
            return token
        if (skipped := self._nothing()) > at:
            self._skip(skipped)
            return None
        if character in "\"'":
            return self._string()
        if found := NAME.match(text, at):
            return self._take(Kind.NAME, found[0].strip("`"), found.end())
        if found := NUMBER.match(text, at):
            return self._take(Kind.NUMBER, found[0], found.end())
        if character == "/" and not self._kotlin and (slashy := SLASHY.match(text, at)) and self._value_expected():
            token = Token(Kind.TEXT, "", self._line, tuple(_parts(slashy[1].replace("\\/", "/"), raw=True)))
            self._at = slashy.end()
            return token
        found = MARK.match(text, at)
        return self._take(Kind.MARK, found[0] if found else character, found.end() if found else at + 1)

    def _nothing(self) -> int:
        """Return where the blanks, or the comment, that begin here end."""
        text, at = self._text, self._at
        if blank := BLANK.match(text, at):
            return blank.end()
        if text.startswith("/*", at):
            return self._comment_end()
        comment = LINE_COMMENT.match(text, at) if text[at] == "/" or at == 0 else None
        return comment.end() if comment else at

    def _value_expected(self) -> bool:
        return self._last is None or self._last.kind is Kind.END or self._last.text in EXPECTS_VALUE

    def _take(self, kind: Kind, text: str, end: int) -> Token:
        self._at = end
        return Token(kind, text, self._line)

    def _skip(self, end: int) -> None:
        self._line += self._text.count("\n", self._at, end)
        self._at = end

    def _comment_end(self) -> int:
        """Return where a block comment ends; Kotlin's nest."""
        depth, at = 1, self._at + 2
        for found in BLOCK.finditer(self._text, at):
            if found[0] == "*/":
                depth -= 1
            elif self._kotlin:
                depth += 1
            if not depth:
                return found.end()
        return len(self._text)

    def _string(self) -> Token:
        """Take a string: one or three quotes, which single ones in Groovy put nothing into."""
        text, start, line = self._text, self._at, self._line
        quote = text[start]
        triple = text.startswith(quote * 3, start)
        delimiter = quote * 3 if triple else quote
        begin = start + len(delimiter)
        end = _string_end(text, begin, delimiter, escapes=not (triple and self._kotlin))
        self._skip(min(len(text), end + len(delimiter)))
        inner = text[begin:end]
        plain = quote == "'"
        parts = (Part(_unescaped(inner), False),) if plain else tuple(_parts(inner, raw=triple and self._kotlin))
        return Token(Kind.TEXT, "", line, parts)


def _string_end(text: str, at: int, delimiter: str, *, escapes: bool) -> int:
    """Return where the string ends: not at an escaped quote, nor at one within `${…}`."""
    depth = 0
    while at < len(text):
        if escapes and text[at] == "\\":
            at += 2
            continue
        if not depth and text.startswith(delimiter, at):
            return at
        if len(delimiter) == 1 and text[at] == "\n":
            return at
        if text.startswith("${", at):
            depth += 1
            at += 1
        elif depth and text[at] in "{}":
            depth += 1 if text[at] == "{" else -1
        at += 1
    return len(text)


def _parts(inner: str, *, raw: bool) -> Iterator[Part]:
    """Yield the literal stretches of a string and the expressions between them."""
    at = begin = 0
    while at < len(inner):
        if inner[at] == "\\" and not raw:
            at += 2
        elif inner.startswith("${", at):
            end = _string_end(inner, at + 2, "}", escapes=False)
            yield Part(inner[begin:at] if raw else _unescaped(inner[begin:at]), False)
            yield Part(inner[at + 2 : end], True)
            at = begin = end + 1
        elif found := REFERENCE.match(inner, at) if inner[at] == "$" else None:
            yield Part(inner[begin:at] if raw else _unescaped(inner[begin:at]), False)
            yield Part(found[1], True)
            at = begin = found.end()
        else:
            at += 1
    yield Part(inner[begin:] if raw else _unescaped(inner[begin:]), False)


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    return re.sub(r"\\(.)", lambda found: ESCAPES.get(found[1], found[1]), text, flags=re.DOTALL)
