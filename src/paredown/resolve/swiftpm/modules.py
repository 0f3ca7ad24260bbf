"""A target of a package -> the files that its module's surface is read from."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from paredown.model import Files
from paredown.resolve.swiftpm.manifest import Target
from paredown.resolve.swiftpm.naming import module_name
from paredown.tree import MAX_FILE
from paredown.tree.folder import Folder

SOURCES = ("Sources", "Source", "src", "srcs")
TESTS = ("Tests", *SOURCES)
PLUGINS = ("Plugins", *SOURCES)
SUFFIX = ".swift"
INTERFACE = ".swiftinterface"
GRAPH = ".symbols.json"
HIDDEN = (".private.swiftinterface", ".package.swiftinterface")
SLICES = ("macos", "ios-arm64", "ios", "linux", "")
"""The slices of an xcframework, the one to read first."""
C_ALONE = "is written in C, Objective-C or C++, which is not read"
NO_SOURCES = "has no Swift sources in its checkout"
NO_BINARY = "is a binary that is not at hand, or holds no textual interface"


class Source(NamedTuple):
    """What a module is read from: `form` is `interface`, `graph` or `source`."""

    files: Files
    form: str


class Nothing(NamedTuple):
    """Why a module cannot be read."""

    why: str


def module_files(checkout: Path, target: Target, binaries: Sequence[Path], graphs: Sequence[Path]) -> Source | Nothing:
    """Return what the module of `target` is read from: a textual interface, else a symbol graph, else its sources.

    `binaries` are folders that xcframeworks were unpacked to, `graphs` those of symbol graphs.
    """
    module = module_name(target.name)
    given = [checkout / target.path] if target.kind == "binary" and target.path else []
    for folder in (*given, *binaries):
        found = interface(folder, module)
        if found is not None:
            return found
    if target.kind == "binary":
        return Nothing(NO_BINARY)
    for folder in graphs:
        names = [name for name in _names(folder) if _is_graph(name, module) and _small(folder / name)]
        if f"{module}{GRAPH}" in names:
            return Source(Files(root=folder, names=tuple(names)), "graph")
    return sources(checkout, target)


def interface(folder: Path, module: str) -> Source | None:
    """Return the textual interface of `module` below `folder`."""
    if not folder.is_dir():
        return None
    ending = f"{module}.swiftmodule/"
    found = [
        name
        for name in Folder(Files(root=folder)).names()
        if name.endswith(INTERFACE) and not name.endswith(HIDDEN) and ending in name
    ]
    if not found:
        return None
    best = min(found, key=lambda name: (next(i for i, s in enumerate(SLICES) if s in name.lower()), name))
    return Source(Files(root=folder, names=(best,)), "interface")


def sources(checkout: Path, target: Target) -> Source | Nothing:
    """Return the Swift files of `target`, as its manifest chooses them."""
    root = folder_of(checkout, target)
    if root is None:
        return Nothing(NO_SOURCES)
    every = Folder(Files(root=root)).names()
    chosen = [name for name in every if _chosen(name, target)]
    swift = tuple(name for name in chosen if name.endswith(SUFFIX) and name != "Package.swift")
    if swift:
        return Source(Files(root=root, names=swift), "source")
    written = any(name.endswith((".c", ".h", ".m", ".mm", ".cpp", ".cc", ".modulemap", ".S")) for name in chosen)
    return Nothing(C_ALONE if written or target.kind == "system" else NO_SOURCES)


def folder_of(checkout: Path, target: Target) -> Path | None:
    """Return the folder of a target's sources within `checkout`, as SwiftPM finds it."""
    if target.path:
        return _within(checkout, target.path)
    bases = {"test": TESTS, "plugin": PLUGINS}.get(target.kind, SOURCES)
    for base in bases:
        found = _within(checkout, f"{base}/{target.name}")
        if found is not None:
            return found
    # Since tools 5.9 the only target of a package may lie in `Sources` itself.
    return next((found for base in SOURCES if (found := _within(checkout, base)) is not None), None)


def _within(checkout: Path, name: str) -> Path | None:
    path = os.path.normpath(checkout / name)
    real, top = os.path.realpath(path), os.path.realpath(checkout)
    inside = real == top or real.startswith(top.rstrip(os.sep) + os.sep)
    return Path(path) if inside and os.path.isdir(path) else None


def _chosen(name: str, target: Target) -> bool:
    if target.sources and not _under(name, target.sources):
        return False
    return not _under(name, target.exclude)


def _under(name: str, places: Iterable[str]) -> bool:
    for place in places:
        clean = os.path.normpath(place).removeprefix("./")
        if clean in (".", name) or name.startswith(clean + "/"):
            return True
    return False


def _is_graph(name: str, module: str) -> bool:
    return name == f"{module}{GRAPH}" or (name.startswith(f"{module}@") and name.endswith(GRAPH))


def _names(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _small(path: Path) -> bool:
    return path.is_file() and not path.is_symlink() and path.stat().st_size <= MAX_FILE
