"""A folder of an indexed project -> the project, and the names by which its resolvers call the member there."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from paredown.cli.asking import indexed_project

if TYPE_CHECKING:
    from paredown.index import Store

MANIFESTS = frozenset(
    ("package.json", "pyproject.toml", "setup.cfg", "setup.py", "pom.xml", "build.gradle", "build.gradle.kts")
)
IN_POM = re.compile(
    r"<!--.*?-->|<(parent|dependencies|dependencyManagement|build|profiles|modules)\b.*?</\1>", re.DOTALL
)
"""What of a POM may hold an artifact's name before or beside its own."""
ARTIFACT = re.compile(r"<artifactId>\s*([^<\s]+)\s*</artifactId>")


class Asked(NamedTuple):
    """An indexed project, and the names of the member that is asked for; None for the project as a whole."""

    project: Path
    members: frozenset[str] | None


def asked_member(path: Path) -> Asked:
    """Return what `path` asks for: the indexed project it is or lies in, and the member it lies in.

    The nearest folder with a manifest that the project counts as its own is a member; one that declares nothing has an
    empty set, not that of the others. The root is the project as a whole.
    """
    from paredown.resolve import inputs

    start = path.resolve()
    project = indexed_project(start)
    if start == project:
        return Asked(project, None)
    folders = {found.parent.resolve() for found in inputs(project, ()) if found.name in MANIFESTS}
    for folder in (start, *start.parents):
        if folder == project:
            break
        if folder in folders:
            return Asked(project, frozenset(_names(folder, folder.relative_to(project).as_posix())))
    return Asked(project, None)


@contextmanager
def opened_surface(path: Path) -> Iterator[Store]:
    """Hold open what `path` asks for; raises `IndexMissing` or `IndexUnusable`."""
    from paredown.index import Store
    from paredown.state import index_path

    asked = asked_member(path)
    store = Store(index_path(asked.project), asked.members)
    try:
        yield store
    finally:
        store.close()


def _names(folder: Path, relative: str) -> Iterator[str]:
    """Yield every name that a resolver may give the member in `folder`."""
    yield relative
    yield f"./{relative}"
    yield ":" + relative.replace("/", ":")
    with suppress(OSError, ValueError):
        yield from _spelled(_at(json.loads((folder / "package.json").read_text("utf-8")), "name"))
    with suppress(OSError, ValueError):
        table = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))
        yield from _spelled(_at(table, "project", "name"))
        yield from _spelled(_at(table, "tool", "poetry", "name"))
    with suppress(OSError, ValueError):
        if found := ARTIFACT.search(IN_POM.sub("", (folder / "pom.xml").read_text("utf-8"))):
            yield found.group(1)


def _at(value: Any, *path: str) -> str:
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, str) else ""


def _spelled(name: str) -> Iterator[str]:
    if name:
        yield name
        yield re.sub(r"[-_.]+", "-", name).lower()
