"""The lock files, requirement files and environment of a project -> the one that says which versions are used."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from paredown.names import plain
from paredown.resolve.project_file import ProjectFile
from paredown.resolve.pypi.declared import Declared
from paredown.resolve.pypi.environment import Environment, environment_lock
from paredown.resolve.pypi.layout import Layout
from paredown.resolve.pypi.lock import Lock, Pinned, locked_version
from paredown.resolve.pypi.pdm_lock import read_pdm_lock
from paredown.resolve.pypi.pipfile import read_pipfile_lock
from paredown.resolve.pypi.poetry_lock import read_poetry_lock
from paredown.resolve.pypi.pylock import read_pylock
from paredown.resolve.pypi.requirements import Requirements, for_development
from paredown.resolve.pypi.uv_lock import read_uv_lock

READERS: dict[str, Callable[[ProjectFile], Lock]] = {
    "uv.lock": read_uv_lock,
    "poetry.lock": read_poetry_lock,
    "pylock.toml": read_pylock,
    "pdm.lock": read_pdm_lock,
    "Pipfile.lock": read_pipfile_lock,
}
"""By file name; `layout.LOCKS` has the order in which they are believed."""


class Choice(NamedTuple):
    """The lock that is believed, None when nothing pins anything, and what was passed over."""

    lock: Lock | None
    notes: tuple[str, ...]


def choose(
    layout: Layout, declared: Declared, needed: frozenset[str], environment: Environment | None, *, dev: bool
) -> Choice:
    """Return the lock to believe: a lock file, else pinned requirement files, else the environment.

    `needed` are the names that count here: requirement files that leave one of them unpinned give way to an
    environment, which has it. What is passed over is named in a note; a lock file that is passed over is not
    read, so it cannot fail.
    """
    files = _pinning(declared.requirement_files)
    pins = [held.file.name for held in files]
    others = [file.name for file in layout.other_locks]
    if layout.locks:
        first, *more = layout.locks
        passed = (*(file.name for file in more), *others, *pins)
        return Choice(READERS[first.base](first), _ignored(passed, first.name))
    if files:
        lock = _requirements_lock(files)
        complete = needed <= {one.name for one in lock.pinned if dev or not one.dev}
        if complete or environment is None:
            return Choice(lock, _ignored(others, pins[0]))
    if environment:
        return Choice(environment_lock(environment), _ignored((*others, *pins), environment.shown))
    return _pinned_by_manifests(declared, others)


def _pinned_by_manifests(declared: Declared, others: Iterable[str]) -> Choice:
    """Return what manifests themselves name at one exact version, where nothing else says anything."""
    pinned: dict[str, Pinned] = {}
    sources: dict[str, None] = {}
    for wanted, _member in declared.asked:
        if version := locked_version(wanted.pin):
            pinned.setdefault(wanted.name, Pinned(name=wanted.name, version=version, markers=(wanted.marker,)))
            sources[plain(wanted.source)] = None
    if not pinned:
        return Choice(None, tuple(f"{plain(name)} is ignored: only pylock.toml is read" for name in others))
    source = ", ".join(sources)
    lock = Lock(source=source, file=source, pinned=tuple(pinned.values()), edges=False)
    return Choice(lock, _ignored(others, source))


def _ignored(names: Iterable[str], read: str) -> tuple[str, ...]:
    return tuple(f"{plain(name)} is ignored, {plain(read)} is read" for name in dict.fromkeys(names))


def _pinning(files: Iterable[Requirements]) -> tuple[Requirements, ...]:
    """Return the requirement files that pin anything; of `X.in` and `X.txt`, the compiled one."""
    held = tuple(files)
    compiled = {one.file.name.removesuffix(".txt") for one in held if one.file.base.endswith(".txt")}
    return tuple(
        one
        for one in held
        if (one.pinned or one.constraints) and (one.file.base.endswith(".txt") or one.file.name[:-3] not in compiled)
    )


def _requirements_lock(files: tuple[Requirements, ...]) -> Lock:
    """Return all that `files` pin; what only development files pin is marked, and the first pin of a name holds."""
    pinned: dict[tuple[str, str], Pinned] = {}
    named: set[str] = set()
    for held in files:
        dev = for_development(held.file)
        wanted = {one.name for one in held.wanted}
        constraints = (one for one in held.constraints if one.name in wanted)
        before = frozenset(named)
        for one in (*held.pinned, *constraints):
            # A name twice in one file is a fork by marker; in a later file it is the same package once more.
            if one.name not in before:
                pinned.setdefault((one.name, one.version), replace(one, dev=dev))
                named.add(one.name)
    shown = ", ".join(plain(held.file.name) for held in files)
    return Lock(source=shown, file=plain(files[0].file.name), pinned=tuple(pinned.values()), edges=False)
