"""A project and a home folder -> the dependency trees there, and what kinds of text lie in them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from paredown.connect.door.trees import inside
from paredown.names.agent_files import followed_by_agents

MAX_ENTRIES = 1_000_000
MAX_PROJECT_DEPTH = 6
MAX_NAMED = 20
PROSE = (".md", ".mdx", ".rst", ".txt", ".adoc", "metadata", "license", "readme", "changelog")
SOURCE = (
    *(".d.ts", ".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", ".jsx", ".py", ".pyi"),
    *(".java", ".kt", ".kts", ".swift", ".scala", ".groovy", ".h", ".c", ".go", ".rs"),
)
ARCHIVES = (".jar", ".aar", ".whl", ".tgz", ".klib")
HOME_TREES = (".m2/repository", ".gradle/caches", ".ivy2/cache", ".cache/coursier")


@dataclass(slots=True, kw_only=True)
class Tree:
    """One dependency tree: how many files of which kind; `followed` are some that agents take for instructions."""

    path: str
    prose: int = 0
    source: int = 0
    archives: int = 0
    agent_files: int = 0
    whole: bool = True
    followed: list[str] = field(default_factory=list)

    @property
    def files(self) -> int:
        """The files in which third-party text can be read."""
        return self.prose + self.source + self.archives + self.agent_files


def trees(project: Path, home: Path) -> tuple[Tree, ...]:
    """Return the trees in the project, and those that package managers keep in the home folder."""
    found = [*_in_project(project.resolve()), *(path for name in HOME_TREES if (path := home / name).is_dir())]
    return tuple(_counted(path, project.resolve(), home) for path in found)


def _in_project(project: Path) -> Iterator[Path]:
    waiting = [(project, 0)]
    while waiting:
        folder, depth = waiting.pop()
        for entry in sorted(_entries(folder), key=lambda entry: entry.name):
            if not entry.is_dir(follow_symlinks=False) or entry.name == ".git":
                continue
            path = Path(entry.path)
            if inside(os.path.relpath(path, project)):
                yield path
            elif depth < MAX_PROJECT_DEPTH:
                waiting.append((path, depth + 1))


def _counted(path: Path, project: Path, home: Path) -> Tree:
    shown = (
        path.relative_to(project).as_posix()
        if path.is_relative_to(project)
        else f"~/{path.relative_to(home).as_posix()}"
    )
    tree = Tree(path=shown)
    waiting, seen = [path], 0
    while waiting:
        for entry in _entries(waiting.pop()):
            seen += 1
            if seen > MAX_ENTRIES:
                tree.whole = False
                return tree
            if entry.is_dir(follow_symlinks=False):
                waiting.append(Path(entry.path))
            elif entry.is_file(follow_symlinks=False):
                _count(tree, os.path.relpath(entry.path, path))
    tree.followed.sort()
    del tree.followed[MAX_NAMED:]
    return tree


def _count(tree: Tree, relative: str) -> None:
    name = relative.rpartition("/")[2].lower()
    if followed_by_agents(relative):
        tree.agent_files += 1
        tree.followed.append(relative)
    elif name.endswith(PROSE):
        tree.prose += 1
    elif name.endswith(SOURCE):
        tree.source += 1
    elif name.endswith(ARCHIVES):
        tree.archives += 1


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []
