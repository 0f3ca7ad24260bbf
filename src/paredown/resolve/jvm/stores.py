"""Coordinates -> their files on this machine: Gradle's cache, the local Maven repository, what was brought before.

Every store is asked for one file at a time, and the first that has it wins. A store is a cache of files that
clients wrote; what is read of it is bounded like everything else.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from paredown.resolve.jvm.coordinates import Coordinates, Module
from paredown.resolve.jvm.document import BadDocument, parse
from paredown.resolve.jvm.reading import read_bounded
from paredown.resolve.jvm.versions import order

MAX_METADATA = 4 * 1024 * 1024
"""Bytes of a POM, a `.module` or a `maven-metadata.xml`."""


class Store(Protocol):
    """A folder of files by coordinates."""

    def candidates(self, at: Coordinates, name: str) -> Iterator[Path]:
        """Yield the paths of the file called `name` that exist, the one to prefer first."""


class MavenRepository:
    """A local repository in Maven's layout: `group/artifact/version/file`."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def candidates(self, at: Coordinates, name: str) -> Iterator[Path]:
        """Yield the file, where it is."""
        path = self.root / at.folder / name
        if os.path.isfile(path):
            yield path

    def versions(self, module: Module) -> Iterator[str]:
        """Yield the versions that the repositories' own listings name, as far as a client brought these."""
        folder = self.root / module.folder
        with suppress(OSError):
            for name in sorted(os.listdir(folder)):
                if name.startswith("maven-metadata") and name.endswith(".xml"):
                    content = read_bounded(folder / name, MAX_METADATA)
                    with suppress(BadDocument):
                        versioning = parse(content or b"").child("versioning")
                        if versioning is not None:
                            yield from (version.text.strip() for version in versioning.each("version", "versions"))


class GradleCache:
    """Gradle's cache of files: `group/artifact/version/sha1/file`."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def candidates(self, at: Coordinates, name: str) -> Iterator[Path]:
        """Yield each file of that name; several lie there when repositories disagree."""
        folder = self.root / at.group / at.artifact / at.version
        with suppress(OSError):
            for digest in sorted(os.listdir(folder)):
                path = folder / digest / name
                if os.path.isfile(path):
                    yield path


class Stores:
    """Several stores in order, and what was read of them."""

    def __init__(self, stores: Sequence[Store]) -> None:
        self._stores = stores
        self._read: dict[tuple[Coordinates, str], bytes] = {}

    def candidates(self, at: Coordinates, name: str) -> Iterator[Path]:
        """Yield the paths of a file, store by store."""
        for store in self._stores:
            yield from store.candidates(at, name)

    def has(self, at: Coordinates, name: str) -> bool:
        """Whether some store has the file."""
        return next(self.candidates(at, name), None) is not None

    def read(self, at: Coordinates, name: str) -> bytes | None:
        """Return the bytes of a small file, None when no store has it or it is too large."""
        held = self._read.get((at, name))
        if held is not None:
            return held
        for path in self.candidates(at, name):
            with suppress(OSError):
                content = read_bounded(path, MAX_METADATA)
                if content is not None:
                    self._read[(at, name)] = content
                    return content
        return None

    def versions(self, module: Module) -> tuple[str, ...]:
        """Return the versions of a library that repositories are known to have, oldest first."""
        repositories = (store for store in self._stores if isinstance(store, MavenRepository))
        found = {version for repository in repositories for version in repository.versions(module)}
        return tuple(sorted(found, key=lambda version: (order(version), version)))


def stores_for(archives: Path, *, gradle: bool) -> Stores:
    """Return the stores of this user and the folder of what was brought, `archives`; Gradle's first for Gradle."""
    home = _home()
    brought = MavenRepository(archives)
    if home is None:
        return Stores([brought])
    cache = GradleCache(home / ".gradle" / "caches" / "modules-2" / "files-2.1")
    local = MavenRepository(local_repository(home))
    return Stores([cache, local, brought] if gradle else [local, brought])


def local_repository(home: Path) -> Path:
    """Return the user's local Maven repository: what `settings.xml` names, or the one in the home folder."""
    usual = home / ".m2" / "repository"
    with suppress(OSError, BadDocument):
        settings = parse(read_bounded(home / ".m2" / "settings.xml", MAX_METADATA) or b"")
        named = settings.value("localRepository").replace("${user.home}", str(home))
        # Another property is the environment's or the command line's, and neither is read.
        if named and "${" not in named and os.path.isabs(named):
            return Path(named)
    return usual


def _home() -> Path | None:
    try:
        return Path.home()
    except RuntimeError:
        return None
