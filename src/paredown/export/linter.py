"""What an exporter is: a linter, how far it expresses each rule, and the files that make it do so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Extent(StrEnum):
    """How far a linter expresses a rule."""

    WHOLE = "expressed"
    PART = "in part"
    NONE = "not expressed"


class Coverage(NamedTuple):
    """How far a linter expresses one rule; `note` says by what, and what is lost or why it cannot."""

    rule: str
    extent: Extent
    note: str


class File(NamedTuple):
    """One file of an export, by the name under which the others refer to it."""

    name: str
    text: str


class Asked(NamedTuple):
    """What an export is made from: the lines of its header, and the declared paths that may be spelled out."""

    header: tuple[str, ...]
    declared: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Linter:
    """A linter that people run.

    `slug` is its name on the command line, `run` the command that uses the export, `coverage` one line a rule,
    `notes` what else a user should know, such as what is asked beyond the catalogue. `write` returns the files, the
    main one first.
    """

    slug: str
    title: str
    languages: str
    run: str
    coverage: tuple[Coverage, ...]
    write: Callable[[Asked], tuple[File, ...]]
    notes: tuple[str, ...] = ()


def whole(rule: str, note: str) -> Coverage:
    """Return that a rule is expressed."""
    return Coverage(rule, Extent.WHOLE, note)


def part(rule: str, note: str) -> Coverage:
    """Return that a rule is expressed in part."""
    return Coverage(rule, Extent.PART, note)


def none(rule: str, note: str) -> Coverage:
    """Return that a rule is not expressed."""
    return Coverage(rule, Extent.NONE, note)


UNDECLARED = none(
    "undeclared-type-name",
    "it asks whether a type of that name is declared, and no linter holds the surface; the form alone is "
    "`casing-pattern`, which is rejected for its price",
)
