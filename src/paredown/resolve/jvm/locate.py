"""Libraries -> their archives on this machine, those of their sources beside them, and why one is not there."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from paredown.model import Files, Form
from paredown.resolve.jvm.bring import Bringer
from paredown.resolve.jvm.coordinates import Coordinates
from paredown.resolve.jvm.reached import JAR, Id, Library
from paredown.resolve.jvm.scratch import Order, order
from paredown.resolve.jvm.standing import Standing, stand_in
from paredown.resolve.jvm.stores import Stores
from paredown.resolve.jvm.verification import VERIFICATION, Allowed, measure

SOURCES = "sources"
TEST_SOURCES = {"tests": "test-sources"}
OTHER_FILE = f"is another file than the one whose hash {VERIFICATION} names"
OFFLINE = "is not at hand, and nothing is brought offline; build the project or run once online"


@dataclass(frozen=True, slots=True, kw_only=True)
class Located:
    """A library's archive, its sources where they are at hand, and the digest over both. Sources may be the archive."""

    files: Files
    sources: Files | None
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """What was found, and why the rest was not. `mismatched` counts files of another hash than the project names.

    `standing` says which libraries are declared by way of an empty one.
    """

    found: Mapping[Id, Located]
    why: Mapping[Id, str]
    standing: Standing
    mismatched: int = 0


@dataclass(frozen=True, slots=True)
class _File:
    path: Path
    sha256: str


def locate(
    libraries: Mapping[Id, Library], stores: Stores, allowed: Allowed, bringer: Bringer | None, *, every_source: bool
) -> Places:
    """Return where the archives of `libraries` lie, brought by `bringer` when they are not at hand.

    Sources are looked for where they are of use: of declared libraries, of those without an archive of classes, of
    all with `every_source`.
    """
    looking = _Looking(stores, allowed)
    wanted = [library for library in libraries.values() if library.extensions]
    words = _bring(bringer, [_order(library) for library in wanted if looking.archive(library) is None])
    archives = {library.id: file for library in wanted if (file := looking.archive(library)) is not None}
    standing = stand_in(libraries, {id_: Files(root=file.path, form=Form.ZIP) for id_, file in archives.items()})
    told = [one for one in wanted if every_source or one.id not in archives or standing.members(one)]
    _bring(bringer, [_order_of_sources(library) for library in told if looking.sources(library) is None])
    with_sources = {library.id for library in told}
    found: dict[Id, Located] = {}
    why: dict[Id, str] = {}
    for library in wanted:
        archive = archives.get(library.id)
        sources = looking.sources(library) if library.id in with_sources else None
        if archive is None and (sources is None or looking.refused(library)):
            why[library.id] = OTHER_FILE if looking.refused(library) else words.get(_order(library), OFFLINE)
        elif archive is not None:
            found[library.id] = _located(archive, sources)
        elif sources is not None:
            # Published without classes, or kept without them: its sources tell most of what they would.
            found[library.id] = _located(sources, sources)
    return Places(found=found, why=why, standing=standing, mismatched=len(looking.mismatched))


def _bring(bringer: Bringer | None, missing: Sequence[Order]) -> Mapping[Order, str]:
    """Bring what is missing, and return why the rest could not be."""
    return bringer.files(missing) if bringer is not None and missing else {}


class _Looking:
    """One look at the stores; a file is read and measured once."""

    def __init__(self, stores: Stores, allowed: Allowed) -> None:
        self.mismatched: set[tuple[Coordinates, str]] = set()
        self._stores = stores
        self._allowed = allowed
        self._measured: dict[tuple[Coordinates, str], _File] = {}

    def archive(self, library: Library) -> _File | None:
        """Return the library's archive."""
        at, classifier = library.id
        names = (at.file(extension, classifier) for extension in library.extensions)
        return next((file for name in names if (file := self._file(at, name))), None)

    def sources(self, library: Library) -> _File | None:
        """Return the archive of its sources."""
        return self._file(library.id.at, library.id.at.file(JAR, _sources_of(library)))

    def refused(self, library: Library) -> bool:
        """Whether there was an archive, of another hash."""
        at, classifier = library.id
        return any((at, at.file(extension, classifier)) in self.mismatched for extension in library.extensions)

    def _file(self, at: Coordinates, name: str) -> _File | None:
        held = self._measured.get((at, name))
        if held is not None:
            return held
        asked = self._allowed.get((str(at), name), {})
        for path in self._stores.candidates(at, name):
            try:
                measured = measure(path, asked)
            except OSError:
                continue
            if measured.matches is False:
                self.mismatched.add((at, name))
            else:
                self._measured[(at, name)] = found = _File(path, measured.sha256)
                return found
        return None


def _order(library: Library) -> Order:
    return order(library.id.at, library.extensions[0], library.id.classifier)


def _order_of_sources(library: Library) -> Order:
    return order(library.id.at, JAR, _sources_of(library))


def _sources_of(library: Library) -> str:
    return TEST_SOURCES.get(library.id.classifier, SOURCES)


def _located(archive: _File, sources: _File | None) -> Located:
    digest = archive.sha256
    if sources is not None:
        digest = hashlib.sha256(f"{archive.sha256}\n{sources.sha256}\n".encode("ascii")).hexdigest()
    return Located(
        files=Files(root=archive.path, form=Form.ZIP),
        sources=Files(root=sources.path, form=Form.ZIP) if sources else None,
        digest=f"sha256:{digest}",
    )
