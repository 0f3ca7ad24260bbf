"""The words of names: pure functions on the text of identifiers."""

from paredown.names.plain import plain
from paredown.names.words import words

__all__ = ["plain", "words"]
