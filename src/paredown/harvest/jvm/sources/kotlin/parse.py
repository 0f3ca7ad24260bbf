"""The text of a Kotlin file -> its syntax tree, with syntax that the grammar lacks rewritten at the same length."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from ast_grep_py import SgNode, SgRoot

from paredown.harvest.jvm.sources.kotlin.repair import repaired
from paredown.harvest.jvm.sources.kotlin.spelling import Modifiers, modifiers

BODIES: Final = frozenset(
    {"function_body", "lambda_literal", "anonymous_initializer", "getter", "setter", "property_delegate", "annotation"}
)
"""Nodes in which an error hides no declaration that a caller sees."""
DECLARES: Final = re.compile(r"\b(?:class|interface|object|fun|val|var|typealias)\s")
STRAY: Final = frozenset({"annotated_expression", "prefix_expression", "infix_expression", "call_expression"})
"""Expressions outside of every body: a library has none, so that one with a declaration's word in it was misread."""
NONE: Final[Mapping[int, str]] = {}


class Parsed(NamedTuple):
    """A file's tree, the text it was made of, what was taken out of that, and how much did not parse.

    `moved` are modifiers by where the word behind them is, `contexts` context parameters by where they ended; all
    places are in characters, as those of nodes are.
    """

    root: SgNode
    text: str
    moved: Mapping[int, str]
    contexts: Mapping[int, str]
    errors: int


def parse(text: str) -> Parsed:
    """Return `text` parsed; it is rewritten only where it does not parse as it is, or has context parameters."""
    root = SgRoot(text, "kotlin").root()
    errors = errors_in(root)
    if not errors and "context(" not in text:
        return Parsed(root, text, NONE, NONE, 0)
    best = Parsed(root, text, NONE, NONE, errors)
    for margins in (False, True):
        other = repaired(text, margins=margins)
        again = SgRoot(other.text, "kotlin").root()
        left = errors_in(again)
        if left < best.errors or (other.contexts and not best.contexts and left <= best.errors):
            best = Parsed(again, other.text, other.moved, other.contexts, left)
        if not left:
            break
    return best


def moved_modifiers(text: str) -> Modifiers:
    """Return the annotations and modifiers in `text`, which was taken out of a file."""
    first = next(iter(SgRoot(f"{' '.join(text.split())} class A", "kotlin").root().children()), None)
    return modifiers(next((part for part in first.children() if part.kind() == "modifiers"), None) if first else None)


def errors_in(root: SgNode) -> int:
    """Count the places outside of bodies that the grammar could not read, or read as no declaration at all."""
    found = root.find_all(kind="ERROR")
    errors = sum(1 for node in found if not any(around.kind() in BODIES for around in node.ancestors()))
    stray = (node for node in root.children() if node.kind() in STRAY)
    return errors + sum(1 for node in stray if DECLARES.search(node.text()))
