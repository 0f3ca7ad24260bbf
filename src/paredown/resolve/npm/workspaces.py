"""The globs of a workspace -> the folders of its members, walked without following a link.

Globs are npm's and pnpm's: `*` and `?` within one segment, `**` over any number of them, `{a,b}`, and `!` to take
folders out again. Only folders that a glob can reach are listed, and no `node_modules`, so a change is noticed in
milliseconds.
"""

from __future__ import annotations

import fnmatch
import itertools
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from paredown.errors import UnreadableProject
from paredown.names import plain
from paredown.resolve.npm import document
from paredown.resolve.npm.manifest import Manifest, read_manifest

PNPM = "pnpm-workspace.yaml"
SKIPPED = frozenset({"node_modules", ".git", "bower_components"})
MAX_FOLDERS = 50_000
"""Folders that one project's globs may list."""
MAX_BRACES = 64
"""Globs that the braces of one glob may stand for."""
BRACES = re.compile(r"\{([^{}]*)\}")


class Members(NamedTuple):
    """The project's own packages, the root first, and what of its globs was not followed, for a person."""

    manifests: tuple[Manifest, ...]
    notes: tuple[str, ...]


class Folders(NamedTuple):
    """The folders that hold a member, relative to the project and sorted.

    `links` are folders that a glob met and that are links, `escaping` counts the globs that lead out of the project.
    """

    members: tuple[str, ...]
    links: tuple[str, ...] = ()
    escaping: int = 0


def members_of(project: Path) -> Members:
    """Return the manifests of `project`; raises `UnreadableProject`, also when two members have one name."""
    root = read_manifest(project)
    folders = expand(project, globs_of(project, root))
    manifests = (root, *(read_manifest(project, folder) for folder in folders.members))
    named: dict[str, str] = {}
    for manifest in manifests:
        if manifest.name in named:
            raise UnreadableProject(
                f"{manifest.folder}/package.json",
                f"has the name of {named[manifest.name] or 'the root'}; names in a workspace are unique",
            )
        if manifest.name:
            named[manifest.name] = manifest.folder
    notes = [f"workspace folder {plain(link)} is a link and was not followed" for link in folders.links]
    if folders.escaping:
        notes.append(f"workspace globs that lead out of the project, so not followed: {folders.escaping}")
    return Members(manifests, tuple(notes))


def globs_of(project: Path, root: Manifest) -> tuple[str, ...]:
    """Return the globs of package.json and of pnpm-workspace.yaml."""
    if not os.path.lexists(project / PNPM):
        return root.workspaces
    from paredown.resolve.npm.yaml_document import parse_yaml

    documents = parse_yaml(document.read_text(project, PNPM), PNPM)
    return (*root.workspaces, *(glob for found in documents for glob in document.texts(found.get("packages"))))


def expand(project: Path, globs: Iterable[str]) -> Folders:
    """Return the folders below `project` that `globs` mean and that hold a package.json."""
    found: dict[str, None] = {}
    walk = _Walk(project)
    escaping = 0
    for glob in globs:
        negated = glob.startswith("!")
        for single in _unbraced(glob.lstrip("!")):
            segments = _segments(single)
            if segments is None:
                escaping += 1
                continue
            if negated:
                for folder in [folder for folder in found if matches(folder, segments)]:
                    del found[folder]
            else:
                found.update(dict.fromkeys(walk.reach(segments)))
    return Folders(tuple(sorted(folder for folder in found if folder)), tuple(sorted(walk.links)), escaping)


def matches(folder: str, segments: Sequence[str]) -> bool:
    """Whether the relative path `folder` is one that `segments` means."""
    places = {0}
    for part in folder.split("/"):
        after: set[int] = set()
        for place in _with_empty_stars(places, segments):
            if place < len(segments):
                if segments[place] == "**":
                    after.add(place)
                elif fnmatch.fnmatchcase(part, segments[place]):
                    after.add(place + 1)
        places = after
    return len(segments) in _with_empty_stars(places, segments)


class _Walk:
    """One look at the project's folders, shared by its globs."""

    def __init__(self, project: Path) -> None:
        self.links: set[str] = set()
        self._root = os.path.realpath(project)
        self._listed: dict[str, list[str]] = {}

    def reach(self, segments: Sequence[str]) -> Iterator[str]:
        """Yield the folders that `segments` reach and that hold a package.json."""
        stack = [("", 0)]
        seen = set(stack)
        while stack:
            folder, place = stack.pop()
            if place == len(segments):
                if os.path.isfile(os.path.join(self._root, folder, "package.json")):
                    yield folder
                continue
            following = [(folder, place + 1)] if segments[place] == "**" else []
            for name in self._children(folder, segments[place]):
                child = f"{folder}/{name}" if folder else name
                following.append((child, place if segments[place] == "**" else place + 1))
            fresh = [step for step in following if step not in seen]
            seen.update(fresh)
            stack.extend(fresh)

    def _children(self, folder: str, segment: str) -> list[str]:
        if not any(mark in segment for mark in "*?["):
            path = os.path.join(self._root, folder, segment)
            if os.path.islink(path):
                self.links.add(f"{folder}/{segment}" if folder else segment)
                return []
            return [segment] if os.path.isdir(path) and segment not in SKIPPED else []
        names = self._list(folder)
        return names if segment == "**" else [name for name in names if fnmatch.fnmatchcase(name, segment)]

    def _list(self, folder: str) -> list[str]:
        if folder not in self._listed:
            if len(self._listed) >= MAX_FOLDERS:
                raise UnreadableProject(folder, f"workspace globs reach more than {MAX_FOLDERS:,} folders")
            names: list[str] = []
            try:
                with os.scandir(os.path.join(self._root, folder)) as entries:
                    for entry in entries:
                        if entry.is_symlink():
                            if os.path.isfile(os.path.join(entry.path, "package.json")):
                                self.links.add(f"{folder}/{entry.name}" if folder else entry.name)
                        elif entry.is_dir() and entry.name not in SKIPPED and not entry.name.startswith("."):
                            names.append(entry.name)
            except OSError:
                names = []
            self._listed[folder] = sorted(names)
        return self._listed[folder]


def _with_empty_stars(places: Iterable[int], segments: Sequence[str]) -> set[int]:
    """Return `places`, and those after a `**` that stands for no folder at all."""
    found: set[int] = set()
    for start in places:
        place = start
        found.add(place)
        while place < len(segments) and segments[place] == "**":
            place += 1
            found.add(place)
    return found


def _segments(glob: str) -> list[str] | None:
    """Return the segments of a glob, or None when it leads out of the project."""
    parts = [part for part in glob.replace("\\", "/").split("/") if part not in ("", ".")]
    return None if glob.startswith("/") or ".." in parts or (parts and ":" in parts[0]) else parts


def _unbraced(glob: str) -> list[str]:
    pieces = BRACES.split(glob)
    choices = [piece.split(",") if place % 2 else [piece] for place, piece in enumerate(pieces)]
    return ["".join(chosen) for chosen in itertools.islice(itertools.product(*choices), MAX_BRACES)]
