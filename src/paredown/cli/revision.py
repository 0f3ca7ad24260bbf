"""A file of a git revision, `rev:path` -> a folder that holds what decided the dependency graph then."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from paredown.errors import UnreadableProject
from paredown.resolve.client import run

MANIFEST = re.compile(
    r"(?:.*/)?(?:"
    r"package\.json|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|pnpm-workspace\.yaml|bun\.lock"
    r"|pyproject\.toml|setup\.cfg|setup\.py|Pipfile(?:\.lock)?|(?:uv|poetry|pdm)\.lock|pylock(?:\.[^./]+)?\.toml"
    r"|[^/]*requirements[^/]*\.(?:txt|in)|requirements/[^/]+\.(?:txt|in)|paredown\.toml"
    r"|pom\.xml|[^/]+\.gradle(?:\.kts)?|[^/]+\.lockfile|[^/]+\.versions\.toml"
    r")"
)
"""Paths of files that may decide a graph."""
MAX_FILES = 2_000
REGULAR = "100"
"""How git's mode of a regular file begins; a link could lead anywhere."""


class Blob(NamedTuple):
    """One file of a revision: git's name for its content, and its path."""

    content: str
    path: str


@contextmanager
def checked_out(named: str) -> Iterator[Path]:
    """Hold a folder with the manifests and lock files beside and below the path in `named`, and nothing else.

    Raises `UnreadableProject` when git does not know the revision or the path.
    """
    revision, _, path = named.partition(":")
    folder = PurePosixPath(path).parent if MANIFEST.fullmatch(path) else PurePosixPath(path)
    where = "" if folder == PurePosixPath() else str(folder)
    listed = _git(named, "ls-tree", "-r", "-z", "--end-of-options", f"{revision}:{where}")
    blobs = list(_manifests(listed.split("\0")))[:MAX_FILES]
    if not blobs:
        raise UnreadableProject(named, "holds no manifest or lock file at that revision")
    with tempfile.TemporaryDirectory(prefix="paredown-") as scratch:
        for blob in blobs:
            target = Path(scratch) / blob.path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(_git(named, "cat-file", "blob", blob.content), "utf-8")
        yield Path(scratch).resolve()


def _git(named: str, *arguments: str) -> str:
    ran = run(("git", *arguments), Path.cwd())
    if not ran.ok:
        raise UnreadableProject(named, f"cannot be read from git ({ran.words})")
    return ran.output


def _manifests(lines: Iterable[str]) -> Iterator[Blob]:
    for line in lines:
        told, _, path = line.partition("\t")
        mode, _, content = told.partition(" blob ")
        parts = PurePosixPath(path).parts
        if MANIFEST.fullmatch(path) and mode.startswith(REGULAR) and not {"node_modules", ".."} & set(parts):
            yield Blob(content, path)
