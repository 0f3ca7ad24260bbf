r"""A pattern of any dialect -> the same for `re`, by spelling its classes out over the characters that tests use.

`re` knows neither `\p{Lu}` nor `&&`. Over a few hundred characters a class is a list.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

from gate.spec import specs

from paredown.export.bounds import Bound, Search

UNIVERSE = frozenset(map(chr, range(0x80))) | frozenset(
    character for spec in specs() for case in (*spec.within, *spec.breach) for character in case.name
)
PROPERTY = re.compile(r"\\p\{(\w+)\}")
POINT = re.compile(r"\\[xu]\{([0-9a-f]+)\}|\\u([0-9a-f]{4})|\\U([0-9a-f]{8})")
CONTROLS = {"n": "\n", "t": "\t", "r": "\r"}
SPACE = frozenset(" \t\n\r\v\f")


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Return `pattern` for `re`; it is right for texts of characters of `UNIVERSE`."""
    found, at = [], 0
    while at < len(pattern):
        if pattern[at] == "[":
            characters, at = _class(pattern, at)
            # The empty look-ahead keeps `re` from merging two classes that stand in an alternation into one: the
            # engines of the linters do not, and a fault of that kind would not show here.
            found.append(f"(?:[{''.join(re.escape(c) for c in sorted(characters))}](?=))" if characters else "(?!)")
        elif matched := PROPERTY.match(pattern, at):
            found.append(f"[{''.join(re.escape(c) for c in sorted(_property(matched[1])))}]")
            at = matched.end()
        elif matched := POINT.match(pattern, at):
            found.append(re.escape(_point(matched)))
            at = matched.end()
        elif pattern[at] == "$":
            found.append(r"\Z")  # `$` of `re` also stands before a last line end
            at += 1
        else:
            width = 2 if pattern[at] == "\\" else 1
            found.append(pattern[at : at + width])
            at += width
    return re.compile("".join(found))


def _class(pattern: str, at: int) -> tuple[frozenset[str], int]:
    negated = pattern[at + 1] == "^"
    at += 1 + negated
    current: frozenset[str] = frozenset()
    met: list[frozenset[str]] = []
    while pattern[at] != "]":
        if pattern.startswith("&&", at):
            met.append(current)
            current, at = frozenset(), at + 2
        elif pattern[at] == "[":
            inner, at = _class(pattern, at)
            current |= inner
        else:
            item, at = _item(pattern, at)
            if pattern[at] == "-" and pattern[at + 1] != "]" and len(item) == 1 and isinstance(item, str):
                last, at = _item(pattern, at + 1)
                assert isinstance(last, str)
                current |= {c for c in UNIVERSE if item <= c <= last}
            else:
                current |= frozenset(item) & UNIVERSE
    for each in met:
        current &= each
    return (UNIVERSE - current if negated else current), at + 1


def _item(pattern: str, at: int) -> tuple[str | frozenset[str], int]:
    if matched := PROPERTY.match(pattern, at):
        return _property(matched[1]), matched.end()
    if matched := POINT.match(pattern, at):
        return _point(matched), matched.end()
    if pattern.startswith("\\s", at):
        return SPACE, at + 2
    if pattern.startswith("\\S", at):
        return UNIVERSE - SPACE, at + 2
    if pattern[at] == "\\":
        return CONTROLS.get(pattern[at + 1], pattern[at + 1]), at + 2
    return pattern[at], at + 1


def _point(matched: re.Match[str]) -> str:
    return chr(int(next(filter(None, matched.groups())), 16))


@cache
def _property(name: str) -> frozenset[str]:
    return frozenset(c for c in UNIVERSE if unicodedata.category(c).startswith(name))


def holds(tests: Sequence[Search], name: str) -> bool:
    """Whether every one of `tests` holds for `name`."""
    return all(bool(compiled(test.pattern).search(name)) == test.found for test in tests)


def breached(bound: Bound, name: str) -> bool:
    """Whether `name` is in breach of a bound, taken by its parts."""
    return holds(bound.tests, name) and not any(holds(exemption, name) for exemption in bound.exemptions)
