"""The alternatives of an npm manifest -> those that hold: export conditions, patterns, compiler versions."""

from __future__ import annotations

import re
from collections.abc import Mapping

Table = Mapping[str, object]
"""A part of a manifest, as it was written."""


def long_form(exports: object) -> Table:
    """Return an `exports` field in its long form; the short ones stand for the root alone."""
    if exports is None:
        return {}
    if isinstance(exports, dict) and any(key.startswith(".") for key in exports):
        return {key + "*" if key.endswith("/") else key: _folder_target(key, to) for key, to in exports.items()}
    return {".": exports}


def _folder_target(key: str, target: object) -> object:
    """Return the target of an old folder mapping (`./lib/`) as that of a pattern."""
    return target + "*" if key.endswith("/") and isinstance(target, str) and target.endswith("/") else target


def by_length(table: Table) -> list[str]:
    """Return the patterns of `table`, the most specific first."""
    return sorted((k for k in table if k.count("*") == 1), key=lambda k: (-k.index("*"), -len(k), k))


def holds(condition: str, conditions: tuple[str, ...]) -> bool:
    """Whether a key of `exports` is taken; `types@…` is, for a range without an upper end."""
    if condition.startswith("types@"):
        return "types" in conditions and _admits_newest(condition.removeprefix("types@"))
    return condition == "default" or condition in conditions


def newest(versions: object) -> Table:
    """Return the table of `typesVersions` that the newest compiler takes."""
    if isinstance(versions, dict):
        for key, table in versions.items():
            if _admits_newest(key) and isinstance(table, dict):
                return table
    return {}


def older(versions: object, current: Table) -> tuple[str, ...]:
    """Return the folders that `typesVersions` keeps for older compilers."""
    tables = versions.values() if isinstance(versions, dict) else ()
    targets = (
        target
        for table in tables
        if isinstance(table, dict) and table is not current
        for found in table.values()
        for target in (found if isinstance(found, list) else ())
    )
    folders = {str(target).removeprefix("./").partition("*")[0] for target in targets if "/*" in str(target)}
    return tuple(folder for folder in folders if folder.endswith("/") and folder != "/")


def _admits_newest(wanted: str) -> bool:
    """Whether a version range has no upper end."""
    for part in wanted.split("||"):
        spaced = re.sub(r"([<>=~^])\s+", r"\1", part).split()
        if all(p.startswith(">") or p in ("*", "x", "X", "latest") for p in spaced):
            return True
    return False
