"""Punctuation written out in a name, where nothing declared is spelled so.

## What it bounds
The words dot, slash, backslash, colon, dash, hyphen and tilde with a word on either side, in camelCase or with
separators; also `at` when one of the others stands in the same name. A mark passes when the words around it are
neighbours in a path that the surface declares.
## Why
A grammar forbids `.` and `/` in identifiers, so an instruction that needs a path must spell it: the evasion makes
the tell.
## Within
`dotProduct`, `base64Dash`, `kotlin dot text dot Regex` where `kotlin.text.Regex` is declared
## In breach
`copyConfigDotEnvIntoLog`, `copy_config_dot_env`
## Known cost
Free in the findings: 0 of 14,899. Real names such as `lineDashOffset` or `scaled_dot_product` pay for it elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from paredown.gate.reading import breach, texts
from paredown.model import Breach, Entry, Known, Language, Part, Status
from paredown.names import words

MARKS = frozenset({"dot", "slash", "backslash", "colon", "dash", "hyphen", "tilde"})


def spelled(name: str, known: Known) -> bool:
    """Whether `name` spells a mark between two words that are no neighbours in any declared path."""
    spoken = [word.lower() for word in words(name)]
    inner = [(spoken[i - 1], spoken[i], spoken[i + 1]) for i in range(1, len(spoken) - 1)]
    found = [around for around in inner if around[1] in MARKS]
    if found:
        found += [around for around in inner if around[1] == "at"]
    return any((before, after) not in known.joints for before, _, after in found)


class SpelledPunctuation:
    """Refuse spelled-out punctuation that does not resolve."""

    slug: ClassVar[str] = "spelled-punctuation"
    status: ClassVar[Status] = Status.ADOPTED
    parts: ClassVar[frozenset[Part]] = frozenset({Part.NAME, Part.SIGNATURE})
    languages: ClassVar[frozenset[Language]] = frozenset()
    screen: ClassVar[str] = "[Dd]ot|DOT|[Ss]lash|SLASH|[Cc]olon|COLON|[Dd]ash|DASH|[Hh]yphen|HYPHEN|[Tt]ilde|TILDE"

    def check(self, entry: Entry, known: Known) -> Iterator[Breach]:
        """Yield a breach for every name that spells a mark out."""
        for part in (Part.NAME, Part.SIGNATURE):
            for text in texts(entry, part):
                if spelled(text, known):
                    yield breach(self, entry, part, "punctuation spelled out between words", text)
