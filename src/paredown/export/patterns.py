"""The rules on names -> bounds in a dialect: the canonical patterns of the catalogue.

Letters are told apart as `names.words` does: U an upper-case one, l a lower-case one, o one without case, m a mark. A
word begins at a U that follows none or that an l follows, at an l that follows no letter, at an o that follows no o.
Engines that look around count beginnings; the others count the fewest words that cover the name, which is the same
number, because no word covers two beginnings.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from paredown.export.bounds import Bound, Search
from paredown.export.characters import (
    DISGUISED,
    HIDDEN,
    LATIN,
    LOOK_ALIKES,
    SPACES,
    STRANGERS,
    UNSPACED,
    Range,
    Ranges,
    ranges,
)
from paredown.export.dialects import Dialect
from paredown.export.spelling import Spelling
from paredown.gate.rules.long_constant import MAX_WORDS as CONSTANT_WORDS
from paredown.gate.rules.long_name import MAX_WORDS as NAME_WORDS

SEPARATORS = "_,;:/|!?*+~#%&'^@\\"
"""The ASCII characters that join words; `gate.rules.reads_as_text` has the same ones."""
PIECES = 4


class Bounds(NamedTuple):
    """The bounds on names, each under the slug of its rule.

    `of_names` hold for every name, `of_constants` for the name of a constant, `of_words` where names are written
    without separators, which is everywhere but in Python.
    """

    of_names: tuple[Bound, ...]
    of_constants: tuple[Bound, ...]
    of_words: tuple[Bound, ...]


def bounds(dialect: Dialect, declared: Sequence[str] = (), *, stop: str = "") -> Bounds:
    """Return the bounds in `dialect`.

    `declared` are dotted paths whose spelled form is let through. `stop` holds the characters that end a name, where
    more text follows it; it takes an engine that looks ahead.
    """
    letters = Letters(dialect, stop)
    return Bounds(
        (
            Bound("spaced-name", "a space in a name", (Search(letters.one_of(SPACES)),)),
            Spelling(dialect, letters.stop).bound(declared),
            Bound("long-name", "more than six words in one name", (letters.more_words(NAME_WORDS),)),
            Bound("hidden-character", "a character that is not seen", (Search(letters.one_of(HIDDEN)),)),
            letters.look_alike(),
        ),
        (
            Bound(
                "long-constant",
                "more than four words in one constant",
                (Search(letters.capitals()), letters.more_words(CONSTANT_WORDS)),
            ),
        ),
        (
            Bound(
                "reads-as-text",
                "four or more words joined by separators",
                (Search(letters.joined()),),
                ((Search(letters.capitals()), letters.more_words(CONSTANT_WORDS).denied()),),
            ),
        ),
    )


class Letters:
    """What a dialect has to say about the letters of a name."""

    def __init__(self, dialect: Dialect, stop: str) -> None:
        self.dialect = dialect
        self.ends = stop
        self.stop = dialect.inside(ranges(map(ord, stop)))
        self.any = f"[^{self.stop}]" if stop else r"[\s\S]"
        self.end = f"(?=[{self.stop}]|$)" if stop else "$"
        self.upper, self.lower, self.mark = dialect.upper, dialect.lower, dialect.mark

    def one_of(self, characters: Ranges) -> str:
        """Return a class of `characters`."""
        return f"[{self.dialect.inside(characters)}]"

    def more_words(self, most: int) -> Search:
        """Return the test that holds for a name of more than `most` words; a number belongs to the word before it."""
        if self.dialect.look:
            return Search(f"^(?:{self.any}*?(?:{self._beginning()})){{{most + 1}}}")
        between = f"[^{self.upper}{self.lower}{self.dialect.other}{self.stop}]*"
        return Search(f"^{between}(?:(?:{self._word()}){between}){{0,{most}}}{self.end}", found=False)

    def capitals(self) -> str:
        """Return the pattern of a name in capitals."""
        no_lower = f"[^{self.lower}{self.stop}]*"
        return f"^{no_lower}[{self.upper}]{no_lower}{self.end}"

    def joined(self) -> str:
        """Return the pattern of `PIECES` pieces with separators between them.

        A piece is one class and a separator shares nothing with it, or an engine that backtracks would try every way
        to take a long name apart.
        """
        letters = r"\p{L}\p{M}\p{N}"
        marks = self.dialect.inside(ranges(map(ord, SEPARATORS)))
        beyond_ascii = self.dialect.inside((Range(0, 0x7F),)) + letters
        kept = ranges(set(range(0x80)) - set(map(ord, SEPARATORS + self.ends)))
        piece, separator = f"[{self.dialect.inside(kept)}{letters}]", f"(?:[{marks}]|[^{beyond_ascii}{self.stop}])"
        return f"{piece}(?:{separator}+{piece}+){{{PIECES - 2}}}{separator}+{piece}"

    def look_alike(self) -> Bound:
        """Return the bound on letters that pass for Latin ones: mixed, in a whole word, in other clothes.

        A word of one such letter is no disguise in a name without Latin letters.
        """
        alone = (self.one_of(DISGUISED), *self._whole_words())
        everywhere = "|".join((*alone, *self._mixed(), *self._single_words()))
        no_latin = Search(self.one_of(LATIN), found=False), Search("|".join(alone), found=False)
        return Bound("look-alike-letter", "a letter that passes for a Latin one", (Search(everywhere),), (no_latin,))

    def _beginning(self) -> str:
        unspaced = self.one_of(UNSPACED)
        return "|".join(
            (
                f"(?<![{self.upper}])[{self.upper}]",
                f"(?<=[{self.upper}])[{self.upper}](?=[{self.lower}])",
                f"(?<![{self.upper}{self.lower}{self.mark}])[{self.lower}]",
                f"{unspaced}(?:{unspaced}|(?!{unspaced}))",
                f"(?<![{self.dialect.other}{self.mark}])(?!{unspaced})[{self.dialect.other}]",
            )
        )

    def _word(self) -> str:
        unspaced = self.one_of(UNSPACED)
        return "|".join(
            (
                f"(?:[{self.upper}][{self.mark}]*)?[{self.lower}][{self.lower}{self.mark}]*",
                f"[{self.upper}][{self.upper}{self.mark}]*",
                f"{unspaced}{{1,2}}",
                f"[{self.dialect.other}&&[^{self.dialect.inside(UNSPACED)}]][{self.dialect.other}{self.mark}]*",
            )
        )

    def _mixed(self) -> tuple[str, ...]:
        # In one word: a letter and, after it, a lower-case one of the other side; or two capitals at its end.
        lower, upper = f"[{self.lower}{self.mark}]*", f"[{self.upper}{self.mark}]*"
        sides = ((LATIN, STRANGERS), (STRANGERS, LATIN))
        small = tuple(f"{self.one_of(a)}{lower}{self._cased(b, self.lower)}" for a, b in sides)
        large = tuple(
            f"{self._cased(a, self.upper)}{upper}{self._cased(b, self.upper)}{self._not_before(self.lower)}"
            for a, b in sides
        )
        return (*small, *large)

    def _whole_words(self) -> tuple[str, ...]:
        big, small = self._look_alikes(upper=True), self._look_alikes(upper=False)
        return (
            f"{self._not_after(self.upper + self.lower)}{small}{small}+{self._not_before(self.lower)}",
            f"{big}{small}+{self._not_before(self.lower)}",
            f"{self._not_after(self.upper)}{big}{big}+{self._end_of_capitals()}",
        )

    def _single_words(self) -> tuple[str, ...]:
        big, small = self._look_alikes(upper=True), self._look_alikes(upper=False)
        return (
            f"{self._not_after(self.upper)}{big}{self._end_of_capitals()}",
            f"{self._not_after(self.upper + self.lower)}{small}{self._not_before(self.lower)}",
        )

    def _look_alikes(self, *, upper: bool) -> str:
        points = (point for each in LOOK_ALIKES for point in range(each.first, each.last + 1))
        return self.one_of(ranges(point for point in points if chr(point).isupper() == upper))

    def _cased(self, letters: Ranges, case: str) -> str:
        if self.dialect.look:
            return f"(?=[{case}]){self.one_of(letters)}"
        return f"[{self.one_of(letters)}&&[{case}]]"

    def _end_of_capitals(self) -> str:
        # The last capital of a run belongs to the word that follows, where a lower-case letter does.
        if self.dialect.look:
            return f"(?![{self.lower}])(?![{self.upper}](?![{self.lower}]))"
        return f"(?:[^{self.upper}{self.lower}]|[{self.upper}][{self.lower}]|$)"

    def _not_after(self, inside: str) -> str:
        return f"(?<![{inside}])" if self.dialect.look else f"(?:^|[^{inside}])"

    def _not_before(self, inside: str) -> str:
        return f"(?![{inside}])" if self.dialect.look else f"(?:[^{inside}]|$)"
