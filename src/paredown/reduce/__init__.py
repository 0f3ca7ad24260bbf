"""A surface -> a smaller one, one step a module; each step only removes, and the ledger says what."""

from paredown.reduce.declared_only import declared_only
from paredown.reduce.dedupe import dedupe
from paredown.reduce.drop_unusable import Use, drop_unusable, uses

__all__ = ["Use", "declared_only", "dedupe", "drop_unusable", "uses"]
