"""A pin -> the checkout that has exactly its revision, or why there is none."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from paredown.resolve.project_file import ProjectFile, read_bounded
from paredown.resolve.swiftpm.naming import REVISION
from paredown.resolve.swiftpm.pins import Pin

CHECKOUTS = (".build/checkouts", "SourcePackages/checkouts", "build/SourcePackages/checkouts", "DerivedData")
"""Where SwiftPM and Xcode keep sources, relative to the project or to a part of it."""
DOWNLOADS = ".build/registry/downloads"
ABSENT = "is not checked out; resolve the packages, or name their folder with --checkouts"
OTHER = "its checkout is at another revision than the lock file pins"
MAX_HEAD = 4096
MAX_PACKED = 4 * 1024 * 1024


class Checkout(NamedTuple):
    """A folder with a package's sources; `checked` says that its revision is known to be the pinned one."""

    folder: Path
    checked: bool


class Absent(NamedTuple):
    """Why a pin has no checkout."""

    why: str


def stores(project: Path, parts: Iterable[str], given: Path | None) -> tuple[Path, ...]:
    """Return the folders of checkouts that exist: the one that was named, or those of the project and its parts."""
    if given is not None:
        return (given,)
    found: list[Path] = []
    for part in dict.fromkeys(("", *parts)):
        base = project / part
        for name in CHECKOUTS:
            folder = base / name
            if name == "DerivedData":
                found.extend(sorted(folder.glob("*/SourcePackages/checkouts")) if folder.is_dir() else ())
            else:
                found.append(folder)
    return tuple(folder for folder in found if _inside(project, folder) and folder.is_dir())


def find_checkout(pin: Pin, folders: Iterable[Path]) -> Checkout | Absent:
    """Return the checkout of `pin` in one of `folders`; one of another revision is refused."""
    why = ABSENT
    for store in folders:
        folder = _called(store, pin.folder)
        if folder is None:
            continue
        head = head_of(folder)
        if head and pin.revision and head != pin.revision:
            why = OTHER
        else:
            return Checkout(folder, bool(head))
    return Absent(why)


def registry_folder(pin: Pin, parts: Iterable[Path]) -> Checkout | Absent:
    """Return the folder that a registry's package was unpacked to."""
    for part in parts:
        folder = part / DOWNLOADS / "/".join((*pin.path, pin.version))
        if _inside(part, folder) and folder.is_dir():
            return Checkout(folder, False)
    return Absent(ABSENT)


def head_of(folder: Path) -> str:
    """Return the commit that a checkout is at, by its own files; empty when they do not say."""
    head = _line(folder, ".git/HEAD")
    if not head.startswith("ref:"):
        return head if REVISION.fullmatch(head) else ""
    name = head.removeprefix("ref:").strip()
    if not name.startswith("refs/") or ".." in name:
        return ""
    loose = _line(folder, f".git/{name}")
    return loose if REVISION.fullmatch(loose) else _packed(folder, name)


def _packed(folder: Path, name: str) -> str:
    for line in _text(folder, ".git/packed-refs", MAX_PACKED).splitlines():
        commit, _, called = line.partition(" ")
        if called == name and REVISION.fullmatch(commit):
            return commit
    return ""


def _line(folder: Path, name: str) -> str:
    lines = _text(folder, name, MAX_HEAD).splitlines()
    return lines[0].strip().lower() if lines and not lines[0].startswith("ref:") else (lines or [""])[0].strip()


def _text(folder: Path, name: str, most: int) -> str:
    if not ProjectFile(folder, name).inside:
        return ""
    try:
        content = read_bounded(folder / name, most)
    except (OSError, ValueError):
        return ""
    return content.decode("utf-8", "replace") if content is not None and len(content) <= most else ""


def _called(store: Path, name: str) -> Path | None:
    """Return the folder of `store` called `name`; on another machine's disk the case may differ."""
    if not name or name in (".", "..") or "/" in name or "\0" in name:
        return None
    if (store / name).is_dir():
        return store / name if _inside(store, store / name) else None
    try:
        found = [entry for entry in os.listdir(store) if entry.lower() == name.lower()]
    except OSError:
        return None
    return store / found[0] if len(found) == 1 and _inside(store, store / found[0]) else None


def _inside(root: Path, path: Path) -> bool:
    top, real = os.path.realpath(root), os.path.realpath(path)
    return real == top or real.startswith(top.rstrip(os.sep) + os.sep)
