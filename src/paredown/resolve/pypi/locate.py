"""Reached packages -> where the files of each lie, or why they are not at hand.

The environment is asked first, since it is what the project runs on; then wheels that the lock names inside the
project, then wheels that were brought before, then pip.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from packaging.version import Version

from paredown.model import Ecosystem, Files, Form
from paredown.resolve.graph import Options
from paredown.resolve.project_file import ProjectFile
from paredown.resolve.pypi.bring import NO_FIT, NO_WHEEL, bring
from paredown.resolve.pypi.environment import Environment, installed
from paredown.resolve.pypi.layout import included
from paredown.resolve.pypi.lock import Origin, Pinned
from paredown.resolve.pypi.own_files import own_files
from paredown.resolve.pypi.target import Target
from paredown.resolve.pypi.wheels import Fit, Shelf, check, scattered, wheel_files
from paredown.tree.folder import Folder

THREADS = 4
ABSENT = "is not at hand, and nothing is brought offline; install it or run once online"


class Located(NamedTuple):
    """Where a package's files are, and the digest of their content."""

    files: Files
    digest: str


class Bench(NamedTuple):
    """What is looked with: the environment, if there is one, and which wheels fit."""

    environment: Environment | None
    fit: Fit


@dataclass(slots=True, kw_only=True)
class Places:
    """What was found, and why the rest was not, both by name; `notes` count what a person should know."""

    found: dict[str, Located] = field(default_factory=dict)
    why: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def locate(
    wanted: Iterable[Pinned], project: Path, options: Options, environment: Environment | None, target: Target
) -> Places:
    """Return where each of `wanted` lies, bringing what is missing unless `options.offline`."""
    places = Places()
    _find(places, list(wanted), project, options, Bench(environment, Fit.of(target)))
    if count := _scattered(places):
        places.notes.append(f"{count} wheels keep modules in a .data folder: those are not read")
    return places


def _find(places: Places, wanted: list[Pinned], project: Path, options: Options, bench: Bench) -> None:
    """Fill `places`, the nearest place first."""
    fit, folder = bench.fit, options.archives / Ecosystem.PYPI
    left = _installed(wanted, project, bench.environment, places)
    left = _local(left, project, places)
    left = _shelved(left, folder, fit, places)
    askable = list(_askable(left, fit, places))
    if options.offline:
        for one in askable:
            places.why.setdefault(one.name, ABSENT)
        return
    if not askable:
        return
    if unhashed := sum(1 for one in askable if not one.hashes):
        places.notes.append(f"{unhashed} packages have no hash in the lock; pip could not check what it brought")
    options.progress("bring pypi", 0, len(askable))
    refused = bring(askable, folder, fit.target, options.progress)
    for one in _shelved(askable, folder, fit, places):
        places.why[one.name] = refused.get(one.name, places.why.get(one.name, "pip did not bring it"))


def _askable(left: Iterable[Pinned], fit: Fit, places: Places) -> Iterator[Pinned]:
    """Yield what pip may bring; of a package whose files the lock lists, it is known before whether one fits."""
    for one in left:
        if one.wheels == ():
            places.why[one.name] = NO_WHEEL
        elif one.wheels and not fit.best(one.wheels):
            places.why[one.name] = NO_FIT
        else:
            yield one


def _installed(wanted: list[Pinned], project: Path, environment: Environment | None, places: Places) -> list[Pinned]:
    """Take what the environment has at exactly the locked version; return the rest."""
    if environment is None:
        return wanted
    held = installed(environment)
    files: dict[str, Files] = {}
    left: list[Pinned] = []
    others = 0
    for one in wanted:
        there = held.get(one.name)
        if there is None or Version(there.version) != Version(one.version):
            others += there is not None
            left.append(one)
            continue
        found = own_files(there, environment.site, project)
        if found.files is None:
            places.why[one.name] = found.why
            left.append(one)
        else:
            files[one.name] = found.files
    if others:
        places.notes.append(
            f"{others} packages are installed in {environment.shown} at another version: not read there"
        )
    with ThreadPoolExecutor(THREADS) as pool:
        for name, located in zip(files, pool.map(_digested, files.values()), strict=True):
            if isinstance(located, Located):
                places.found[name] = located
            else:
                places.why[name] = located
    return left


def _digested(files: Files) -> Located | str:
    try:
        return Located(files, Folder(files).digest())
    except OSError as error:
        return f"its folder cannot be read ({error.strerror or 'no reason given'})"


def _local(wanted: list[Pinned], project: Path, places: Places) -> list[Pinned]:
    """Take what the lock says lies inside the project; return what a registry has."""
    left: list[Pinned] = []
    for one in wanted:
        if one.origin is Origin.REGISTRY:
            left.append(one)
            continue
        if one.origin in (Origin.WHEEL, Origin.FOLDER):
            located = _inside(one, project)
            if isinstance(located, Located):
                places.found[one.name] = located
            else:
                places.why.setdefault(one.name, located)
        else:
            places.why.setdefault(one.name, f"comes from {one.origin.value}; only an environment that has it is read")
    return left


def _inside(one: Pinned, project: Path) -> Located | str:
    if not one.path:
        return f"comes from {one.origin.value}, which is not known"
    name = included(ProjectFile(project, "x"), one.path)
    path = project / name
    if not name or not path.resolve().is_relative_to(project.resolve()):
        return f"comes from {one.origin.value} outside the project, which is not read"
    if one.origin is Origin.FOLDER:
        root = path / "src" if (path / "src").is_dir() else path
        return _digested(Files(root=root))
    try:
        checked = check(path, one.hashes)
    except OSError:
        return "comes from a wheel file that is not there"
    if checked.agrees is False:
        return "comes from a wheel file whose hash is not the one that the lock names"
    return Located(wheel_files(path), checked.digest)


def _shelved(wanted: list[Pinned], folder: Path, fit: Fit, places: Places) -> list[Pinned]:
    """Take what was brought before and is what the lock names; return the rest."""
    shelf = Shelf(folder)
    chosen: dict[str, Path] = {}
    left: list[Pinned] = []
    for one in wanted:
        best = fit.best(shelf.holds(one))
        if best:
            chosen[one.name] = folder / best
        else:
            left.append(one)
    hashes: Mapping[str, Pinned] = {one.name: one for one in wanted}
    with ThreadPoolExecutor(THREADS) as pool:
        found = pool.map(lambda name: _on_shelf(chosen[name], hashes[name]), chosen)
        for name, located in zip(chosen, found, strict=True):
            if isinstance(located, Located):
                places.found[name] = located
                places.why.pop(name, None)
            else:
                places.why[name] = located
                left.append(hashes[name])
    return left


def _scattered(places: Places) -> int:
    """Return how many of the wheels keep modules in a `.data` folder, where only an installer would look."""
    wheels = (located.files.root for located in places.found.values() if located.files.form is Form.ZIP)
    with ThreadPoolExecutor(THREADS) as pool:
        return sum(pool.map(scattered, wheels))


def _on_shelf(path: Path, one: Pinned) -> Located | str:
    try:
        checked = check(path, one.hashes)
    except OSError:
        return "its wheel vanished while it was read"
    if checked.agrees is False:
        return "the wheel at hand is another file than the one whose hash the lock names"
    return Located(Files(root=path, form=Form.ZIP), checked.digest)
