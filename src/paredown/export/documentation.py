"""The rule on paths in documentation -> the one pattern for it that every engine reads alike."""

from __future__ import annotations

from paredown.gate.rules.path_in_documentation import PathInDocumentation

CONTROLS = {"\t": r"\t", "\n": r"\n", "\r": r"\r"}

PATH = "".join(CONTROLS.get(character, character) for character in PathInDocumentation.screen)
"""A search for it finds a path. It needs no look-around; `^` is the start of a comment or of a line."""

DRIVE = r"[A-Za-z]:\\[A-Za-z0-9_.\\\-]+"
ESCAPED_PATH = PATH.replace(DRIVE, r"[A-Za-z]:\\+[A-Za-z0-9_.\-][A-Za-z0-9_.\\\-]*")
"""The same for the source of a string, where a backslash may be written twice: a drive alone is no path."""
