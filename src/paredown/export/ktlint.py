"""The bounds -> an .editorconfig for ktlint, whose naming rules take no pattern: what stays on is what refuses nothing
that the catalogue lets through.
"""

from __future__ import annotations

from paredown.export.header import commented
from paredown.export.linter import UNDECLARED, Asked, Coverage, File, Linter, none

FILE = "ktlint-paredown.editorconfig"
NO_PATTERN = "ktlint's naming rules choose a style and take no pattern"


def write(asked: Asked) -> tuple[File, ...]:
    """Return the file."""
    text = (
        f"{commented(asked.header, '#')}\nroot = true\n\n[*.{{kt,kts}}]\nktlint_standard = disabled\n"
        "ktlint_standard_function-naming = enabled\nktlint_standard_class-naming = enabled\n"
        "ktlint_standard_enum-entry-name-case = enabled\nktlint_standard_property-naming = enabled\n"
        "ktlint_standard_package-name = enabled\nktlint_standard_backing-property-naming = enabled\n"
    )
    return (File(FILE, text),)


def _no(rule: str) -> Coverage:
    return none(rule, NO_PATTERN)


LINTER = Linter(
    slug="ktlint",
    title="ktlint 1.8",
    languages="Kotlin",
    run=f"ktlint --editorconfig={FILE} src",
    coverage=(UNDECLARED,),
    write=write,
)
