"""A surface -> the entries of the artifacts that the project itself names."""

from __future__ import annotations

from paredown.model import Surface


def declared_only(surface: Surface) -> Surface:
    """Return what declared artifacts say; a transitive one stays on disk and does not speak to the agent."""
    return surface.cut("declared", lambda entry: entry.artifact.declared)
