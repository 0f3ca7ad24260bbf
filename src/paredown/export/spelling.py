"""The rule on spelled-out punctuation and the declared paths -> a bound in a dialect.

A linter has no table of what is declared. A path that a project wants to spell out is therefore written into the
export, and a name passes when all its marks lie in the spelled form of one of these.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from paredown.export.bounds import Bound, Search
from paredown.export.dialects import Dialect
from paredown.gate.rules.spelled_punctuation import MARKS
from paredown.model.known import BETWEEN, MUTE


class Spelling:
    """How a dialect spells a mark between two words."""

    def __init__(self, dialect: Dialect, stop: str) -> None:
        known = dialect.letters + dialect.digit
        self._any = f"[^{stop}]" if stop else r"[\s\S]"
        self._lower = dialect.lower
        self._look = dialect.look
        self._letters = dialect.letters
        self._gap = f"[^{known}{stop}]"
        marks = sorted(MARKS)
        lower, title, upper = ("|".join(map(case, marks)) for case in (str.lower, str.title, str.upper))
        self._marks = f"(?:{lower}|{title}|{upper})"
        # A mark is a whole word: where it begins and ends depends on its own case and on its neighbour's.
        before, after = f"[{known}]{self._gap}", f"{self._gap}+[{known}]"
        self._mark = "|".join(
            (
                f"(?:[{dialect.other}{dialect.digit}]|{before}+)(?:{lower})(?:[{dialect.upper}{dialect.other}{dialect.digit}]|{after})",
                f"{before}*(?:{title})(?:[{dialect.upper}{dialect.other}{dialect.digit}]|{after})",
                f"(?:[{dialect.lower}{dialect.other}{dialect.digit}]|{before}+)(?:{upper})"
                f"(?:[{dialect.other}{dialect.digit}]|[{dialect.upper}][{dialect.lower}]|{after})",
            )
        )

    def bound(self, declared: Sequence[str]) -> Bound:
        """Return the bound, with exemptions for the paths that can be spelled out."""
        return Bound(
            "spelled-punctuation",
            "punctuation spelled out between words",
            (Search(self._mark),),
            tuple(self._exemptions(declared)),
        )

    def _exemptions(self, declared: Sequence[str]) -> Iterator[tuple[Search, ...]]:
        """Yield, for every number of marks, what of the declared is spelled with as many and no more."""
        spoken: dict[int, dict[str, None]] = defaultdict(dict)
        for path in declared:
            steps = [step for step in (MUTE.sub("", name) for name in BETWEEN.split(path.lower())) if step]
            if any(steps[0].endswith(mark) and steps[0] != mark for mark in MARKS):
                spoken[1][self._spoken(steps[:1])] = None
            for length in range(2, len(steps) + 1):
                spoken[length - 1][self._spoken(steps[:length])] = None
        for marks, patterns in sorted(spoken.items()):
            more = f"{self._any}*?".join([self._marks] * (marks + 1))
            yield Search("|".join(patterns)), Search(more, found=False)

    def _spoken(self, steps: Iterable[str]) -> str:
        """Return the pattern of `steps` with marks between them, in any case and with or without underscores."""
        first, *others = (["_?" + _either(letter) for letter in re.sub(r"[^a-z0-9]", "", step)] for step in steps)
        head, tail = first[0].removeprefix("_?"), "".join(first[1:])
        # The path begins a word: after no letter, or with a capital.
        after_none = f"(?<![{self._letters}])" if self._look else f"(?:^|[^{self._letters}])"
        begin = f"(?:{after_none}{head}|{head[1:2] if head.startswith('[') else head})"
        joined = "".join(f"_*{self._marks}{''.join(other)}" for other in others)
        return f"{begin}{tail}{joined}(?:[^{self._lower}]|$)"


def _either(character: str) -> str:
    return f"[{character.upper()}{character}]" if character.isalpha() else character
