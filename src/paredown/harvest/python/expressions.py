"""A short piece of third-party text -> a Python expression, or None when it is not tame enough to be looked at.

`ast.parse` warns about odd literals on standard error and can exhaust the stack, so what reaches it is short, and
holds no backslash, no exponent and no number that runs into a word.
"""

from __future__ import annotations

import ast
import re
from functools import lru_cache

MAX_EXPRESSION = 400
"""Characters; real conditions and forward references stay far below."""
MAX_BRACKETS = 40
UNTAMED = re.compile(r"\\|(?<!\w)\d[\d.]*[^\W\d]|[\x00-\x08\x0b-\x1f\x7f-\x9f]")
REFERENCE_NODES = (
    ast.Name,
    ast.Attribute,
    ast.Subscript,
    ast.Tuple,
    ast.List,
    ast.BinOp,
    ast.BitOr,
    ast.Constant,
    ast.Load,
)


@lru_cache(maxsize=4096)
def expression(text: str) -> ast.expr | None:
    """Return `text` as an expression, or None when it is none, too long, too deep or untamed."""
    if len(text) > MAX_EXPRESSION or text.count("[") + text.count("(") > MAX_BRACKETS or UNTAMED.search(text):
        return None
    try:
        return ast.parse(" ".join(text.split()), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


@lru_cache(maxsize=4096)
def is_reference(text: str) -> bool:
    """Whether a string annotation is only a type: names, attributes, subscripts, tuples, lists, `|`, None, `...`."""
    if "'" in text or '"' in text or "#" in text:
        return False
    tree = expression(text)
    if tree is None:
        return False
    return all(
        isinstance(node, REFERENCE_NODES)
        and (not isinstance(node, ast.Constant) or node.value is None or node.value is ...)
        for node in ast.walk(tree)
    )
