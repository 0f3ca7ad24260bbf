"""The text of a shell command -> its simple commands, in order, with what each is given and reads from.

It reads what people and agents write: quotes, escapes, variables, substitutions, here-documents, groups, loops. It is
no shell: what depends on a run (the output of a substitution, arithmetic) stays unknown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

MAX_LENGTH = 100_000
MAX_NESTED = 20
REDIRECTIONS = ("<<<", "<<-", "<<", "<>", "<&", ">>", ">&", ">|", "<", ">")
DOCUMENT = re.compile(r"(?<!<)<<-?[ \t]*(['\"\\]?)(\w+)\1?")
BEFORE = frozenset({"if", "then", "else", "elif", "do", "while", "until", "{", "!", "time"})
"""Words that may stand before a command."""
CASE = re.compile(r"(?<![\w-])(?:case|esac)(?![\w-])")
NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")


class BadScript(ValueError):
    """A text that no shell would run, or that is too large to look at."""


class Part(NamedTuple):
    """A piece of a word: `kind` is "text", "quoted", "variable" (its name) or "script" (a substitution)."""

    kind: str
    text: str


Word = tuple[Part, ...]


@dataclass(slots=True, kw_only=True)
class Command:
    """One simple command. `reads` are the files of `<`, `given` the texts of here-documents and here-strings."""

    words: list[Word] = field(default_factory=list)
    reads: list[Word] = field(default_factory=list)
    given: list[Word] = field(default_factory=list)
    pipeline: int = 0


class Scope(NamedTuple):
    """The begin or the end of a subshell, which keeps its folder to itself."""

    begins: bool


Step = Command | Scope


def commands(text: str) -> list[Step]:
    """Return the steps of a script; raises `BadScript`."""
    if len(text) > MAX_LENGTH:
        raise BadScript("is too long")
    return _Lexer(text).read()


class _Document(NamedTuple):
    """A here-document that a line announced."""

    name: str
    stripped: bool
    quoted: bool
    command: Command


class _Lexer:
    def __init__(self, text: str) -> None:
        self._text = text.replace("\\\n", "")
        self._at = 0
        self._steps: list[Step] = []
        self._now = Command()
        self._pipeline = 0
        self._waiting: list[_Document] = []
        self._opened = [0]
        """Subshells that are open, one count for each `case` around."""
        self._arrays = 0

    def read(self) -> list[Step]:
        while self._at < len(self._text):
            character = self._text[self._at]
            if character in " \t\r":
                self._at += 1
            elif character == "#":
                end = self._text.find("\n", self._at)
                self._at = len(self._text) if end < 0 else end
            elif character in "\n;&|()":
                self._operator(character)
            elif character in "<>" or self._numbered():
                self._redirect()
            else:
                self._now.words.append(self._word())
        self._end(False)
        return self._steps

    def _operator(self, character: str) -> None:
        two = self._text[self._at : self._at + 2]
        if two == "&>":
            self._redirect()
            return
        piped = character == "|" and two != "||"
        self._at += 2 if two in ("&&", "||", "|&", ";;") else 1
        if character == ")" and self._closes_no_subshell():
            return
        self._end(piped)
        if character in "()":
            self._opened[-1] += 1 if character == "(" else -1
            self._steps.append(Scope(character == "("))
        if character == "\n":
            self._documents()

    def _closes_no_subshell(self) -> bool:
        """Whether the bracket at hand ends an array, or a pattern of `case`, which is no command."""
        if self._arrays:
            self._arrays -= 1
            return True
        if self._first() == "case":
            self._opened.append(0)
        elif self._opened[-1]:
            return False
        if len(self._opened) > 1:
            self._now = Command()
        return True

    def _first(self) -> str:
        """Return the first word of the command at hand, what may stand before a command left out."""
        spelled = ("".join(part.text for part in word) for word in self._now.words)
        return next((word for word in spelled if word not in BEFORE), "")

    def _end(self, piped: bool) -> None:
        if self._first() == "esac" and len(self._opened) > 1:
            self._opened.pop()
        if self._now.words or self._now.reads or self._now.given:
            self._now.pipeline = self._pipeline
            self._steps.append(self._now)
        self._now = Command()
        if not piped:
            self._pipeline += 1

    def _numbered(self) -> bool:
        """Whether a redirection with the number of a file begins here (`2>`)."""
        end = self._at
        while self._text[end : end + 1].isdecimal():
            end += 1
        return end > self._at and self._text[end : end + 1] in ("<", ">")

    def _redirect(self) -> None:
        while self._text[self._at] in "0123456789&" and self._text[self._at] not in "<>":
            self._at += 1
        rest = self._text[self._at : self._at + 3]
        if rest[:2] in ("<(", ">("):
            self._now.words.append(self._word())
            return
        mark = next(mark for mark in REDIRECTIONS if rest.startswith(mark))
        self._at += len(mark)
        self._blanks()
        word = self._word()
        if mark in ("<<", "<<-"):
            name = "".join(part.text for part in word)
            quoted = any(part.kind == "quoted" for part in word)
            self._waiting.append(_Document(name, mark == "<<-", quoted, self._now))
        elif mark == "<<<":
            self._now.given.append(word)
        elif mark in ("<", "<>"):
            self._now.reads.append(word)

    def _documents(self) -> None:
        """Read the here-documents that the line just ended promised."""
        for name, stripped, quoted, command in self._waiting:
            lines = []
            while self._at < len(self._text):
                end = self._text.find("\n", self._at)
                end = len(self._text) if end < 0 else end
                line = self._text[self._at : end]
                self._at = end + 1
                if (line.lstrip("\t") if stripped else line) == name:
                    break
                lines.append(line)
            body = "\n".join(lines)
            parts = (Part("quoted", body),) if quoted else _Lexer(body)._quoted_until_end()
            command.given.append(parts)
        self._waiting.clear()

    def _quoted_until_end(self) -> Word:
        parts: list[Part] = []
        while self._at < len(self._text):
            parts.append(self._in_quotes(""))
        return tuple(parts)

    def _blanks(self) -> None:
        while self._text[self._at : self._at + 1] in (" ", "\t"):
            self._at += 1

    def _word(self) -> Word:
        parts: list[Part] = []
        while self._at < len(self._text) and self._text[self._at] not in " \t\r\n;&|)":
            character, two = self._text[self._at], self._text[self._at : self._at + 2]
            if character == "'":
                parts.append(Part("quoted", self._until("'")))
            elif two == "$'":
                self._at += 1
                parts.append(Part("quoted", _unescaped(self._until("'"))))
            elif character == '"' or two == '$"':
                self._at += 1 if character == '"' else 2
                while self._text[self._at : self._at + 1] != '"':
                    parts.append(self._in_quotes('"'))
                self._at += 1
                parts.append(Part("quoted", ""))
            elif character == "\\":
                parts.append(Part("quoted", self._text[self._at + 1 : self._at + 2]))
                self._at += 2
            elif character in "$`" or two in ("<(", ">("):
                parts.append(self._expansion())
            elif character in "<>(":
                if not parts or character != "(":
                    break
                if self._text.startswith("()", self._at):
                    self._at += 2  # of a function
                else:
                    self._at += 1
                    self._arrays += 1
            else:
                parts.append(Part("text", character))
                self._at += 1
        if not parts and (self._at >= len(self._text) or self._text[self._at] in "\n;&|)<>("):
            raise BadScript("cannot be parsed")
        return tuple(parts)

    def _in_quotes(self, quote: str) -> Part:
        """Return the next piece of what is inside double quotes, or of a here-document."""
        if self._at >= len(self._text):
            raise BadScript("has a quote that does not end")
        character = self._text[self._at]
        if character in "$`":
            return self._expansion()
        if character == "\\" and self._text[self._at + 1 : self._at + 2] in ("$", "`", '"', "\\"):
            self._at += 2
            return Part("quoted", self._text[self._at - 1])
        start = self._at
        while self._at < len(self._text) and self._text[self._at] not in (quote or "$") + "$`\\":
            self._at += 1
        self._at = max(self._at, start + 1)
        return Part("quoted", self._text[start : self._at])

    def _expansion(self) -> Part:
        two = self._text[self._at : self._at + 2]
        if two[0] == "`":
            return Part("script", self._until("`").replace("\\`", "`"))
        if self._text.startswith("$((", self._at):
            inner = self._bracketed("(", ")")
            if not inner.endswith(")"):
                return Part("script", inner)
            sums = _Lexer(inner)._quoted_until_end()
            return Part("script", "; ".join(part.text for part in sums if part.kind == "script"))
        if two in ("$(", "<(", ">("):
            return Part("script", self._bracketed("(", ")"))
        if two == "${":
            return Part("variable", self._bracketed("{", "}"))
        self._at += 1
        start = self._at
        while self._text[self._at : self._at + 1] in NAME and self._at < len(self._text):
            self._at += 1
        if self._at > start:
            return Part("variable", self._text[start : self._at])
        if self._text[self._at : self._at + 1] and self._text[self._at] in "@*#?$!-":
            self._at += 1
            return Part("variable", "")
        return Part("text", "$")

    def _until(self, quote: str) -> str:
        end = self._at + 1
        while end < len(self._text) and self._text[end] != quote:
            end += 2 if quote == "`" and self._text[end] == "\\" else 1
        if end >= len(self._text):
            raise BadScript("has a quote that does not end")
        inner, self._at = self._text[self._at + 1 : end], end + 1
        return inner

    def _bracketed(self, opening: str, closing: str) -> str:
        """Return what is between the brackets that open here; quotes, here-documents and brackets may be in it."""
        start = self._text.index(opening, self._at) + 1
        depth, at, quote = 1, start, ""
        promised: list[str] = []
        cases: list[int] = []
        while at < len(self._text):
            character = self._text[at]
            if character == "\\" and quote != "'":
                at += 1
            elif quote:
                quote = "" if character == quote else quote
            elif character in "'\"":
                quote = character
            elif found := DOCUMENT.match(self._text, at):
                promised.append(found[2])
                at = found.end() - 1
            elif character == "\n" and promised:
                at = self._after(promised.pop(0), at)
            elif character in "ce" and (word := CASE.match(self._text, at)):
                cases = [*cases, depth] if word[0] == "case" else cases[:-1]
            elif character in (opening, closing) and not (character == closing and cases[-1:] == [depth]):
                depth += 1 if character == opening else -1
                if not depth:
                    self._at = at + 1
                    return self._text[start:at]
            at += 1
        raise BadScript("has a bracket that does not close")

    def _after(self, name: str, at: int) -> int:
        """Return where the here-document that begins behind the line end at `at` ends: its last character."""
        end = re.compile(rf"\n\t*{re.escape(name)}(?=\n|$)").search(self._text, at)
        return end.end() - 1 if end else at


def _unescaped(text: str) -> str:
    try:
        return text.encode("latin-1", "backslashreplace").decode("unicode_escape")
    except UnicodeDecodeError:
        return text
