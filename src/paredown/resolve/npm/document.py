"""The bytes of a manifest or lock file -> plain values, or `UnreadableProject` with the file, the line and the reason.

JSON, JSON with comments and trailing commas (bun), and YAML. Every reader refuses the same key twice, too deep
nesting and what is not UTF-8. YAML is built from parser events: no object is ever constructed, scalars stay text,
and aliases are counted, so a file of nested aliases is refused before it can grow.
"""

from __future__ import annotations

import json
import os
import re
import stat
from pathlib import Path

import yaml

from paredown.errors import UnreadableProject
from paredown.names import plain

MAX_DOCUMENT = 64 * 1024 * 1024
"""Bytes of a manifest or lock file."""
MAX_ALIASES = 64
"""Aliases in one YAML file; the lock files of pnpm and yarn hold none."""
MAX_DEPTH = 64
"""Nested collections in one YAML file."""
SHOWN = 80
"""Characters of a key that an error names."""
JSONC = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?(?:\*/|\Z)|,(?=\s*[}\]])', re.DOTALL)
NULLS = frozenset({"", "~", "null", "Null", "NULL"})


class _TwiceError(ValueError):
    """The same key twice in one object."""


def read_text(project: Path, called: str) -> str:
    """Return the text of the file at `called`, a POSIX path relative to `project`, which it must not leave."""
    root = os.path.realpath(project)
    path = os.path.realpath(os.path.join(root, called))
    if not path.startswith(root.rstrip(os.sep) + os.sep):
        raise UnreadableProject(called, "is a link out of the project")
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | getattr(os, "O_CLOEXEC", 0))
    except OSError as error:
        raise UnreadableProject(called, (error.strerror or "cannot be opened").lower()) from error
    with os.fdopen(handle, "rb") as file:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise UnreadableProject(called, "is not a regular file")
        if status.st_size > MAX_DOCUMENT:
            raise UnreadableProject(called, f"{status.st_size:,} bytes, more than the {MAX_DOCUMENT:,} that are read")
        content = file.read(MAX_DOCUMENT + 1)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UnreadableProject(called, f"line {line}: is not UTF-8") from error


def parse_json(text: str, called: str) -> dict[str, object]:
    """Return the object that `text` holds."""
    try:
        value = json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise UnreadableProject(called, f"line {error.lineno}: is not JSON") from error
    except _TwiceError as error:
        raise UnreadableProject(called, f"holds the key {error} twice in one object") from error
    except RecursionError as error:
        raise UnreadableProject(called, "is nested too deep") from error
    except ValueError as error:
        raise UnreadableProject(called, "holds a number of too many digits") from error
    if not isinstance(value, dict):
        raise UnreadableProject(called, "is JSON, but not an object")
    return value


def parse_jsonc(text: str, called: str) -> dict[str, object]:
    """Return the object of JSON with comments and trailing commas; line numbers stay those of the file."""
    # Twice: a comma is a trailing one only once the comment after it is gone.
    return parse_json(JSONC.sub(_blanked, JSONC.sub(_blanked, text)), called)


def parse_yaml(text: str, called: str) -> list[dict[str, object]]:
    """Return the documents of `text`, each a mapping; scalars are text, null is None."""
    builder = _Builder(called)
    try:
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise UnreadableProject(called, f"line {mark.line + 1 if mark else 1}: is not YAML") from error
    except yaml.YAMLError as error:
        raise UnreadableProject(called, "holds characters that YAML does not allow") from error
    documents: list[dict[str, object]] = []
    for value in builder.documents:
        if not isinstance(value, dict):
            raise UnreadableProject(called, "is YAML, but not a mapping")
        documents.append(value)
    return documents


def table(value: object) -> dict[str, object]:
    """Return `value` when it is an object, an empty one otherwise."""
    return value if isinstance(value, dict) else {}


def text_of(value: object) -> str:
    """Return `value` when it is text, an empty one otherwise."""
    return value if isinstance(value, str) else ""


def texts(value: object) -> tuple[str, ...]:
    """Return the texts of a list, or the one text."""
    if isinstance(value, str):
        return (value,)
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def text_table(value: object) -> dict[str, str]:
    """Return the members of an object that are text."""
    return {key: item for key, item in table(value).items() if isinstance(item, str)}


def required_table(document: dict[str, object], key: str, called: str) -> dict[str, object]:
    """Return the object at `key`, empty when it is absent; raises `UnreadableProject` when it is something else."""
    value = document.get(key)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise UnreadableProject(called, f"`{key}` is not an object")
    return value


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _TwiceError(plain(key)[:SHOWN])
            seen.add(key)
    return found


def _blanked(found: re.Match[str]) -> str:
    text = found[0]
    return text if text.startswith('"') else "\n" * text.count("\n") or " "


class _Builder:
    """YAML events -> values, with an explicit stack."""

    def __init__(self, called: str) -> None:
        self.documents: list[object] = []
        self._called = called
        self._open: list[list[object] | dict[str, object]] = []
        self._keys: list[str | None] = []
        self._anchors: dict[str, object] = {}
        self._aliases = 0

    def take(self, event: yaml.Event) -> None:
        """Take the next event."""
        if isinstance(event, yaml.ScalarEvent):
            null = event.implicit[0] and event.value in NULLS
            self._place(None if null else event.value, event)
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            holder: list[object] | dict[str, object] = {} if isinstance(event, yaml.MappingStartEvent) else []
            self._place(holder, event)
            if len(self._open) >= MAX_DEPTH:
                raise self._refused(event, "is nested too deep")
            self._open.append(holder)
            self._keys.append(None)
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            self._open.pop()
            self._keys.pop()
        elif isinstance(event, yaml.AliasEvent):
            self._aliases += 1
            if self._aliases > MAX_ALIASES:
                raise self._refused(event, f"holds more than {MAX_ALIASES} aliases")
            if event.anchor not in self._anchors:
                raise self._refused(event, "holds an alias to nothing")
            self._place(self._anchors[event.anchor], event)

    def _place(self, value: object, event: yaml.NodeEvent) -> None:
        if event.anchor and not isinstance(event, yaml.AliasEvent):
            self._anchors[event.anchor] = value
        if not self._open:
            self.documents.append(value)
            return
        holder = self._open[-1]
        if isinstance(holder, list):
            holder.append(value)
        elif self._keys[-1] is None:
            if value is not None and not isinstance(value, str):
                raise self._refused(event, "holds a key that is not text")
            self._keys[-1] = value or ""
        else:
            key = self._keys[-1]
            if key in holder:
                raise self._refused(event, f"holds the key {plain(key)[:SHOWN]} twice in one mapping")
            holder[key] = value
            self._keys[-1] = None

    def _refused(self, event: yaml.Event, reason: str) -> UnreadableProject:
        mark = event.start_mark
        return UnreadableProject(self._called, f"line {mark.line + 1}: {reason}" if mark else reason)
