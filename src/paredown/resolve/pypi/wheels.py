"""Wheel files in a folder -> the one that fits a locked package, by its tags and by its hash."""

from __future__ import annotations

import hashlib
import os
import re
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from packaging.tags import Tag
from packaging.utils import BuildTag, InvalidWheelFilename, parse_wheel_filename

from paredown.model import Files, Form
from paredown.resolve.pypi.lock import Pinned
from paredown.resolve.pypi.target import Target

CHUNK = 1 << 20
DATA = re.compile(r"[^/]+\.data/(?:pure|plat)lib/.+\.pyi?$")


class WheelName(NamedTuple):
    """What the file name of a wheel says."""

    name: str
    version: str
    build: BuildTag
    tags: frozenset[Tag]


class Checked(NamedTuple):
    """A wheel with its digest ("sha256:…"), and whether the lock names that file: None when it names no hash."""

    digest: str
    agrees: bool | None


def named(file_name: str) -> WheelName | None:
    """Return what `file_name` says, None when it is not a wheel's."""
    try:
        name, version, build, tags = parse_wheel_filename(file_name)
    except (InvalidWheelFilename, ValueError):
        return None
    return WheelName(name, str(version), build, tags)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """Which wheels fit an interpreter, the best first: pip's order of tags, then the higher build number."""

    target: Target
    _ranks: Mapping[Tag, int] = field(default_factory=dict)

    @staticmethod
    def of(target: Target) -> Fit:
        """Return the fit of `target`."""
        return Fit(target=target, _ranks={tag: rank for rank, tag in reversed(list(enumerate(target.tags())))})

    def best(self, file_names: Iterable[str]) -> str:
        """Return the file name that pip would take, empty when none fits."""
        ranked: list[tuple[int, BuildTag, str]] = []
        for file_name in file_names:
            wheel = named(file_name)
            ranks = [self._ranks[tag] for tag in wheel.tags if tag in self._ranks] if wheel else []
            if wheel and ranks:
                ranked.append((-min(ranks), wheel.build, file_name))
        return max(ranked)[2] if ranked else ""


class Shelf:
    """A folder of wheel files, listed once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._names: dict[tuple[str, str], list[str]] = {}
        try:
            entries = [entry.name for entry in os.scandir(folder) if entry.name.endswith(".whl") and entry.is_file()]
        except OSError:
            entries = []
        for file_name in sorted(entries):
            wheel = named(file_name)
            if wheel:
                self._names.setdefault((wheel.name, wheel.version), []).append(file_name)

    def holds(self, pinned: Pinned) -> tuple[str, ...]:
        """Return the names of the wheels of exactly this package and version."""
        return tuple(self._names.get((pinned.name, pinned.version), ()))


def check(path: Path, hashes: frozenset[str]) -> Checked:
    """Return the digest of the file at `path` and whether it is one of `hashes`; raises `OSError`."""
    algorithms = {"sha256", *(held.partition(":")[0] for held in hashes)}
    running = {algorithm: hashlib.new(algorithm) for algorithm in algorithms}
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            for one in running.values():
                one.update(chunk)
    found = {f"{algorithm}:{one.hexdigest()}" for algorithm, one in running.items()}
    return Checked(f"sha256:{running['sha256'].hexdigest()}", bool(found & hashes) if hashes else None)


def scattered(path: Path) -> bool:
    """Whether the wheel at `path` keeps modules in a `.data` folder; one that cannot be listed does not."""
    try:
        with zipfile.ZipFile(path) as archive:
            return any(DATA.match(name) for name in archive.namelist())
    except (OSError, ValueError, NotImplementedError, zipfile.BadZipFile):
        return False


def wheel_files(path: Path) -> Files:
    """Return the files of the wheel at `path`."""
    return Files(root=path, form=Form.ZIP)
