"""A path -> the dependency tree that it lies in: what package managers put on the disk, and nobody here wrote."""

from __future__ import annotations

import os
import re
from typing import NamedTuple

TREES: tuple[tuple[str, ...], ...] = (
    ("node_modules",),
    ("bower_components",),
    ("jspm_packages",),
    (".pnpm-store",),
    (".yarn", "cache"),
    (".yarn", "unplugged"),
    (".npm", "_cacache"),
    ("site-packages",),
    ("dist-packages",),
    ("__pypackages__",),
    (".cache", "pip"),
    (".cache", "uv"),
    (".m2", "repository"),
    (".gradle", "caches"),
    (".ivy2", "cache"),
    (".cache", "coursier"),
    (".build", "checkouts"),
    ("sourcepackages",),
    ("carthage", "checkouts"),
    (".cargo", "registry"),
    ("pkg", "mod"),
    (".cache", "paredown"),
    ("caches", "paredown"),
)
"""The last folders of the path of a tree, in lower case: disks that do not tell `Node_Modules` apart are common."""
BY_COORDINATES = {(".m2", "repository"), (".gradle", "caches"), (".ivy2", "cache"), (".cache", "coursier")}
"""Trees whose folders are named after what a lock file says: to list one tells nothing new."""
ENVIRONMENTS = (".venv", "venv", "env", ".tox", ".nox")
"""Folders that hold trees further down."""
MARK = re.compile(
    r"node_modules|bower_components|site-packages|dist-packages|__pypackages__|\.pnpm-store|_cacache"
    r"|\.m2/repository|\.gradle/caches|\.ivy2/cache|\.build/checkouts|SourcePackages|\.cargo/registry|pkg/mod/",
    re.IGNORECASE,
)
"""A tree named in code, or in a line that cannot be parsed."""
MAX_LOOKED_AT = 200


class Inside(NamedTuple):
    """Where a path lies: the tree, and the rest of the path below it."""

    tree: tuple[str, ...]
    rest: tuple[str, ...]

    @property
    def listable(self) -> bool:
        """Whether the folder's own list says no more than the names of packages, which the lock file has too."""
        if self.tree in BY_COORDINATES or not self.rest:
            return True
        scope = len(self.rest) == 1 and self.rest[0].startswith(("@", ".bin", ".pnpm"))
        return self.tree == ("node_modules",) and scope


def inside(path: str) -> Inside | None:
    """Return the tree that `path` lies in, or is, by its own spelling; None when it is in none."""
    parts = tuple(part for part in path.split("/") if part and part != ".")
    folded = tuple(part.casefold() for part in parts)
    for at in range(len(folded)):
        for tree in TREES:
            if folded[at : at + len(tree)] == tree:
                return Inside(tree, parts[at + len(tree) :])
    return None


def reached(path: str) -> Inside | None:
    """Return the tree that the absolute `path` leads to.

    Links decide where there is something: a workspace's own package that `node_modules` links to is nobody else's.
    """
    plain = os.path.normpath(path)
    try:
        there = os.path.lexists(path)
        real = os.path.realpath(path)
    except (OSError, ValueError):
        return inside(plain)
    return inside(real) if there else inside(real) or inside(plain)


def holds_trees(folder: str) -> bool:
    """Whether the absolute `folder`, or a folder directly in it, has a dependency tree in it."""
    return any(_has_tree(each) for each in (folder, *_folders(folder)))


def _has_tree(folder: str) -> bool:
    """Whether a tree, or an environment that has one further down, begins in the folder or in one that it lies in."""
    parts = tuple(part.casefold() for part in folder.split("/") if part)
    if parts[-1:] and parts[-1] in ENVIRONMENTS and os.path.isfile(f"{folder}/pyvenv.cfg"):
        return True
    for tree in TREES:
        for met in range(len(tree)):
            if parts[len(parts) - met :] == tree[:met] and os.path.isdir(os.path.join(folder, *tree[met:])):
                return True
    return any(os.path.isfile(f"{folder}/{name}/pyvenv.cfg") for name in ENVIRONMENTS)


def _folders(folder: str) -> list[str]:
    found = []
    try:
        with os.scandir(folder) as entries:
            for entry, _ in zip(entries, range(MAX_LOOKED_AT), strict=False):
                if entry.is_dir(follow_symlinks=False):
                    found.append(entry.path)
    except OSError:
        return []
    return found
