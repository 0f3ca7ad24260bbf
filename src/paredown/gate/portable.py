r"""A regular expression -> whether every engine reads it alike.

`re`, RE2 and Rust's regex disagree on `\\b`, `\\w`, `\\s`, `\\d`, `(?i)`, look-around, back-references and POSIX
classes. What is left is literals, explicit classes, groups, alternation, anchors and bounded repeats: that is the
subset, and this refuses the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class Unportable(NamedTuple):
    """A place in a pattern that engines read differently, and why."""

    at: int
    why: str


ESCAPABLE = frozenset(".^$*+?()[]{}|\\/-`~")
MAX_REPEAT = 1000
"""RE2's bound on a counted repeat."""
REFUSED = {
    "b": "a word boundary differs between engines",
    "B": "a word boundary differs between engines",
    "w": "\\w is Unicode in some engines and ASCII in others",
    "W": "\\w is Unicode in some engines and ASCII in others",
    "s": "\\s is Unicode in some engines and ASCII in others",
    "S": "\\s is Unicode in some engines and ASCII in others",
    "d": "\\d is Unicode in some engines and ASCII in others",
    "D": "\\d is Unicode in some engines and ASCII in others",
    "p": "Unicode properties are unknown to re",
    "P": "Unicode properties are unknown to re",
}


def unportable(pattern: str) -> tuple[Unportable, ...]:
    """Return every place of `pattern` outside the portable subset; empty when it may be a screen."""
    found = list(_places(pattern))
    if not found:
        try:
            re.compile(pattern, re.ASCII)
        except re.error as error:
            found.append(Unportable(error.pos or 0, f"does not compile: {error.msg}"))
    return tuple(found)


def _places(pattern: str) -> Iterator[Unportable]:
    at, inside = 0, False
    while at < len(pattern):
        character = pattern[at]
        if character == "\\":
            yield from _escape(pattern, at)
            at += 2
            continue
        if inside:
            if character == "[":
                yield Unportable(at, "a bracket inside a class is a set operation in some engines; escape it")
            elif character in "&~|-" and pattern[at : at + 2] == character * 2:
                yield Unportable(at, "a doubled sign inside a class is a set operation in some engines")
            inside = character != "]"
        elif character == "[":
            inside = True
            # A bracket that comes first would be literal for some engines and the end of the class for others.
            if pattern[at + 1 : at + 2] == "]" or pattern[at + 1 : at + 3] == "^]":
                yield Unportable(at, "a closing bracket right after the opening one; escape it")
        elif pattern.startswith("(?", at) and not pattern.startswith("(?:", at):
            yield Unportable(at, "flags, names, look-around and conditions are not shared; use (?:…)")
        elif character in "*+?}" and pattern[at + 1 : at + 2] == "+":
            yield Unportable(at, "possessive repeats are not shared")
        elif character == "{":
            yield from _repeat(pattern, at)
        at += 1


def _escape(pattern: str, at: int) -> Iterator[Unportable]:
    following = pattern[at + 1 : at + 2]
    if following in REFUSED:
        yield Unportable(at, REFUSED[following])
    elif following.isdigit():
        yield Unportable(at, "back-references are unknown to RE2 and Rust")
    elif following not in ESCAPABLE and following not in "nrt":
        yield Unportable(at, "this escape is not shared")


def _repeat(pattern: str, at: int) -> Iterator[Unportable]:
    counted = re.match(r"\{([0-9]+)(?:,([0-9]*))?\}", pattern[at:])
    if not counted:
        yield Unportable(at, "a brace that is no counted repeat; escape it")
    elif any(int(number) > MAX_REPEAT for number in counted.groups() if number):
        yield Unportable(at, f"a repeat of more than {MAX_REPEAT}")
