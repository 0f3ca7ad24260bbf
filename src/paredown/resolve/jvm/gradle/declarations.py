"""A member's scripts -> what they say together: libraries, plugins, managed versions, and what cannot be told."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from paredown.resolve.jvm.coordinates import Module
from paredown.resolve.jvm.gradle.configurations import Use
from paredown.resolve.jvm.gradle.notation import Problem
from paredown.resolve.jvm.gradle.statements import Group
from paredown.resolve.jvm.gradle.wanted import Wanted


class Declared(NamedTuple):
    """One library that a script names: for what, and where."""

    wanted: Wanted
    use: Use
    where: str


class Own(NamedTuple):
    """A member of the project that a script names."""

    path: str
    use: Use


class Told(NamedTuple):
    """A dependency that cannot be told: what it is for, and where it stands."""

    problem: Problem
    use: Use
    where: str


@dataclass(slots=True, kw_only=True)
class Script:
    """What scripts of one member say together.

    `plugins` maps ids to versions, empty where none is written. `boms` and `managed` are Spring's dependency
    management. `below` are blocks for the members of the project, by the path of one or empty for all.
    `rules` counts resolution rules that only Gradle can evaluate, `tools` names configurations on no class path.
    """

    declared: list[Declared] = field(default_factory=list)
    constraints: list[Declared] = field(default_factory=list)
    own: list[Own] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    plugins: dict[str, str] = field(default_factory=dict)
    on_class_path: dict[str, str] = field(default_factory=dict)
    boms: list[Wanted] = field(default_factory=list)
    managed: list[Wanted] = field(default_factory=list)
    forced: list[Wanted] = field(default_factory=list)
    excluded: list[Module] = field(default_factory=list)
    below: dict[str, list[Group]] = field(default_factory=dict)
    rules: int = 0
    tools: dict[str, None] = field(default_factory=dict)
