"""The folder of a library's own source -> what is harvested of it, as if it were published as it lies there."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from paredown.model import Artifact, Ecosystem, Files
from paredown.tree import open_tree

PYTHON = (".py", ".pyi")
NO_LIBRARY = frozenset({"test", "tests", "testing", "doc", "docs", "example", "examples", "benchmark", "benchmarks"})
"""Top-level packages beside a library that are not published with it."""
NO_MODULE = frozenset({"setup", "conftest", "noxfile", "tasks", "fabfile", "manage"})
UNVERSIONED = "0.0.0"
EXACT = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+!_-]*", re.ASCII)


def own_artifacts(path: Path) -> tuple[Artifact, ...]:
    """Return an artifact for each library whose source lies at `path`: a folder, or one Python file."""
    found = [*_npm(path)] if (path / "package.json").is_file() else []
    return (*found, *_python(path))


def _npm(root: Path) -> Iterator[Artifact]:
    table = _table(root / "package.json", json.loads)
    yield _artifact(Ecosystem.NPM, {"name": root.name, **table}, root, ())


def _python(path: Path) -> Iterator[Artifact]:
    root, names = _python_files(path)
    if names:
        # A package may be asked for itself: its manifest is then beside it, or above `src`.
        manifests = (folder / "pyproject.toml" for folder in (path, *path.parents[:2]))
        manifest = next((file for file in manifests if file.is_file()), path / "pyproject.toml")
        project = _table(manifest, tomllib.loads).get("project")
        named = {"name": names[0].partition("/")[0].partition(".")[0]}
        yield _artifact(Ecosystem.PYPI, {**named, **(project if isinstance(project, Mapping) else {})}, root, names)


def _python_files(path: Path) -> tuple[Path, tuple[str, ...]]:
    """Return the folder that imports start from, and the files of the library below it."""
    if path.is_file():
        return path.parent, (path.name,) if path.suffix in PYTHON else ()
    if (path / "__init__.py").is_file() or (path / "__init__.pyi").is_file():
        return path.parent, tuple(f"{path.name}/{name}" for name in _sources(path))
    if names := _sources(path / "src"):
        return path / "src", names
    names = _sources(path)
    packages = {name.partition("/")[0] for name in names if re.fullmatch(r"[^/]+/__init__\.pyi?", name)} - NO_LIBRARY
    return path, tuple(name for name in names if _belongs(name, packages))


def _belongs(name: str, packages: set[str]) -> bool:
    top, slash, _ = name.partition("/")
    return top in packages if slash else top.rpartition(".")[0] not in NO_MODULE and not packages


def _sources(root: Path) -> tuple[str, ...]:
    if not root.is_dir():
        return ()
    with open_tree(Files(root=root)) as tree:
        return tuple(name for name in tree.names() if name.endswith(PYTHON))


def _table(path: Path, parse: Callable[[str], Any]) -> Mapping[str, Any]:
    try:
        table = parse(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return table if isinstance(table, Mapping) else {}


def _artifact(ecosystem: Ecosystem, table: Mapping[str, Any], root: Path, names: Sequence[str]) -> Artifact:
    name, version = str(table["name"] or "library"), str(table.get("version") or "")
    exact = version if EXACT.fullmatch(version) else UNVERSIONED
    return Artifact(
        purl=f"pkg:{ecosystem}/{name.replace('@', '%40')}@{exact}",
        ecosystem=ecosystem,
        name=name,
        version=exact,
        publisher=name.partition("/")[0],
        declared=True,
        files=Files(root=root, names=tuple(names)),
        digest="",
    )
