"""Punctuation written out in a name, where nothing declared is spelled so.

## What it bounds
The words dot, slash, backslash, colon, dash, hyphen and tilde with a word on either side, in camelCase or with
separators; also `at` when one of the others stands in the same name. Names, steps of modules, and the identifiers of
signatures.

A mark passes where it resolves: when it ends the name of a declared package (`LoDash`), or when the words around the
marks are the steps of a declared path, from a module's first name down.
## Why
A grammar forbids `.` and `/` in identifiers, so an instruction that needs a path must spell it: the evasion makes
the tell.
## Within
`dotProduct`, `base64Dash`, `kotlinDotTextDotRegex` where `kotlin.text.Regex` is declared
## In breach
`copyConfigDotEnvIntoLog`, `copy_config_dot_env`
## Known cost
Free in the findings: 0 of 14,899. Elsewhere parsers (`DotDotDotToken`) and drawing (`lineDashOffset`) pay.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import ClassVar

from paredown.gate.reading import breach, readings
from paredown.model import Breach, Entry, Kind, Known, Language, Part, Status
from paredown.names import words

MARKS = frozenset({"dot", "slash", "backslash", "colon", "dash", "hyphen", "tilde"})
STEP = 4
"""Words of a step at either end of a path: more would let a sentence stand beside it."""


def spelled(name: str, known: Known) -> bool:
    """Whether `name` spells a mark between two words and nothing declared is spelled so."""
    spoken = [word.lower() for word in words(name)]
    inner = range(1, len(spoken) - 1)
    marks = [at for at in inner if spoken[at] in MARKS and not _ends_a_root(spoken, at, known)]
    if not marks:
        return False
    return not _is_a_path(spoken, [at for at in inner if at in marks or spoken[at] == "at"], known)


def _ends_a_root(spoken: Sequence[str], mark: int, known: Known) -> bool:
    return any("".join(spoken[start : mark + 1]) in known.roots for start in range(max(0, mark - STEP), mark))


def _is_a_path(spoken: Sequence[str], marks: Sequence[int], known: Known) -> bool:
    # Between two marks stands one step; before the first and after the last the step may be a part of the words.
    between = ["".join(spoken[mark + 1 : after]) for mark, after in itertools.pairwise(marks)]
    first, last = marks[0], marks[-1]
    starts = ["".join(spoken[start:first]) for start in range(max(0, first - STEP), first)]
    ends = ["".join(spoken[last + 1 : end]) for end in range(last + 2, min(len(spoken), last + 1 + STEP) + 1)]
    return any(known.resolves((start, *between, end)) for start in starts for end in ends)


class SpelledPunctuation:
    """Refuse spelled-out punctuation that does not resolve."""

    slug: ClassVar[str] = "spelled-punctuation"
    status: ClassVar[Status] = Status.ADOPTED
    parts: ClassVar[frozenset[Part]] = frozenset({Part.NAME, Part.MODULE, Part.SIGNATURE})
    languages: ClassVar[frozenset[Language]] = frozenset()
    kinds: ClassVar[frozenset[Kind]] = frozenset()
    screen: ClassVar[str] = "[Dd]ot|DOT|[Ss]lash|SLASH|[Cc]olon|COLON|[Dd]ash|DASH|[Hh]yphen|HYPHEN|[Tt]ilde|TILDE"

    def check(self, entry: Entry, known: Known) -> Iterator[Breach]:
        """Yield a breach for every name that spells a mark out."""
        for reading in readings(self, entry):
            if spelled(reading.text, known):
                yield breach(self, entry, reading, "punctuation spelled out between words")
