"""One public declaration: what an agent may be told (symbol, signature) and what it may not (prose)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from paredown.model.artifact import Artifact
from paredown.model.prose import NO_PROSE, Prose
from paredown.model.symbol import Symbol

ELIDED = '"…"'
"""What stands for a string literal in a signature."""


class Kind(StrEnum):
    """What a symbol is, in the words of its language's users."""

    MODULE = "module"
    NAMESPACE = "namespace"
    CLASS = "class"
    INTERFACE = "interface"
    ENUM = "enum"
    TYPE = "type"
    FUNCTION = "function"
    CONSTRUCTOR = "constructor"
    METHOD = "method"
    PROPERTY = "property"
    MEMBER = "member"
    CONSTANT = "constant"
    VARIABLE = "variable"


class Deprecation(StrEnum):
    """How far a declaration is withdrawn: one that warns or announces is callable, an error or hidden is not."""

    NONE = "none"
    WARNING = "warning"
    REMOVAL = "removal"
    ERROR = "error"
    HIDDEN = "hidden"

    @property
    def callable(self) -> bool:
        """Whether a caller's code still builds."""
        return self in (Deprecation.NONE, Deprecation.WARNING, Deprecation.REMOVAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One public declaration of one artifact.

    `signature` is one line: leading keywords, then the symbol's own name, then the rest; no comment, and every
    string literal elided to `"…"`. `import_path` is the module a caller imports. `constants` are the string
    literals that were elided, `prose` the doc comment.
    """

    symbol: Symbol
    kind: Kind
    signature: str
    import_path: str
    artifact: Artifact
    deprecation: Deprecation = Deprecation.NONE
    constants: tuple[Prose, ...] = ()
    prose: Prose = NO_PROSE

    def __post_init__(self) -> None:
        signature = self.signature
        if not signature.isprintable() and any(c in signature for c in "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"):
            raise ValueError(f"{self.symbol.name!r}: a signature is one line")
        if signature.count('"') != 2 * signature.count(ELIDED):
            raise ValueError(f"{self.symbol.name!r}: a signature holds no string literal")
