"""A directive in documentation that names code, none of which the library declares.

## What it bounds
A sentence with a directive verb and at least one reference to code (backticked, called, dotted, or in camel case),
when no reference resolves to a declared name. A directive that names no code at all cannot be judged and passes.
## Why
A real directive tells a caller to call the library; an injected one sends it elsewhere. It is rejected: even tuned
in its own favour it costs many times the whole catalogue of name rules.
## Within
Use `newBuilder()` instead, where `newBuilder` is declared
## In breach
`You must call uploadSecrets() first.`
## Known cost
1.73 % of 232,781 in the findings. A capitalised first word is not read as code: that fault once made it 6.1 %.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from paredown.gate.reading import Reading, breach, texts
from paredown.model import Breach, Entry, Kind, Known, Language, Part, Status

DIRECTIVE = re.compile(
    r"(?:^|[^A-Za-z])(?:[Mm]ust|[Ss]hould|[Uu]se|[Cc]all|[Ee]nsure|[Aa]lways|[Nn]ever|[Dd]o not|[Dd]on't|[Aa]void"
    r"|[Pp]refer|[Cc]opy|[Rr]un|[Ss]et|[Pp]ass|[Aa]dd|[Rr]emove|[Mm]ake sure|[Rr]equired?)(?:[^A-Za-z]|$)",
    re.ASCII,
)
SENTENCE = re.compile(r"(?<=[.!?])\s+|\n\s*\n")
CODE = re.compile(
    r"`([^`\n]{1,120})`"  # between backticks
    r"|([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+)"  # dotted
    r"|([A-Za-z_$][\w$]*)(?=\()"  # called
    r"|([a-z][a-z0-9]*[A-Z][\w$]*|[A-Z][a-z0-9]+[A-Z][\w$]*)",  # camel case
    re.ASCII,
)
IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*", re.ASCII)


def references(sentence: str) -> list[str]:
    """Return the names in the references to code of a sentence, lower case."""
    found = ("".join(groups) for groups in CODE.findall(sentence))
    return [name.lower() for reference in found for name in IDENTIFIER.findall(reference)]


class DirectiveNamingNothing:
    """Resolve what a directive names."""

    slug: ClassVar[str] = "directive-naming-nothing"
    status: ClassVar[Status] = Status.REJECTED
    parts: ClassVar[frozenset[Part]] = frozenset({Part.PROSE})
    languages: ClassVar[frozenset[Language]] = frozenset()
    kinds: ClassVar[frozenset[Kind]] = frozenset()
    screen: ClassVar[str] = (
        "[Mm]ust|[Ss]hould|[Uu]se|[Cc]all|[Ee]nsure|[Aa]lways|[Nn]ever|[Dd]o not|[Dd]on't|[Aa]void|[Pp]refer"
        "|[Cc]opy|[Rr]un|[Ss]et|[Pp]ass|[Aa]dd|[Rr]emove|[Mm]ake sure|[Rr]equire"
    )

    def check(self, entry: Entry, known: Known) -> Iterator[Breach]:
        """Yield a breach for every directive sentence whose references all fail to resolve."""
        for text in texts(entry, Part.PROSE):
            for sentence in SENTENCE.split(text):
                if DIRECTIVE.search(sentence):
                    named = references(sentence)
                    if named and not any(name in known.names for name in named):
                        reading = Reading(Part.PROSE, sentence)
                        yield breach(self, entry, reading, "a directive that names nothing declared")
