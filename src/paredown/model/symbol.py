"""The name of a declaration, as its language spells it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Language(StrEnum):
    """A programming language whose declarations paredown reads."""

    JAVA = "java"
    JAVASCRIPT = "javascript"
    KOTLIN = "kotlin"
    PYTHON = "python"
    SWIFT = "swift"
    TYPESCRIPT = "typescript"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Symbol:
    """A declaration's name as a caller writes it, never normalised.

    `parts[0]` is the module a caller imports (`date-fns/format`, `httpx`) and may itself hold separators; the
    others are single names, outermost first.
    """

    language: Language
    parts: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.parts or not all(self.parts):
            raise ValueError("a symbol has at least one part, and none is empty")

    @property
    def name(self) -> str:
        """The last part: the declared name."""
        return self.parts[-1]

    @property
    def owner(self) -> str:
        """The path without the last part, empty for a module."""
        return ".".join(self.parts[:-1])

    def __str__(self) -> str:
        return ".".join(self.parts)
