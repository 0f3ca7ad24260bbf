"""A surface -> one file that a server opens read-only, and searches."""

from paredown.index.beyond import Origin, beyond
from paredown.index.build import build
from paredown.index.store import Found, Line, Meta, Outside, Shown, Store

__all__ = ["Found", "Line", "Meta", "Origin", "Outside", "Shown", "Store", "beyond", "build"]
