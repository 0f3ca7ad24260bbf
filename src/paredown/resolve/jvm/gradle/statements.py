"""The tokens of a script -> statements within groups within statements: the nesting, and nothing of the meaning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from paredown.resolve.jvm.gradle.tokens import Kind, Token, tokens

CLOSES = {"(": ")", "[": "]", "{": "}"}
MAX_DEPTH = 100
GOES_ON = frozenset({",", "=", ".", "+", ":", "?.", "?:", "&&", "||", "("})
"""Marks after which a line goes on."""
BEGINS_WITH = frozenset({".", "?.", "?:"})
"""Marks with which a line goes on from the one before."""


class TooDeep(Exception):
    """A script whose nesting no person writes."""


@dataclass(slots=True)
class Group:
    """What stands between brackets: statements of a block `{`, or arguments of `(` and `[`."""

    open: str
    line: int
    items: list[list[Item]] = field(default_factory=list)

    @property
    def filled(self) -> Sequence[Sequence[Item]]:
        """The statements or arguments that hold something."""
        return [item for item in self.items if item]


Item = Token | Group


def parse(text: str, *, kotlin: bool) -> Group:
    """Return the script `text` as one block; raises `TooDeep`."""
    return parse_tokens(tokens(text, kotlin=kotlin))


def parse_tokens(stream: Iterable[Token]) -> Group:
    """Return tokens as one block; a bracket that nothing closes ends with the script. Raises `TooDeep`."""
    top = Group("{", 1, [[]])
    stack = [top]
    ended = False
    for token in stream:
        group = stack[-1]
        if token.kind is Kind.END:
            # Within brackets a line is no end, and after some marks neither.
            if group.open == "{" and (token.text == ";" or not _goes_on(group.items[-1])):
                ended = True
            continue
        if token.kind is Kind.MARK and token.text in CLOSES.values():
            ended = False
            if len(stack) > 1 and CLOSES[group.open] == token.text:
                stack.pop()
            continue
        if ended and not (token.kind is Kind.MARK and token.text in BEGINS_WITH):
            group.items.append([])
        ended = False
        if token.kind is Kind.MARK and token.text in CLOSES:
            if len(stack) >= MAX_DEPTH:
                raise TooDeep
            inner = Group(token.text, token.line, [[]])
            group.items[-1].append(inner)
            stack.append(inner)
        elif token.kind is Kind.MARK and token.text == "," and group.open != "{":
            group.items.append([])
        elif token.kind is Kind.MARK and token.text == "->" and group.open == "{":
            # What stands before is the parameters of a lambda.
            group.items[-1] = []
        else:
            group.items[-1].append(token)
    return top


def split(items: Iterable[Item], mark: str) -> list[list[Item]]:
    """Return `items` in stretches between `mark`s."""
    found: list[list[Item]] = [[]]
    for item in items:
        if is_mark(item, mark):
            found.append([])
        else:
            found[-1].append(item)
    return found


def is_mark(item: Item, text: str) -> bool:
    """Whether `item` is the mark `text`."""
    return isinstance(item, Token) and item.kind is Kind.MARK and item.text == text


def is_group(item: Item, opens: str) -> bool:
    """Whether `item` is a group in brackets of this kind."""
    return isinstance(item, Group) and item.open == opens


def _goes_on(statement: Sequence[Item]) -> bool:
    last = statement[-1] if statement else None
    return isinstance(last, Token) and last.kind is Kind.MARK and last.text in GOES_ON
