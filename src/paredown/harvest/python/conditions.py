"""The condition of an `if` at module or class level -> which of its branches a caller gets on this interpreter."""

from __future__ import annotations

import ast
import operator
import os
import sys
from collections.abc import Callable
from enum import Enum, auto
from functools import lru_cache
from typing import Any

from paredown.harvest.python.expressions import expression


class Verdict(Enum):
    """What a condition comes to for a module that is imported."""

    YES = auto()
    NO = auto()
    TYPING = auto()
    """True for a type checker, false for a running program."""
    RUNNING = auto()
    """The opposite."""
    OPEN = auto()
    """It cannot be decided: both branches are read."""


OPPOSITE = {
    Verdict.YES: Verdict.NO,
    Verdict.NO: Verdict.YES,
    Verdict.TYPING: Verdict.RUNNING,
    Verdict.RUNNING: Verdict.TYPING,
    Verdict.OPEN: Verdict.OPEN,
}
COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
VERSION_FIELDS = {"major": 0, "minor": 1, "micro": 2}


@lru_cache(maxsize=1024)
def decide(condition: str, stub: bool) -> Verdict:
    """Return what `condition` comes to; in a stub `TYPE_CHECKING` is simply true."""
    tree = expression(condition)
    verdict = _decide(tree) if tree is not None else Verdict.OPEN
    if stub and verdict in (Verdict.TYPING, Verdict.RUNNING):
        return Verdict.YES if verdict is Verdict.TYPING else Verdict.NO
    return verdict


def _decide(tree: ast.expr) -> Verdict:
    """Recurse over an expression that `expression` has bounded."""
    match tree:
        case ast.Constant(value=bool() | int() as value):
            return Verdict.YES if value else Verdict.NO
        case ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"):
            return Verdict.TYPING
        case ast.Compare(left=ast.Name(id="__name__"), ops=[ast.Eq()], comparators=[ast.Constant(value="__main__")]):
            return Verdict.NO
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return OPPOSITE[_decide(operand)]
        case ast.BoolOp(op=ast.And(), values=values):
            return _all([_decide(value) for value in values])
        case ast.BoolOp(op=ast.Or(), values=values):
            return OPPOSITE[_all([OPPOSITE[_decide(value)] for value in values])]
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARE:
            return _compare(COMPARE[type(op)], _known(left), _known(right))
        case ast.Call(func=ast.Attribute(value=value, attr="startswith"), args=[ast.Constant(value=str() as head)]):
            known = _known(value)
            return (Verdict.YES if known.startswith(head) else Verdict.NO) if isinstance(known, str) else Verdict.OPEN
    return Verdict.OPEN


def _all(verdicts: list[Verdict]) -> Verdict:
    if Verdict.NO in verdicts:
        return Verdict.NO
    left = {verdict for verdict in verdicts if verdict is not Verdict.YES}
    if not left:
        return Verdict.YES
    return left.pop() if len(left) == 1 else Verdict.OPEN


def _compare(compare: Callable[[Any, Any], bool], left: object, right: object) -> Verdict:
    if left is None or right is None or type(left) is not type(right):
        return Verdict.OPEN
    try:
        return Verdict.YES if compare(left, right) else Verdict.NO
    except TypeError:
        return Verdict.OPEN


def _known(tree: ast.expr) -> object:
    """Return the value of what this interpreter knows without running anything of the file, or None."""
    match tree:
        case ast.Constant(value=int() | str() as value):
            return value
        case ast.Tuple(elts=parts):
            values = [part.value for part in parts if isinstance(part, ast.Constant)]
            return tuple(values) if len(values) == len(parts) else None
        case ast.Attribute(value=ast.Name(id="sys"), attr="version_info"):
            return tuple(sys.version_info)
        case ast.Attribute(value=ast.Name(id="sys"), attr="platform"):
            return sys.platform
        case ast.Attribute(value=ast.Name(id="os"), attr="name"):
            return os.name
        case ast.Attribute(value=inner, attr=field) if field in VERSION_FIELDS:
            known = _known(inner)
            return known[VERSION_FIELDS[field]] if isinstance(known, tuple) and len(known) == 5 else None
        case ast.Subscript(value=inner, slice=ast.Constant(value=int() as index)):
            known = _known(inner)
            return known[index] if isinstance(known, tuple) and 0 <= index < len(known) else None
        case ast.Subscript(value=inner, slice=ast.Slice(lower=None, upper=ast.Constant(value=int() as upper))):
            known = _known(inner)
            return known[:upper] if isinstance(known, tuple) else None
    return None
