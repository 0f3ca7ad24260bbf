"""A surface -> one file that a server opens read-only, and searches."""

from paredown.index.build import build
from paredown.index.store import Found, Line, Meta, Shown, Store

__all__ = ["Found", "Line", "Meta", "Shown", "Store", "build"]
