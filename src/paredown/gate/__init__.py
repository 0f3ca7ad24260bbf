"""A surface -> the part of it that stays within the catalogue's bounds, and every breach of the rest."""

from paredown.gate.apply import Bounded, bound, breaches
from paredown.gate.catalogue import ADOPTED, CATALOGUE, rule_named
from paredown.gate.exceptions import Allowed

__all__ = ["ADOPTED", "CATALOGUE", "Allowed", "Bounded", "bound", "breaches", "rule_named"]
