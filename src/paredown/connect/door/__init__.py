"""A tool call -> why it is refused: the doors through which an agent would read what third parties wrote."""

from __future__ import annotations

from paredown.connect.door.reading import Why
from paredown.connect.door.verdict import verdict

__all__ = ["Why", "verdict"]
