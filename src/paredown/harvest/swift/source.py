"""The bytes of a Swift file -> its syntax tree, with every branch of conditional compilation open."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from tree_sitter import Node, Parser

from paredown.harvest.swift.bodies import without_bodies, without_constraints
from paredown.harvest.swift.grammar import BLOCK_COMMENT, COMMENT, DECLARATIONS, ERROR, SEMICOLON
from paredown.harvest.swift.repair import repair
from paredown.harvest.text import decode
from paredown.harvest.timed_parse import timed_parse

LARGE = 32 * 1024
"""Bytes from which on a file is watched while it is parsed."""
PARSE_SECONDS = 10.0
"""Processor time for one file; libraries need less than a tenth, some nonsense takes hours."""
MENDED = 1024 * 1024
"""Bytes of a file up to which errors are worth a second look."""
DIRECTIVE = re.compile(rb"^[ \t]*#(if|elseif|else|endif)\b([^\n]*)", re.MULTILINE)
PLATFORMS = (
    "iOS|macOS|OSX|tvOS|watchOS|visionOS|xrOS|Linux|Windows|Android|FreeBSD|OpenBSD|WASI|Darwin|macCatalyst|simulator"
)
PLATFORM = re.compile(
    rf"\s*!?\s*(?:os|targetEnvironment)\((?:{PLATFORMS})\)"
    rf"(?:\s*(?:\|\||&&)\s*!?\s*(?:os|targetEnvironment)\((?:{PLATFORMS})\))*\s*"
)
"""A condition on platforms alone: the words of any other are its author's, and are not shown."""
BODYLESS = re.compile(
    rb"^([ \t]*(?:@[^\n]*\s)?(?:[\w()]+[ \t]+)*(?:func[ \t]|init[?!]?[ \t]*[(<])[^\n{}]*[^\n{}\s])[ \t]*$", re.MULTILINE
)
"""A function of a textual interface: it has no body, which the grammar asks for."""
DEEP = 40
"""Conditions inside each other that are told apart."""


class Source(NamedTuple):
    """A file's bytes, the root of its tree, and what could not be read of it at the level of declarations."""

    text: bytes
    root: Node
    errors: int
    starts: tuple[int, ...] = ()
    platforms: tuple[str, ...] = ()

    def platform(self, at: int) -> str:
        """Return the condition on platforms that the declaration at `at` is under, empty for none."""
        return self.platforms[bisect_right(self.starts, at) - 1] if self.starts and at >= self.starts[0] else ""


def read_source(text: bytes, parser: Parser, *, is_interface: bool = False) -> Source | None:
    """Return `text` parsed, or None when it takes more than `PARSE_SECONDS`."""
    if is_interface:
        text = BODYLESS.sub(rb"\1 {}", text)
    starts: tuple[int, ...] = ()
    platforms: tuple[str, ...] = ()
    blanked = text
    if b"#" in text:
        found = list(DIRECTIVE.finditer(text))
        if found:
            starts, platforms = _platforms(found)
            blanked = DIRECTIVE.sub(lambda one: b" " * len(one[0]), text)
    root = _root(blanked, parser)
    if root is not None and root.has_error:
        root = _mended(blanked, root, parser)
    return Source(text, root, errors_in(root).number, starts, platforms) if root is not None else None


def _mended(text: bytes, root: Node, parser: Parser) -> Node:
    """Return the tree of `text`, mended as far as that loses less of it."""
    lost = errors_in(root).lost
    for mend in (repair, without_bodies, without_constraints):
        if not lost or len(text) > MENDED:
            break
        mended = mend(text)
        again = _root(mended, parser) if mended != text else None
        if again is not None and (left := errors_in(again).lost) < lost:
            root, lost, text = again, left, mended
    return root


def _platforms(found: list[re.Match[bytes]]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return where the conditions change, and the one on platforms that holds from there on."""
    starts: list[int] = []
    told: list[str] = []
    stack: list[tuple[str, ...]] = []
    for one in found:
        word, condition = one[1], decode(one[2].split(b"//")[0]).strip()
        spelled = condition if PLATFORM.fullmatch(condition) else ""
        if word == b"if":
            stack.append((spelled,))
        elif stack and word == b"endif":
            stack.pop()
        elif stack and word == b"elseif":
            stack[-1] = (*stack[-1][:DEEP], spelled)
        elif stack:
            known = len(stack[-1]) == 1 and stack[-1][0]
            stack[-1] = (*stack[-1][:DEEP], f"!({known})" if known else "")
        starts.append(one.end())
        told.append(" && ".join(branches[-1] for branches in stack[-DEEP:] if branches[-1]))
    return tuple(starts), tuple(told)


class Errors(NamedTuple):
    """How often the grammar failed where a declaration could stand, and the bytes that it lost."""

    number: int
    lost: int


def errors_in(root: Node) -> Errors:
    """Return what the grammar could not read outside of code."""
    number = lost = 0
    stack = [root]
    while stack:
        node = stack.pop()
        if node.kind_id == ERROR:
            if any(child.kind_id not in (SEMICOLON, COMMENT, BLOCK_COMMENT) for child in node.children):
                number += 1
                lost += node.end_byte - node.start_byte + 1
        elif node is root or node.kind_id in DECLARATIONS or node.type in BODIES:
            stack.extend(child for child in node.children if child.has_error)
    return Errors(number, lost)


BODIES = frozenset({"class_body", "protocol_body", "enum_class_body"})


def _root(text: bytes, parser: Parser) -> Node | None:
    return timed_parse(text, parser, seconds=PARSE_SECONDS, large=LARGE)
