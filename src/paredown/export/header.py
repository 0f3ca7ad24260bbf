"""A linter -> the lines at the top of its export: what it expresses, what it cannot and why, how it is run."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from paredown import __version__
from paredown.export.linter import Extent, Linter
from paredown.gate import CATALOGUE
from paredown.model import Status

WIDTH = 110
TITLES = {Extent.WHOLE: "Expressed:", Extent.PART: "Expressed in part:", Extent.NONE: "Not expressed:"}


def header(linter: Linter, declared: Iterable[str]) -> tuple[str, ...]:
    """Return the lines of the header, without the marks of a comment."""
    return tuple(_lines(linter, tuple(declared)))


def _lines(linter: Linter, declared: tuple[str, ...]) -> Iterator[str]:
    yield f"The bounds of paredown {__version__} on names and documentation, for {linter.title}."
    yield f"Written by `paredown export {linter.slug}`; write it anew instead of editing it."
    yield ""
    yield f"Run:  {linter.run}"
    yield f"For:  {linter.languages}"
    for extent, title in TITLES.items():
        covered = [each for each in linter.coverage if each.extent is extent]
        if covered:
            yield ""
            yield title
        for each in covered:
            yield from _item(f"{each.rule}: {each.note}")
    if linter.notes:
        yield ""
        yield "To know:"
        for sentence in linter.notes:
            yield from _item(sentence)
    yield ""
    rejected = ", ".join(rule.slug for rule in CATALOGUE if rule.status is Status.REJECTED)
    yield from textwrap.wrap(f"Left out, because the catalogue rejects them: {rejected}.", WIDTH)
    yield from textwrap.wrap(_spelled(declared), WIDTH, break_long_words=False, break_on_hyphens=False)


def _item(text: str) -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent="  ", subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )


def _spelled(declared: tuple[str, ...]) -> str:
    if declared:
        return f"May be spelled out, because it is declared: {', '.join(declared)}."
    return "Nothing declared may be spelled out; `--declared kotlin.text.Regex` would let that path through."


def commented(lines: Iterable[str], mark: str) -> str:
    """Return `lines` as comments that begin with `mark`."""
    return "".join(f"{mark} {line}".rstrip() + "\n" for line in lines)


def xml_comment(lines: Iterable[str]) -> str:
    """Return `lines` as one XML comment, which must hold no two hyphens side by side."""
    inside = "\n".join(f"  {line}".rstrip() for line in lines).replace("--", "- -")
    return f"<!--\n{inside}\n-->\n"
