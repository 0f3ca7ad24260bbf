"""The words of names: pure functions on the text of identifiers."""

from paredown.names.plain import plain, short, short_symbol
from paredown.names.words import word_count, words

__all__ = ["plain", "short", "short_symbol", "word_count", "words"]
