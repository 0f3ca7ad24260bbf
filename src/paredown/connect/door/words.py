"""A word of a shell command -> the texts that it may stand for in this folder, with these variables."""

from __future__ import annotations

import fnmatch
import itertools
import os
import re
from collections.abc import Mapping

from paredown.connect.door.script import Word

UNKNOWN = "\x00"
"""Stands for what only a run would tell."""
MOST = 64
MAX_SCANNED = 2_000
BRACES = re.compile(r"\{([^{}]*,[^{}]*)\}")
GLOB = re.compile(r"[*?\[]")
LITERAL = {"*": "\ue000", "?": "\ue001", "[": "\ue002", "{": "\ue003", "~": "\ue004"}
"""What stands in for a quoted character that would mean something unquoted, while a word is being expanded."""
BACK = {ord(stand_in): character for character, stand_in in LITERAL.items()}
VARIABLE = re.compile(r"(\w+)(?:\[[^\]]*\])?(?::?[-=](.*))?", re.DOTALL)

Variables = Mapping[str, tuple[str, ...]]


def texts(word: Word, variables: Variables, folder: str, outputs: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Return what `word` may stand for, at most `MOST` texts, patterns of files left as they are.

    `outputs` are what some substitutions print.
    """
    choices: list[tuple[str, ...]] = []
    for kind, text in word:
        if kind == "text":
            choices.append((text,))
        elif kind == "quoted":
            choices.append((_literal(text),))
        elif kind == "variable":
            choices.append(tuple(_literal(value) for value in _values(text, variables, folder)))
        else:
            choices.append(((outputs or {}).get(text.strip(), UNKNOWN),))
    found: list[str] = []
    for pieces in itertools.islice(itertools.product(*choices), MOST):
        found += [_home(text, variables) for text in _braced("".join(pieces))]
    return tuple(found[:MOST])


def plain(text: str) -> str:
    """Return a text of `texts` as the program gets it, where no file is matched."""
    return text.translate(BACK)


def is_pattern(text: str) -> bool:
    """Whether a text of `texts` matches files."""
    return GLOB.search(text) is not None


def matched(text: str, folder: str) -> tuple[str, ...]:
    """Return the absolute paths that a pattern matches in `folder`, at most `MOST` a level; itself when none does."""
    whole = text if text.startswith("/") else f"{folder}/{text}"
    if not GLOB.search(whole) or UNKNOWN in whole:
        return (plain(whole),)
    found = ["/"]
    for part in whole.split("/"):
        if not part:
            continue
        if not GLOB.search(part):
            found = [os.path.join(each, plain(part)) for each in found]
        else:
            pattern = plain(part)
            found = [os.path.join(each, name) for each in found for name in _names(each, pattern)]
        found = found[: MOST * 4]
    return tuple(found) or (plain(whole),)


def _names(folder: str, pattern: str) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry, _ in zip(entries, range(MAX_SCANNED), strict=False)]
    except (OSError, ValueError):
        return []
    return [
        name
        for name in sorted(names)
        if fnmatch.fnmatchcase(name, pattern) and (not name.startswith(".") or pattern.startswith("."))
    ]


def _values(name: str, variables: Variables, folder: str) -> tuple[str, ...]:
    found = VARIABLE.fullmatch(name)
    if not found:
        return (UNKNOWN,)
    if found[1] == "PWD":
        return (folder,)
    return variables.get(found[1]) or ((found[2],) if found[2] else (UNKNOWN,))


def _braced(text: str) -> list[str]:
    done: list[str] = []
    waiting = [text]
    while waiting and len(done) < MOST:
        now = waiting.pop(0)
        found = BRACES.search(now)
        if found and len(waiting) < MOST:
            waiting[:0] = [now[: found.start()] + choice + now[found.end() :] for choice in found[1].split(",")]
        else:
            done.append(now)
    return done


def _home(text: str, variables: Variables) -> str:
    if text == "~" or text.startswith("~/"):
        return (variables.get("HOME") or (UNKNOWN,))[0] + text[1:]
    return text


def _literal(text: str) -> str:
    for character, stand_in in LITERAL.items():
        text = text.replace(character, stand_in)
    return text
