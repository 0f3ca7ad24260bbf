"""The catalogue -> configuration for the linters that people already run.

To add one: write `export/<linter>.py` and a line here; prove it in `tests/live/linters`, where the real linter reads
the same specs as the rules do.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from paredown.errors import BadConfiguration
from paredown.export import (
    ast_grep,
    biome,
    checkstyle,
    detekt,
    eslint,
    ktlint,
    oxlint,
    pmd,
    pylint,
    ruff,
    semgrep,
    swiftlint,
)
from paredown.export.header import header
from paredown.export.linter import Asked, Coverage, Extent, File, Linter

LINTERS: tuple[Linter, ...] = (
    detekt.LINTER,
    ktlint.LINTER,
    checkstyle.LINTER,
    pmd.LINTER,
    swiftlint.LINTER,
    eslint.LINTER,
    biome.LINTER,
    oxlint.LINTER,
    pylint.LINTER,
    ruff.LINTER,
    semgrep.LINTER,
    ast_grep.LINTER,
)
"""Every linter that an export is written for."""

__all__ = ["LINTERS", "Coverage", "Extent", "File", "Linter", "export", "linter_named"]


def linter_named(slug: str) -> Linter:
    """Return the linter called `slug`; raises `BadConfiguration`."""
    for linter in LINTERS:
        if linter.slug == slug:
            return linter
    near = difflib.get_close_matches(slug, [linter.slug for linter in LINTERS], n=1, cutoff=0)
    raise BadConfiguration(slug, f"no export for it; the nearest is {near[0]!r}")


def export(linter: Linter, declared: Sequence[str] = ()) -> tuple[File, ...]:
    """Return the files of an export, the main one first.

    `declared` are dotted paths that may be spelled out in a name (`kotlin.text.Regex`).
    """
    return linter.write(Asked(header(linter, declared), tuple(declared)))
