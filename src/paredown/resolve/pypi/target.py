"""An environment or the running interpreter -> what markers hold and which wheels fit."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from packaging.markers import InvalidMarker, Marker, UndefinedComparison, UndefinedEnvironmentName, default_environment
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.tags import Tag, compatible_tags, cpython_tags, sys_tags

MINORS = range(40)
PATCHES = range(30)


class Target(NamedTuple):
    """A Python interpreter: its implementation (`CPython`) and its version (`3.11.7`), on this machine."""

    implementation: str
    version: str

    @property
    def minor(self) -> tuple[int, int]:
        """The first two parts of the version."""
        major, minor, *_ = (*self.version.split("."), "0")
        return int(major), int(minor)

    @property
    def short(self) -> str:
        """The version as pip's `--python-version` takes it."""
        return f"{self.minor[0]}.{self.minor[1]}"

    def __str__(self) -> str:
        return f"{self.implementation} {self.version} on {sys.platform}"

    def tags(self) -> Iterator[Tag]:
        """Yield the wheel tags that fit, the best first, as pip orders them."""
        if self.minor == running().minor and self.implementation == running().implementation:
            yield from sys_tags()
            return
        interpreter = f"{'cp' if self.implementation == 'CPython' else 'pp'}{self.minor[0]}{self.minor[1]}"
        if self.implementation == "CPython":
            yield from cpython_tags(python_version=self.minor, abis=[interpreter])
        yield from compatible_tags(python_version=self.minor, interpreter=interpreter)


def running() -> Target:
    """Return the interpreter that runs paredown."""
    return Target(platform.python_implementation(), platform.python_version().rstrip("+"))


class Chosen(NamedTuple):
    """A target, and in a sentence what it had to step over."""

    target: Target
    note: str


def choose_target(environment: Target | None, requires: Iterable[str]) -> Chosen:
    """Return the interpreter to resolve for.

    That is the environment's, else the running one. Where every `requires` (PEP 440 specifiers of the project and
    its lock) excludes the running one, it is the nearest version that they allow: a lock says nothing about an
    interpreter that its project refuses, and wheels are read, never run.
    """
    if environment:
        return Chosen(environment, _excluded(environment, requires))
    here = running()
    specifiers = _specifiers(requires)
    if _allowed(here.version, specifiers):
        return Chosen(here, "")
    for version in _by_distance(here.minor[1]):
        if _allowed(version, specifiers):
            note = f"the project excludes {here.implementation} {here.version}, which runs paredown"
            return Chosen(Target("CPython", version), note)
    return Chosen(here, _excluded(here, requires))


def _excluded(target: Target, requires: Iterable[str]) -> str:
    if _allowed(target.version, _specifiers(requires)):
        return ""
    return f"the project excludes {target.implementation} {target.version}, which is used all the same"


def _specifiers(requires: Iterable[str]) -> list[SpecifierSet]:
    found: list[SpecifierSet] = []
    for text in requires:
        try:
            found.append(SpecifierSet(text))
        except InvalidSpecifier:
            continue
    return found


def _allowed(version: str, specifiers: Iterable[SpecifierSet]) -> bool:
    return all(one.contains(version, prereleases=True) for one in specifiers)


def _by_distance(minor: int) -> Iterator[str]:
    for near in sorted(MINORS, key=lambda one: (abs(one - minor), one)):
        yield from (f"3.{near}.{patch}" for patch in PATCHES)


@dataclass(slots=True, kw_only=True)
class Markers:
    """Whether conditions hold for `target`; each is evaluated once.

    `extras` and `groups` are the project's own that count: a lock names them in the conditions of its packages.
    `active` are extras that count in every condition. `strange` holds the conditions that cannot be understood:
    what they guard is kept, since leaving it out would hide it.
    """

    target: Target
    extras: frozenset[str] = frozenset()
    groups: frozenset[str] = frozenset()
    active: frozenset[str] = frozenset()
    strange: set[str] = field(default_factory=set)
    _parsed: dict[str, Marker | None] = field(default_factory=dict)
    _known: dict[tuple[str, str], bool] = field(default_factory=dict)

    def hold(self, condition: str, extras: Iterable[str] = ()) -> bool:
        """Whether `condition` holds with no extra or with one of `extras`; the empty one always does."""
        if not condition:
            return True
        # Nearly no condition names an extra; the others are evaluated once.
        counting = (*extras, *self.active) if "extra" in condition else ()
        return any(self._holds(condition, extra) for extra in ("", *counting))

    def any_hold(self, conditions: Iterable[str]) -> bool:
        """Whether one of the `conditions` of a package holds, or there is none."""
        held = tuple(conditions)
        return not held or any(self.hold(one, self.extras) for one in held)

    def _holds(self, condition: str, extra: str) -> bool:
        key = (condition, extra)
        if key not in self._known:
            marker = self._marker(condition)
            try:
                self._known[key] = marker is None or marker.evaluate(self._environment(extra), context="lock_file")
            except (UndefinedComparison, UndefinedEnvironmentName, ValueError, KeyError, RecursionError):
                self.strange.add(condition)
                self._known[key] = True
        return self._known[key]

    def _marker(self, condition: str) -> Marker | None:
        if condition not in self._parsed:
            try:
                self._parsed[condition] = Marker(condition)
            except (InvalidMarker, RecursionError):
                self.strange.add(condition)
                self._parsed[condition] = None
        return self._parsed[condition]

    def _environment(self, extra: str) -> dict[str, str | frozenset[str]]:
        held: dict[str, str | frozenset[str]] = {key: str(value) for key, value in default_environment().items()}
        held |= {"extra": extra, "extras": self.extras, "dependency_groups": self.groups}
        if self.target != running():
            held |= {
                "implementation_name": self.target.implementation.lower(),
                "implementation_version": self.target.version,
                "platform_python_implementation": self.target.implementation,
                "python_full_version": self.target.version,
                "python_version": self.target.short,
            }
        return held
