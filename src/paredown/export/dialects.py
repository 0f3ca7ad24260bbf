r"""A regular-expression engine -> how a class, a code point and a look-around are written for it.

Every linter has an engine of its own. They agree on literals, classes, groups and bounded repeats; they differ in how
a code point is written, in whether `\p{Lu}` is known, and in whether a pattern may look around.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from paredown.export.characters import Ranges


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """One engine. `upper`, `lower`, `other` (letters without case) and `mark` are the insides of a class.

    `look` is whether look-ahead and look-behind exist. Without them a rule becomes several patterns, of which some must
    not be found.
    """

    name: str
    upper: str
    lower: str
    other: str
    mark: str
    digit: str
    point: Callable[[int], str]
    look: bool

    @property
    def letters(self) -> str:
        """Every letter with its marks: the inside of a class."""
        return self.upper + self.lower + self.other + self.mark

    def inside(self, ranges: Ranges) -> str:
        """Return `ranges` as the inside of a class."""
        return "".join(
            self.spelled(first) if first == last else f"{self.spelled(first)}-{self.spelled(last)}"
            for first, last in ranges
        )

    def spelled(self, point: int) -> str:
        """Return one code point as it stands in a class: a letter or digit of ASCII as itself, all else by number."""
        character = chr(point)
        return character if character.isascii() and character.isalnum() else self.point(point)


def _braced(letter: str) -> Callable[[int], str]:
    return lambda point: f"\\{letter}{{{point:x}}}"


def _python(point: int) -> str:
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def _with_properties(name: str, point: Callable[[int], str], look: bool) -> Dialect:
    return Dialect(
        name=name,
        upper=r"\p{Lu}\p{Lt}",
        lower=r"\p{Ll}",
        other=r"\p{Lo}\p{Lm}",
        mark=r"\p{M}",
        digit=r"\p{Nd}",
        point=point,
        look=look,
    )


JAVA = _with_properties("Java", _braced("x"), look=True)
ICU = _with_properties("ICU", _braced("x"), look=True)
PCRE = _with_properties("PCRE2", _braced("x"), look=True)
JAVASCRIPT = _with_properties("JavaScript, flag u", _braced("u"), look=True)
RUST = _with_properties("Rust", _braced("x"), look=False)
PYTHON = Dialect(
    name="Python",
    upper=r"A-Z\u00c0-\u00d6\u00d8-\u00de\u0391-\u03ab\u0400-\u042f\u0531-\u0556\u13a0-\u13f5",
    lower=r"a-z\u00df-\u00f6\u00f8-\u00ff\u03ac-\u03ce\u0430-\u045f\u0560-\u0588",
    other=r"\u05d0-\u05ea\u0620-\u06d3\u0900-\u0dff\u0e00-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uac00-\ud7af"
    r"\uf900-\ufaff\U00020000-\U0003ffff",
    mark=r"\u0300-\u036f",
    digit="0-9",
    point=_python,
    look=True,
)
r"""`re` knows no `\p{Lu}`: capitals beyond Latin-1, Greek, Cyrillic, Armenian and Cherokee begin no word."""
