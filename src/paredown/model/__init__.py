"""The nouns: frozen values that every room shares."""

from paredown.model.artifact import Artifact, Ecosystem, Edge, Files, Form, Unread, Unresolved
from paredown.model.card import Card
from paredown.model.entry import ELIDED, Deprecation, Entry, Kind
from paredown.model.known import Known
from paredown.model.prose import NO_PROSE, Prose
from paredown.model.rule import Allowed, Breach, Part, Rule, Status
from paredown.model.surface import Counts, Cut, Ledger, Surface
from paredown.model.symbol import Language, Symbol

__all__ = [
    "ELIDED",
    "NO_PROSE",
    "Allowed",
    "Artifact",
    "Breach",
    "Card",
    "Counts",
    "Cut",
    "Deprecation",
    "Ecosystem",
    "Edge",
    "Entry",
    "Files",
    "Form",
    "Kind",
    "Known",
    "Language",
    "Ledger",
    "Part",
    "Prose",
    "Rule",
    "Status",
    "Surface",
    "Symbol",
    "Unread",
    "Unresolved",
]
