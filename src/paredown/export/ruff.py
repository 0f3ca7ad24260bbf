"""The bounds -> a configuration of ruff, which takes no pattern for names: only its rules on unseen characters help."""

from __future__ import annotations

from paredown.export.header import commented
from paredown.export.linter import UNDECLARED, Asked, Coverage, File, Linter, none, part

FILE = "ruff-paredown.toml"
RULES = ("PLE2502", "PLE2510", "PLE2512", "PLE2513", "PLE2514", "PLE2515")
"""Bidirectional marks, backspace, substitute, escape, null, zero-width space."""
NO_PATTERN = "no rule of ruff takes a pattern for names (pep8-naming has only lists of names to ignore)"


def write(asked: Asked) -> tuple[File, ...]:
    """Return the configuration."""
    codes = ", ".join(f'"{code}"' for code in RULES)
    return (File(FILE, f"{commented(asked.header, '#')}\n[lint]\nselect = [{codes}]\n"),)


def _no(rule: str) -> Coverage:
    return none(rule, NO_PATTERN)


LINTER = Linter(
    slug="ruff",
    title="ruff 0.16 and later",
    languages="Python",
    run=f"ruff check --config {FILE} PACKAGE   (pylint expresses the others)",
    coverage=(
        _no("spaced-name"),
        _no("spelled-punctuation"),
        _no("reads-as-text"),
        _no("long-name"),
        _no("long-constant"),
        UNDECLARED,
        part(
            "hidden-character",
            "PLE2502 and PLE2510 to PLE2515: bidirectional marks, controls and the zero-width space, anywhere in a"
            " file; joiners, tags, fillers and variation selectors pass",
        ),
        none("look-alike-letter", "RUF001 to RUF003 read strings, docstrings and comments, and no names"),
        none("path-in-documentation", "no rule of ruff takes a pattern for documentation"),
    ),
    notes=("The characters are refused in strings and comments too.",),
    write=write,
)
