"""Things that need others first -> an order in which each comes after what it needs; cycles are cut."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TypeVar

T = TypeVar("T")


def after_needs(start: T, needs: Callable[[T], Collection[T]], done: Callable[[T], bool]) -> Iterator[T]:
    """Yield what `start` needs and is not `done`, then `start`; the caller makes each done before it goes on."""
    waiting: set[int] = set()
    stack = [start]
    while stack:
        top = stack[-1]
        if done(top):
            stack.pop()
            continue
        if id(top) not in waiting:
            waiting.add(id(top))
            missing = [need for need in needs(top) if not done(need) and id(need) not in waiting]
            if missing:
                stack.extend(reversed(missing))
                continue
        yield top
        stack.pop()
