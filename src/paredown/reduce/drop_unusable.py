"""A surface -> the entries that a caller can still call."""

from __future__ import annotations

from paredown.model import Surface


def drop_unusable(surface: Surface) -> Surface:
    """Return what is not withdrawn: a deprecation that still builds is kept, an error or a hidden one is not."""
    return surface.cut("usable", lambda entry: entry.deprecation.callable)
