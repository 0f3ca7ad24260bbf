"""Declarations in current syntax -> bytes of the same length that the published grammar reads.

Nobody sees the rewritten bytes: names, types and comments are cut from the original ones at the same offsets.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from paredown.harvest.text import Span

UNNAMED = b"defau_t"
"""The name that an unnamed default function has in the rewritten bytes."""
IMPORTED = re.compile(rb"""import\s*\(\s*(["'])[^"'\n]*\1\s*(?:,\s*\{[^()]*?\}\s*)?,?\s*\)""")
"""The type `import("…")`, with or without attributes: an identifier in the rewritten bytes."""
QUOTED = re.compile(rb"""(["'])[^"'\n]*\1""")
ANONYMOUS = re.compile(rb"default\s+((?:async\s+)?function)(?=\s*[(<])")
BEFORE = 60
"""Bytes before a match that may decide on it."""


class Repair(NamedTuple):
    """Words to take out: the first group of `pattern`, where `key` occurs and `before` fits what precedes.

    They become blanks, or, when `kept`, the same word with its last letter changed: still a name.
    """

    key: bytes
    pattern: re.Pattern[bytes]
    before: re.Pattern[bytes] | None = None
    kept: bool = False


WORD_BEFORE = re.compile(rb"(?:^|[^\w$.#])\Z")
MODIFIER_BEFORE = re.compile(rb"\b(?:static|public|private|protected|abstract|override|declare)\s+\Z")
PARAMETER_BEFORE = re.compile(rb"(?:[<,]|\*/)\s*(?:const\s+)?(?:in\s+)?\Z")
STRING_BEFORE = re.compile(rb"[\"']\s*\Z")
BLOCK_BEFORE = re.compile(rb"(?:^|[;{}\n]|\*/)[ \t]*\Z")
NAME_AFTER = rb"(?=\s*+[?!]?+\s*+[:(<;=,)])"
TYPE_AFTER = rb"(?=\s+(?!as\b|extends\b|of\b|instanceof\b)[\w$])"

GLOBAL = Repair(b"global", re.compile(rb"(global)\s*\{"), BLOCK_BEFORE)
"""`global { … }` inside `declare module`: frequent, so it is repaired before the first parse."""
REPAIRS = (
    GLOBAL,
    Repair(b"type", re.compile(rb"export\s+(type)\s*\*")),
    Repair(b"import", re.compile(rb"(export)\s+import\s[\w$\s]{1,200}=\s*require\b")),
    Repair(b"import", re.compile(rb"import\s+(defer|source)\s+[\w*{]")),
    Repair(b"with", re.compile(rb"(with\s*\{[^{}]*\})"), STRING_BEFORE),
    Repair(b"assert", re.compile(rb"(assert\s*\{[^{}]*\})"), STRING_BEFORE),
    Repair(b"abstract", re.compile(rb"default\s+(abstract)\s+class\b")),
    Repair(b"accessor", re.compile(rb"(accessor)\s+[\w$#\[\"']"), MODIFIER_BEFORE),
    Repair(b"static", re.compile(rb"(static)\s+(?:readonly\s+)?\[\s*[\w$]+\s*:")),
    Repair(b"keyof", re.compile(rb"keyof\s+(readonly)\b")),
    Repair(b"using", re.compile(rb"for\s*(?:await\s*)?\(\s*(using)\s+[\w$]")),
    Repair(b"out", re.compile(rb"(out)" + TYPE_AFTER), PARAMETER_BEFORE),
    Repair(b"in", re.compile(rb"(in)" + TYPE_AFTER), PARAMETER_BEFORE),
    Repair(b"abstract", re.compile(rb"(abstract)" + NAME_AFTER), WORD_BEFORE, kept=True),
    Repair(b"accessor", re.compile(rb"(accessor)" + NAME_AFTER), WORD_BEFORE, kept=True),
    Repair(b"using", re.compile(rb"(using)" + NAME_AFTER), WORD_BEFORE, kept=True),
    Repair(b"type", re.compile(rb"(type)(?=\s*[,}])"), WORD_BEFORE, kept=True),
)
LEADING = re.compile(rb"^[ \t]*<", re.MULTILINE)
ENDING = re.compile(rb"[\w$\])}>\"'`]\s*\Z")
MAX_COMMENT = 200
"""Lines of comments that may stand between two call signatures."""


class Rewritten(NamedTuple):
    """Bytes to parse, and the literals of the original ones that are no longer in them."""

    text: bytes
    hidden: tuple[Span, ...]


def rewrite(source: bytes) -> Rewritten:
    """Return `source` with what is frequent repaired."""
    text = source
    if text.startswith(b"\xef\xbb\xbf"):
        text = b"   " + text[3:]
    if b"global {" in text:
        text = _applied(GLOBAL, text)
    hidden: list[Span] = []
    if b"import(" in text or b"import (" in text:
        text = IMPORTED.sub(lambda match: _as_name(match, hidden), text)
    return Rewritten(text, tuple(hidden))


def repair(text: bytes) -> bytes:
    """Return `text` with everything repaired that the grammar is known not to read."""
    for rule in REPAIRS:
        if rule.key in text:
            text = _applied(rule, text)
    text = ANONYMOUS.sub(lambda match: (match[1] + b" " + UNNAMED).ljust(len(match.group())), text)
    return _ended(text)


def _ended(text: bytes) -> bytes:
    """Return `text` with a semicolon before each call signature with type parameters: a line break ends a member."""
    ends: list[int] = []
    for match in LEADING.finditer(text):
        end = match.start() - 1
        for _ in range(MAX_COMMENT):
            start = text.rfind(b"\n", 0, max(end, 0)) + 1
            line = text[start:end].strip()
            if line and not line.startswith((b"//", b"/*", b"*")):
                if ENDING.search(line):
                    ends.append(end)
                break
            end = start - 1
            if end < 0:
                break
    if not ends:
        return text
    changed = bytearray(text)
    for end in ends:
        changed[end] = ord(";")
    return bytes(changed)


def _applied(rule: Repair, text: bytes) -> bytes:
    return rule.pattern.sub(lambda match: _replaced(rule, match), text)


def _replaced(rule: Repair, match: re.Match[bytes]) -> bytes:
    found = match.group()
    if rule.before is not None and not rule.before.search(match.string, *_window(match)):
        return found
    start, end = match.start(1) - match.start(), match.end(1) - match.start()
    new = match[1][:-1] + b"_" if rule.kept else b" " * (end - start)
    return found[:start] + new + found[end:]


class _Window(NamedTuple):
    start: int
    end: int


def _window(match: re.Match[bytes]) -> _Window:
    return _Window(max(0, match.start() - BEFORE), match.start())


def _as_name(match: re.Match[bytes], hidden: list[Span]) -> bytes:
    found = match.group()
    if match.start() and match.string[match.start() - 1 : match.start()].isalnum():
        return found
    hidden.extend(Span(match.start() + m.start(), match.start() + m.end()) for m in QUOTED.finditer(found))
    return re.sub(rb"[^A-Za-z]", b"_", found)
