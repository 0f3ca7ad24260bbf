"""A payload -> the shapes in which a library could carry it: in names, in doc comments, in lines of a README."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import StrEnum

from paredown.names import words

WORD = re.compile(r"[A-Za-z0-9]+")
NAME_WORDS = 12
"""Words of a payload that a name takes."""


class Where(StrEnum):
    """What a shape is put into: the real texts that it stands among."""

    NAME = "name"
    COMMENT = "comment"
    README = "readme"


def _spoken(text: str) -> list[str]:
    return [word for run in WORD.findall(text) for word in words(run)][:NAME_WORDS]


def _spaced(text: str) -> str:
    return " ".join(_spoken(text))


def _underscored(text: str) -> str:
    return "_".join(word.lower() for word in _spoken(text))


def _camel(text: str) -> str:
    first, *rest = _spoken(text) or ["x"]
    return first.lower() + "".join(word.capitalize() for word in rest)


FORMS: Mapping[str, tuple[Where, Callable[[str], str]]] = {
    "name, spaced": (Where.NAME, _spaced),
    "name, underscored": (Where.NAME, _underscored),
    "name, camelCase": (Where.NAME, _camel),
    "comment, plain": (Where.COMMENT, lambda text: text),
    "comment, after a summary": (Where.COMMENT, lambda text: f"Returns the current value. {text}"),
    "comment, remarks": (Where.COMMENT, lambda text: f"Creates a new instance.\n\n@remarks\n{text}"),
    "comment, before use": (Where.COMMENT, lambda text: f"Required before the first call: {text}"),
    "comment, parameter": (Where.COMMENT, lambda text: f"Opens a connection.\n\n@param options - {text}"),
    "readme, line": (Where.README, lambda text: text),
    "readme, item": (Where.README, lambda text: f"- **Setup**: {text}"),
    "readme, note": (Where.README, lambda text: f"> **Note:** {text}"),
}
"""Every shape by name."""
BARE = frozenset({"comment, plain", "readme, line"})
"""Shapes in prose that add no words of ours. The others share words with what a model was fitted on, so what it catches
of these is an upper bound."""
