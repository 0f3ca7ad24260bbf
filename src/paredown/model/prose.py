"""Text written by a third party, as a value that cannot be printed by accident."""

from __future__ import annotations

from typing import NoReturn


class Prose:
    """Hidden third-party text.

    It has no `str` and no `format`, `repr` shows only a length, and it does not pickle: a log line, an f-string,
    a traceback or a task queue cannot carry it. `untrusted()` is the one way out, and an architecture test
    lists every caller of it.
    """

    __slots__ = ("_text",)

    def __init__(self, text: str = "") -> None:
        self._text = text

    def untrusted(self) -> str:
        """Return the text. Whoever calls this answers for where it goes."""
        return self._text

    def __bool__(self) -> bool:
        return bool(self._text)

    def __len__(self) -> int:
        return len(self._text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Prose) and other._text == self._text

    def __hash__(self) -> int:
        return hash((Prose, self._text))

    def __repr__(self) -> str:
        return f"Prose({len(self._text)} characters)"

    def __str__(self) -> NoReturn:
        raise TypeError("prose has no str(): it is third-party text and is never printed")

    def __format__(self, spec: str) -> NoReturn:
        raise TypeError("prose has no format(): it is third-party text and is never printed")

    def __reduce__(self) -> NoReturn:
        raise TypeError("prose does not pickle: pack it by name where it may go")


NO_PROSE = Prose()
"""The empty text, shared."""
