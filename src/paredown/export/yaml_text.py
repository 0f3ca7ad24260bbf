"""A pattern -> a scalar of YAML."""

from __future__ import annotations


def quoted(text: str) -> str:
    """Return `text` on one line as a single-quoted scalar."""
    return "'" + text.replace("'", "''") + "'"
