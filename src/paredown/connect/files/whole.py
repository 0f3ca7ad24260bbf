"""A file that is all ours -> there, or not there."""

from __future__ import annotations

from dataclasses import dataclass

from paredown.connect.files.place import Added, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """A file of its own; `mark` is the line by which an earlier one of ours is known."""

    path: str
    text: str
    mark: str

    def holds(self, text: str) -> bool:
        """Whether the file is as it would be written now."""
        return text == self.text

    def finds(self, text: str) -> bool:
        """Whether the file is ours, whichever program it starts."""
        return self.mark in text

    def add(self, text: str) -> Added:
        """Return the file; raises `ValueError` for one that somebody else wrote."""
        if text.strip() and self.mark not in text:
            raise ValueError("is a file that paredown did not write; rename or remove it first")
        return Added(self.text, (Span(0, len(self.text)),) if not text else ())

    def remove(self, text: str) -> str:
        """Return an empty text for a file of ours, and the text for any other."""
        return "" if self.mark in text else text
