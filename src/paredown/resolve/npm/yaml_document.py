"""The text of a YAML lock file or manifest -> plain values, or `UnreadableProject` with file, line and reason.

Values are built from parser events: no object is ever constructed, scalars stay text, and aliases are counted, so a
file of nested aliases is refused before it can grow.
"""

from __future__ import annotations

import yaml

from paredown.errors import UnreadableProject
from paredown.names import plain
from paredown.resolve.npm.document import SHOWN

MAX_ALIASES = 64
"""Aliases in one YAML file; the lock files of pnpm and yarn hold none."""
MAX_DEPTH = 64
"""Nested collections in one YAML file."""
NULLS = frozenset({"", "~", "null", "Null", "NULL"})


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
