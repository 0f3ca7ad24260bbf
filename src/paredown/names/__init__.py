"""The words of names: pure functions on the text of identifiers."""

from paredown.names.plain import plain
from paredown.names.words import word_count, words

__all__ = ["plain", "word_count", "words"]
