"""Bytes of a declaration file -> a syntax tree whose offsets are those of the bytes.

The published grammar does not know some current syntax. It is rewritten before parsing into older syntax of the
same length, so every span can be cut from the original bytes; nobody sees the rewritten ones.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tree_sitter import Node, Parser

from paredown.harvest.text import Span
from paredown.harvest.typescript.grammar import FUNCTIONS

IMPORTED = re.compile(rb"""import\s*\(\s*(["'])[^"'\n]*\1\s*(?:,\s*\{[^()]*?\}\s*)?,?\s*\)""")
"""The type `import("…")`, with or without attributes: an identifier in the rewritten bytes."""
QUOTED = re.compile(rb"""(["'])[^"'\n]*\1""")
UNNAMED = b"defau_t"
"""The name that an unnamed default function has in the rewritten bytes."""

ANONYMOUS = re.compile(rb"\bdefault\s+((?:async\s+)?function)(?=\s*[(<])")
BLANKED = (
    re.compile(rb"\bexport\s+(type)\s*\*"),
    re.compile(rb"\b(export)\s+import\s[\w$\s]+=\s*require\b"),
    re.compile(rb"\bimport\s+(defer|source)\s+[\w*{]"),
    re.compile(rb"""["']\s*((?:with|assert)\s*\{[^{}]*\})"""),
    re.compile(rb"(?:^|[;{}\n]|\*/)[ \t]*(global)\s*\{"),
    re.compile(rb"\bdefault\s+(abstract)\s+class\b"),
    re.compile(rb"\b(?:static|public|private|protected|abstract|override|declare)\s+(accessor)(?=\s+[\w$#\[\"'])"),
    re.compile(rb"\b(static)\s+(?:readonly\s+)?\[\s*[\w$]+\s*:"),
    re.compile(rb"\bkeyof\s+(readonly)\b"),
    re.compile(rb"(?:[<,]|\*/)\s*(?:const\s+)?((?:in\s+)?out|in)(?=\s+(?!as\b|extends\b|in\b|of\b|instanceof\b)[\w$])"),
)
"""Words that change nothing of a declaration's shape: the first group becomes blanks."""
ENDED = re.compile(rb"(?<=[\w$\])}>])[ \t]*\r?\n(?=\s*<)")
"""A line break before a call signature with type parameters ends the member before it."""
RENAMED = re.compile(rb"(?<![\w$.#])(?:(?:abstract|accessor|using)(?=\s*[?!]?\s*[:(<;=,)])|type(?=\s*[,}]))")
"""Words of newer syntax as the names of members and parameters."""


class Parsed(NamedTuple):
    """A file's original bytes, the root of its tree, and the literals the tree does not know.

    `errors` counts what the grammar could not read outside the bodies of functions.
    """

    source: bytes
    root: Node
    hidden: tuple[Span, ...] = ()
    errors: int = 0


def parse(source: bytes, parser: Parser) -> Parsed:
    """Return `source` parsed; repairs of rare syntax are tried only when the first attempt has errors."""
    text = source
    if text.startswith(b"\xef\xbb\xbf"):
        text = b"   " + text[3:]
    hidden: list[Span] = []
    if b"import(" in text or b"import (" in text:
        text = IMPORTED.sub(lambda match: _as_name(match, hidden), text)
    root = parser.parse(text).root_node
    if root.has_error:
        repaired = repair(text)
        if repaired != text:
            root = parser.parse(repaired).root_node
    return Parsed(source, root, tuple(hidden), errors_in(root) if root.has_error else 0)


def repair(text: bytes) -> bytes:
    """Return `text` with the syntax that the grammar does not know in older words of the same length."""
    for pattern in BLANKED:
        text = pattern.sub(_blank, text)
    text = ANONYMOUS.sub(_named, text)
    text = ENDED.sub(lambda match: match.group()[:-1] + b";", text)
    return RENAMED.sub(lambda match: match.group()[:-1] + b"_", text)


def errors_in(root: Node) -> int:
    """Count the ERROR and missing nodes outside the bodies of functions."""
    count = 0
    stack = [root]
    while stack:
        node = stack.pop()
        if node.is_error or node.is_missing:
            count += 1
            continue
        in_function = node.type in FUNCTIONS
        stack.extend(c for c in node.children if c.has_error and not (in_function and c.type == "statement_block"))
    return count


def _as_name(match: re.Match[bytes], hidden: list[Span]) -> bytes:
    found = match.group()
    if match.start() and match.string[match.start() - 1 : match.start()].isalnum():
        return found
    hidden.extend(Span(match.start() + m.start(), match.start() + m.end()) for m in QUOTED.finditer(found))
    return re.sub(rb"[^A-Za-z]", b"_", found)


def _blank(match: re.Match[bytes]) -> bytes:
    start, end = match.start(1) - match.start(), match.end(1) - match.start()
    found = match.group()
    return found[:start] + b" " * (end - start) + found[end:]


def _named(match: re.Match[bytes]) -> bytes:
    return (match[1] + b" " + UNNAMED).ljust(len(match.group()))
