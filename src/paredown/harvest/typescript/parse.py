"""Bytes of a declaration file -> syntax trees whose offsets are those of the bytes."""

from __future__ import annotations

import re
from typing import NamedTuple

from tree_sitter import Node, Parser

from paredown.harvest.text import Span
from paredown.harvest.timed_parse import timed_parse
from paredown.harvest.typescript.grammar import FUNCTIONS
from paredown.harvest.typescript.repair import repair, rewrite

LARGE = 64 * 1024
"""Bytes from which on a file is watched while it is parsed."""
PARSE_SECONDS = 10.0
"""Processor time for one file; libraries need less than a tenth, some nonsense takes hours."""
TOKENS = re.compile(
    rb"""(?P<comment>/\*.*?\*/|//[^\n]*)|(?P<open>/\*)"""
    rb"""|(?P<literal>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\\.)"""
    rb"""|(?P<statement>^(?:export|declare|import|interface|type|namespace|module|class|abstract|function|const|enum)\b)""",
    re.DOTALL | re.MULTILINE,
)


class Parsed(NamedTuple):
    """A file's original bytes, the root of its tree, and the literals the tree does not know.

    `errors` counts what the grammar could not read outside the bodies of functions.
    """

    source: bytes
    root: Node
    hidden: tuple[Span, ...] = ()
    errors: int = 0


def pieces(source: bytes, parser: Parser) -> list[Parsed]:
    """Return `source` parsed: as one, or statement by statement where an error might swallow the others.

    Nothing when it takes more than `PARSE_SECONDS`.
    """
    whole = parse(source, parser)
    if whole is None or not whole.errors:
        return [whole] if whole else []
    starts = _statements(source)
    if len(starts) == 1:
        return [whole]
    ends = [*starts[1:], len(source)]
    parts = [parse(source[start:end], parser) for start, end in zip(starts, ends, strict=True)]
    return [part for part in parts if part is not None] if None not in parts else [whole]


def parse(source: bytes, parser: Parser) -> Parsed | None:
    """Return `source` parsed; repairs of rare syntax are tried only when the first attempt has errors."""
    text, hidden = rewrite(source)
    root = _root(text, parser)
    if root is not None and root.has_error:
        repaired = repair(text)
        if repaired != text:
            root = _root(repaired, parser)
    if root is None:
        return None
    return Parsed(source, root, hidden, errors_in(root) if root.has_error else 0)


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


def _root(text: bytes, parser: Parser) -> Node | None:
    return timed_parse(text, parser, seconds=PARSE_SECONDS, large=LARGE)


def _statements(source: bytes) -> list[int]:
    """Return where the statements at the left margin begin, each with the comments before it."""
    starts = [0]
    begins = -1
    last = 0
    for token in TOKENS.finditer(source):
        kind = token.lastgroup
        if kind == "open":
            break  # a comment that never ends: what follows is no code
        blank = begins >= 0 and source[last : token.start()].isspace()
        if kind == "comment":
            begins = begins if blank else token.start()
        else:
            start = begins if blank else token.start()
            if kind == "statement" and start > starts[-1]:
                starts.append(start)
            begins = -1
        last = token.end()
    return starts
