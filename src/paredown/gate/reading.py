"""An entry -> the texts of it that a rule reads, by part."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from paredown.model import ELIDED, Breach, Entry, Part, Prose, Rule

IDENTIFIER = re.compile(r"[^\W\d](?:[\w$]|[^\x00-\x7f\s…])*")
"""A name in a signature: combining marks and characters that nobody sees belong to it, the sign of a cut does not."""
SEGMENT = re.compile(r"[/.:@]+")


def concerns(rule: Rule, entry: Entry) -> bool:
    """Whether `rule` is about declarations of this language and kind."""
    spoken = not rule.languages or entry.symbol.language in rule.languages
    return spoken and (not rule.kinds or entry.kind in rule.kinds)


class Reading(NamedTuple):
    """One text of an entry, and which part of it that is."""

    part: Part
    text: str


def readings(rule: Rule, entry: Entry) -> Iterator[Reading]:
    """Yield every text of `entry` that `rule` reads, in the order of `Part`."""
    for part in in_order(rule.parts):
        for text in texts(entry, part):
            yield Reading(part, text)


@lru_cache(maxsize=64)
def in_order(parts: frozenset[Part]) -> tuple[Part, ...]:
    """Return `parts` in the order of `Part`: a set of strings has another order in every process."""
    return tuple(part for part in Part if part in parts)


def texts(entry: Entry, part: Part) -> Sequence[str]:
    """Return the texts of `entry` that `part` names: names one by one, a comment whole."""
    if part is Part.NAME:
        return entry.symbol.parts[1:]
    if part is Part.MODULE:
        return steps(entry.symbol.parts[0])
    if part is Part.SIGNATURE:
        return [name for name in identifiers(entry.signature) if name != entry.symbol.name]
    if part is Part.CONSTANT:
        return [constant.untrusted() for constant in entry.constants]
    return (entry.prose.untrusted(),) if entry.prose else ()


def screened(entry: Entry, part: Part) -> Sequence[str]:
    """Return the columns that a screen runs over: what an engine has in a row, before any splitting."""
    if part is Part.NAME:
        return (".".join(entry.symbol.parts[1:]),)
    if part is Part.MODULE:
        return entry.symbol.parts[:1]
    if part is Part.SIGNATURE:
        return (entry.signature,)
    return texts(entry, part)


@lru_cache(maxsize=4096)
def steps(module: str) -> tuple[str, ...]:
    """Return the names that a module path consists of."""
    return tuple(filter(None, SEGMENT.split(module)))


@lru_cache(maxsize=4096)
def identifiers(signature: str) -> tuple[str, ...]:
    """Return the distinct identifiers of a signature: its own name, parameters, type parameters, types."""
    return tuple(dict.fromkeys(IDENTIFIER.findall(signature.replace(ELIDED, " "))))


def breach(rule: Rule, entry: Entry, reading: Reading, why: str) -> Breach:
    """Return the breach of `rule` by `entry`, with what was read as its evidence."""
    return Breach(
        rule=rule.slug,
        symbol=entry.symbol,
        artifact=entry.artifact.purl,
        part=reading.part,
        why=why,
        evidence=Prose(reading.text),
    )
