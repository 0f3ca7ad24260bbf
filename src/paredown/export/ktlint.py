"""The bounds -> an .editorconfig for ktlint, whose naming rules choose a style and take no pattern."""

from __future__ import annotations

from paredown.export.header import commented
from paredown.export.linter import UNDECLARED, Asked, Coverage, File, Linter, none, part

FILE = "ktlint-paredown.editorconfig"
NO_PATTERN = "ktlint's naming rules choose a style and take no pattern (detekt expresses it)"


def write(asked: Asked) -> tuple[File, ...]:
    """Return the file. It switches nothing off: a user's own rules stay as they are."""
    return (
        File(
            FILE,
            f"{commented(asked.header, '#')}\n[*.{{kt,kts}}]\nktlint_standard_enum-entry-name-case = enabled\n",
        ),
    )


def _no(rule: str) -> Coverage:
    return none(rule, NO_PATTERN)


LINTER = Linter(
    slug="ktlint",
    title="ktlint 1.8",
    languages="Kotlin",
    run=f"ktlint --editorconfig={FILE} src",
    coverage=(
        part(
            "spaced-name",
            "enum-entry-name-case, for enum entries. function-naming and class-naming, on by default, refuse spaces"
            " too, and much that the catalogue lets through (any underscore, a factory, scripts without case): this"
            " file leaves them as you have them. No rule asks a top-level `val`",
        ),
        _no("spelled-punctuation"),
        _no("reads-as-text"),
        _no("long-name"),
        _no("long-constant"),
        UNDECLARED,
        _no("hidden-character"),
        _no("look-alike-letter"),
        none("path-in-documentation", "no rule of ktlint takes a pattern for comments"),
    ),
    write=write,
)
