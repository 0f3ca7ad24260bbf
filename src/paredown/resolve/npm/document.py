"""The bytes of a manifest or lock file -> plain values, or `UnreadableProject` with the file, the line and the reason.

JSON, and JSON with comments and trailing commas (bun); `yaml_document` reads YAML. Every reader refuses the same key
twice, too deep nesting and what is not UTF-8.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from paredown.errors import UnreadableProject
from paredown.names import plain
from paredown.resolve.project_file import ProjectFile
from paredown.resolve.project_file import text_of as text_in

MAX_DOCUMENT = 64 * 1024 * 1024
"""Bytes of a manifest or lock file."""
SHOWN = 80
"""Characters of a key that an error names."""
JSONC = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?(?:\*/|\Z)|,(?=\s*[}\]])', re.DOTALL)


class _TwiceError(ValueError):
    """The same key twice in one object."""


def read_text(project: Path, called: str) -> str:
    """Return the text of the file at `called`, a POSIX path relative to `project`, which it must not leave."""
    return text_in(ProjectFile(project, called), MAX_DOCUMENT)


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
