"""One exact version of one library, and where its files lie."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple


class Ecosystem(StrEnum):
    """A package registry and its conventions; the value is its package-URL type."""

    MAVEN = "maven"
    NPM = "npm"
    PYPI = "pypi"
    SWIFT = "swift"


class Form(StrEnum):
    """How an artifact's files are kept."""

    FOLDER = "folder"
    ZIP = "zip"
    TGZ = "tgz"


@dataclass(frozen=True, slots=True, kw_only=True)
class Files:
    """Where an artifact's files lie.

    `root` is a folder or one archive file. `names` are the artifact's own files, relative POSIX paths, where the
    folder holds more than the artifact (site-packages); empty means everything below `root`. `inner` is the
    folder inside an archive that stands for the root (`package` in an npm tarball).
    """

    root: Path
    form: Form = Form.FOLDER
    names: tuple[str, ...] = ()
    inner: str = ""


class Edge(NamedTuple):
    """A dependency as the depending side names it: `name` in an import, `purl` of what that means there."""

    name: str
    purl: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Artifact:
    """One exact version of one library.

    `publisher` is who is trusted with the text: the npm scope or, without one, the package; the PyPI project.
    `declared` says that the project itself names it; `direct_of` lists the project's members that do.
    `digest` covers the content of the files ("sha256:…"), so equal digests mean equal surfaces.
    `sources` are its source files where they come apart from the compiled ones (a `-sources.jar`).
    `requires` are the edges of the graph, where names differ by who asks (npm); a flat ecosystem leaves it empty.
    """

    purl: str
    ecosystem: Ecosystem
    name: str
    version: str
    publisher: str
    declared: bool
    direct_of: tuple[str, ...] = ()
    files: Files
    digest: str
    requires: tuple[Edge, ...] = ()
    sources: Files | None = None

    def __post_init__(self) -> None:
        if not self.version or any(mark in self.version for mark in "^~*<> |"):
            raise ValueError(f"{self.name}: {self.version!r} is not an exact version")
        if not self.purl.startswith(f"pkg:{self.ecosystem}/"):
            raise ValueError(f"{self.name}: {self.purl!r} is not a package URL of {self.ecosystem}")
        if self.direct_of and not self.declared:
            raise ValueError(f"{self.name}: named by {self.direct_of} but not declared")


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """Something that could not be read, as a value: reports print it, so nothing is silently fewer.

    `artifact` is a package URL, `path` a file within it or empty for the whole of it, `why` a sentence of ours:
    it never quotes the file.
    """

    artifact: str
    path: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unresolved:
    """A dependency that a manifest names and that no exact version could be found for."""

    ecosystem: Ecosystem
    name: str
    source: str
    why: str
