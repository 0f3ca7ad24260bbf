"""A tool call of any host -> why it is refused, or None: shell commands, files, patterns of files, patches."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from paredown.connect.call import Call
from paredown.connect.door.programs import named
from paredown.connect.door.reading import Place, Why
from paredown.connect.door.shell import refused
from paredown.connect.door.trees import Inside, inside
from paredown.connect.door.words import LITERAL

OWN = re.compile(r"mcp__(?:plugin_)?(?:\w+_)?paredown__\w+|(?:mcp_)?paredown[_.:/-]\w+")
"""The tools of paredown itself, as hosts name them: their arguments are names of symbols."""
SHELL_KEYS = ("command", "cmd", "script", "commandLine")
FOLDER_KEYS = ("workdir", "cwd", "working_directory")
PATH_KEYS = named(
    """
    file_path filepath path paths file files filename file_name filenames notebook_path uri url directory dir
    folder root  target_directory target_file relative_workspace_path absolute_path
    source
    """
)
PATTERN_KEYS = named("glob glob_pattern include includepattern include_pattern file_glob globs")
NAMES_FILES = re.compile(r"glob|find_?files?|file_?search|search_?files", re.IGNORECASE)
"""Tools whose pattern or query is one of file names."""
LISTS = re.compile(r"(?:^|_)(?:ls|list)(?:_?dir\w*|_?files?|_?directory)?$", re.IGNORECASE)
PATCHED = re.compile(r"^\*\*\* (?:Update|Delete) File: (.+)$|^(?:---|\+\+\+) (?:[ab]/)?(\S+)", re.MULTILINE)
PATCH = "*** Begin Patch"
MAX_DEPTH = 8


def verdict(call: Call, variables: Mapping[str, str]) -> Why | None:
    """Return why the call must not be made; `variables` are those of the environment."""
    if OWN.fullmatch(call.tool):
        return None
    place = Place(call.folder)
    runs_in = next((call.given[key] for key in FOLDER_KEYS if isinstance(call.given.get(key), str)), "")
    shell = Place(os.path.normpath(os.path.join(call.folder, runs_in)))
    for key, value in call.given.items():
        if key in SHELL_KEYS and (why := _commanded(shell, value, variables)):
            return why
    for key, text in _texts(call.given):
        if key in PATH_KEYS and (why := _named(place, call.tool, text)):
            return why
        pattern = key in PATTERN_KEYS or (key in ("pattern", "query") and NAMES_FILES.search(call.tool))
        if pattern and not text.startswith("!") and inside(text):
            return Why.LISTS
    return None


def _commanded(place: Place, value: Any, variables: Mapping[str, str]) -> Why | None:
    if isinstance(value, list) and all(isinstance(word, str) for word in value):
        value = shlex.join(value)
    if not isinstance(value, str):
        return None
    if PATCH in value:
        names = [first or second for first, second in PATCHED.findall(value)]
        return Why.READS if any(place.reads(name) for name in names) else None
    return refused(value, place.folder, variables)


def _named(place: Place, tool: str, text: str) -> Why | None:
    if "://" in text and not text.startswith("file://"):
        return None
    found: Inside | None = next(place.reached(_quoted(text)), None)
    if found is None or (LISTS.search(tool) and found.listable):
        return None
    return Why.LISTS if LISTS.search(tool) else Why.READS


def _quoted(text: str) -> str:
    """Return a path in which nothing is a pattern: a tool takes it as it stands."""
    return "".join(LITERAL.get(character, character) for character in text)


def _texts(given: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield every text of the arguments with the key it stands under, however it is nested."""
    waiting: list[tuple[str, Any, int]] = [("", given, 0)]
    while waiting:
        key, value, depth = waiting.pop()
        if isinstance(value, str):
            yield key.lower(), value
        elif isinstance(value, Mapping) and depth < MAX_DEPTH:
            waiting += [(str(name), inner, depth + 1) for name, inner in value.items()]
        elif isinstance(value, list) and depth < MAX_DEPTH:
            waiting += [(key, inner, depth + 1) for inner in value]
