"""A sentence about a symbol -> whether it stays within the catalogue's rules on prose."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from paredown.gate import CATALOGUE, breaches
from paredown.model import Artifact, Ecosystem, Entry, Files, Kind, Known, Language, Part, Prose, Symbol

if TYPE_CHECKING:
    from paredown.model import Card

RULES = tuple(rule for rule in CATALOGUE if Part.PROSE in rule.parts)
"""Adopted or not: a rule that costs too much of real documentation costs nothing here, where a sentence that is refused
takes no symbol away."""
NOWHERE = Artifact(
    purl="pkg:npm/nowhere@0",
    ecosystem=Ecosystem.NPM,
    name="nowhere",
    version="0",
    publisher="nowhere",
    declared=False,
    files=Files(root=Path("/")),
    digest="",
)


def within_bounds(card: Card, sentence: str) -> bool:
    """Whether `sentence` about `card` breaches no rule of the catalogue that reads prose."""
    entry = Entry(
        symbol=Symbol(language=Language.TYPESCRIPT, parts=tuple(part for part in card.symbol.split(".") if part)),
        kind=Kind(card.kind),
        signature="",
        import_path=card.import_path,
        artifact=NOWHERE,
        prose=Prose(sentence),
    )
    return not any(True for _ in breaches(entry, RULES, Known.of([entry])))
