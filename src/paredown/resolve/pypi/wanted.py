"""What a manifest names: requirements, by the reason that they are there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from paredown.model import Ecosystem, Unresolved
from paredown.names import plain

NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?")
"""A project name after PEP 503 normalisation."""


class Wanted(NamedTuple):
    """One requirement: a normalised `name`, the `extras` asked for, and the `marker` under which it counts.

    `source` is the file that names it. `pin` is the exact version, if it says one. `local` is the folder, relative
    to the project, where it says one instead of a name.
    """

    name: str
    source: str
    extras: tuple[str, ...] = ()
    marker: str = ""
    pin: str = ""
    local: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What the manifests of one folder name.

    `main` is needed to run, `extras` on request, `dev` to develop; `dev_unresolved` are the gaps of the latter two.
    `computed` says that a build would compute the requirements, `fixed` that they are all here whatever a setup.py
    says. `name` is the normalised project name, empty if it has none. `includes` are requirement files that it
    refers to, `groups` the names of its groups.
    """

    name: str = ""
    requires_python: str = ""
    main: tuple[Wanted, ...] = ()
    extras: Mapping[str, tuple[Wanted, ...]] = field(default_factory=dict)
    dev: tuple[Wanted, ...] = ()
    unresolved: tuple[Unresolved, ...] = ()
    dev_unresolved: tuple[Unresolved, ...] = ()
    includes: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    computed: bool = False
    fixed: bool = False


def normal(name: str) -> str:
    """Return `name` normalised as PEP 503 says, empty when it is no project name."""
    found = canonicalize_name(name)
    return found if NAME.fullmatch(found) else ""


def parsed(text: str, source: str) -> Wanted | None:
    """Return the requirement that `text` is by PEP 508 (an `-e ` before it is dropped), None when it is none."""
    try:
        held = Requirement(text.removeprefix("-e ").strip())
    except (InvalidRequirement, RecursionError, ValueError):
        return None
    name = normal(held.name)
    if not name:
        return None
    return Wanted(
        name=name,
        source=source,
        extras=tuple(sorted(canonicalize_name(extra) for extra in held.extras)),
        marker=str(held.marker or ""),
        pin=exact(held),
    )


def exact(requirement: Requirement) -> str:
    """Return the one version that `requirement` allows, empty when it allows several."""
    specifiers = list(requirement.specifier)
    if len(specifiers) != 1 or specifiers[0].operator not in ("==", "===") or "*" in specifiers[0].version:
        return ""
    return specifiers[0].version


class Parsed(NamedTuple):
    """The requirements among some texts, and what was none."""

    wanted: tuple[Wanted, ...]
    unresolved: tuple[Unresolved, ...]


def parse_all(texts: Iterable[str], source: str, place: str) -> Parsed:
    """Return the requirements of `texts`, the list at `place` of `source`; what is none is named by its position."""
    wanted: list[Wanted] = []
    unresolved: list[Unresolved] = []
    for number, text in enumerate(texts):
        one = parsed(text, source)
        if one:
            wanted.append(one)
        else:
            unresolved.append(not_understood(f"{place}[{number}]", source))
    return Parsed(tuple(wanted), tuple(unresolved))


def not_understood(place: str, source: str) -> Unresolved:
    """Return the gap that a requirement leaves which cannot be parsed."""
    return gap(place, source, "is not a requirement that can be understood")


def gap(name: str, source: str, why: str) -> Unresolved:
    """Return that `name`, which `source` asks for, has no exact version, and why."""
    return Unresolved(ecosystem=Ecosystem.PYPI, name=plain(name), source=plain(source), why=why)
