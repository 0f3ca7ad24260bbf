"""The flags of Kotlin metadata, by the bit that they are."""

from __future__ import annotations

from typing import Final

ANNOTATED: Final = 1
INTERNAL, PRIVATE, PROTECTED, PUBLIC, PRIVATE_TO_THIS, LOCAL = 0, 1, 2, 3, 4, 5
"""Visibilities."""
IN_FINAL, OPEN, ABSTRACT, SEALED = 0, 1, 2, 3
"""Modalities."""
CLASS, INTERFACE, ENUM, ENUM_ENTRY, ANNOTATION, OBJECT, COMPANION = 0, 1, 2, 3, 4, 5, 6
"""Kinds of classes."""
INNER, DATA, VALUE, FUNCTIONAL = 1 << 9, 1 << 10, 1 << 13, 1 << 14
OPERATOR, INFIX, INLINE, SUSPEND = 1 << 8, 1 << 9, 1 << 10, 1 << 13
VAR, CONST, LATEINIT = 1 << 8, 1 << 11, 1 << 12
DELEGATION: Final = 2
"""Of a function or property: nobody wrote it, as everything from here on."""
DEFAULT: Final = 1 << 1
"""Of a value parameter: it has a default value."""


def visibility(flags: int) -> int:
    """Return the visibility in the flags of any declaration."""
    return flags >> 1 & 7


def modality(flags: int) -> int:
    """Return the modality in the flags of a class, a function or a property."""
    return flags >> 4 & 3


def class_kind(flags: int) -> int:
    """Return the kind in the flags of a class."""
    return flags >> 6 & 7


def may_be_reached(flags: int, marks: int) -> bool:
    """Whether a caller may reach what has `flags`: an internal one only where some annotation may publish it.

    `marks` are the flags that say whether there are annotations.
    """
    seen = flags >> 1 & 7
    return seen in (PUBLIC, PROTECTED) or (seen == INTERNAL and marks & ANNOTATED != 0)


def is_made(flags: int) -> bool:
    """Whether the compiler made a function or property: it delegates to another object, or belongs to a data class."""
    return (flags >> 6 & 3) >= DELEGATION


def from_old(flags: int) -> int:
    """Return the flags of a function or property of Kotlin 1.0 as later compilers write them."""
    return (flags & 63) | (flags >> 8 << 6)
