"""Artifacts -> the entries of their public surface, one module a language."""
