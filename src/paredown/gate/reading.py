"""An entry -> the texts of it that a rule reads, by part."""

from __future__ import annotations

import re
from collections.abc import Iterator
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
    for part in Part:
        if part in rule.parts:
            for text in texts(entry, part):
                yield Reading(part, text)


def texts(entry: Entry, part: Part) -> Iterator[str]:
    """Yield the texts of `entry` that `part` names: names one by one, a comment whole."""
    if part is Part.NAME:
        yield from entry.symbol.parts[1:]
    elif part is Part.MODULE:
        yield from filter(None, SEGMENT.split(entry.symbol.parts[0]))
    elif part is Part.SIGNATURE:
        yield from identifiers(entry.signature, entry.symbol.name)
    elif part is Part.CONSTANT:
        for constant in entry.constants:
            yield constant.untrusted()
    elif entry.prose:
        yield entry.prose.untrusted()


def screened(entry: Entry, part: Part) -> Iterator[str]:
    """Yield the columns that a screen runs over: what an engine has in a row, before any splitting."""
    if part is Part.NAME:
        yield ".".join(entry.symbol.parts[1:])
    elif part is Part.MODULE:
        yield entry.symbol.parts[0]
    elif part is Part.SIGNATURE:
        yield entry.signature
    else:
        yield from texts(entry, part)


@lru_cache(maxsize=4096)
def _identifiers(signature: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(IDENTIFIER.findall(signature.replace(ELIDED, " "))))


def identifiers(signature: str, declared: str) -> Iterator[str]:
    """Yield the distinct identifiers of a signature besides the declared name: parameters, type parameters, types."""
    return (name for name in _identifiers(signature) if name != declared)


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
