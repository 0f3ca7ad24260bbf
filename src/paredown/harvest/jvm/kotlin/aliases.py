"""The annotations of a type alias, which only the metadata holds -> how far it is withdrawn."""

from __future__ import annotations

from typing import Final

from paredown.harvest.jvm.deprecation import LEVELS
from paredown.harvest.jvm.kotlin.header import Header
from paredown.harvest.jvm.protobuf import Field, fields
from paredown.model import Deprecation

DEPRECATED: Final = "kotlin/Deprecated"
# Keys of `Annotation`, `Annotation.Argument` and `Annotation.Argument.Value`.
ID, ARGUMENT, NAME, VALUE, ENUM_ENTRY = 8, 18, 8, 18, 56


def alias_deprecation(header: Header, annotations: tuple[Field, ...]) -> Deprecation:
    """Return how far the type alias with `annotations` is withdrawn."""
    data, strings = header.message, header.strings
    for _, start, end in annotations:
        parts = fields(data, start, end)
        if not any(key == ID and strings[value] == DEPRECATED for key, value, _ in parts):
            continue
        for key, at, stop in parts:
            if key == ARGUMENT:
                argument = {part: (value, last) for part, value, last in fields(data, at, stop)}
                if NAME in argument and VALUE in argument and strings[argument[NAME][0]] == "level":
                    for part, value, _ in fields(data, *argument[VALUE]):
                        if part == ENUM_ENTRY:
                            return LEVELS.get(strings[value], Deprecation.WARNING)
        return Deprecation.WARNING
    return Deprecation.NONE
