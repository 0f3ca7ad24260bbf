"""A surface -> the part of it that stays within the catalogue's bounds, and every breach of the rest."""

from paredown.gate.apply import Bounded, bound, breaches
from paredown.gate.catalogue import ADOPTED, CATALOGUE, SERVED, checked_exceptions, rule_named

__all__ = ["ADOPTED", "CATALOGUE", "SERVED", "Bounded", "bound", "breaches", "checked_exceptions", "rule_named"]
