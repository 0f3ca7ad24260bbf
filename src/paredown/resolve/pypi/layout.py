"""A project folder -> the manifests, lock files and workspace members that lie in it, in milliseconds.

Nothing here is parsed further than finding the next file asks for, so that an unchanged project is told from a
changed one before anything heavy is imported.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from paredown.resolve.project_file import ProjectFile
from paredown.resolve.pypi.reading import MAX_MANIFEST
from paredown.resolve.pypi.workspace import members_of

LOCKS = ("uv.lock", "poetry.lock", "pylock.toml", "pdm.lock", "Pipfile.lock")
"""Lock files, the one that is believed first."""
PYTHON = re.compile(rb"^\s*\[+\s*(?:project|dependency-groups|build-system|tool\.(?:poetry|uv|pdm))\b", re.MULTILINE)
"""What makes a pyproject.toml more than the configuration of a linter."""
OPTIONS = re.compile(rb"^\s*\[(?:options|metadata)\b", re.MULTILINE)
REQUIREMENTS = re.compile(r"(?:[\w.-]*[-_.])?requirements(?:[-_.][\w.-]*)?\.(?:txt|in)")
INCLUDE = re.compile(
    r"^[ \t]*(?:-[rc][ \t]*|--(?:requirements?|constraint)(?:[ \t]*=[ \t]*|[ \t]+))(\S[^\n]*)", re.MULTILINE
)
TEXT_FILE = re.compile(r"[\w./-]{1,200}\.(?:txt|in)\b")
OWN_ENVIRONMENTS = (".venv", "venv")
"""Folders of a project that hold its environment by custom."""
MAX_INCLUDED = 200


class Member(NamedTuple):
    """A folder with manifests of its own: `folder` is its POSIX path below the root, empty for the root."""

    folder: str
    pyproject: ProjectFile | None
    setup_cfg: ProjectFile | None
    setup_py: ProjectFile | None


class Layout(NamedTuple):
    """What of a project decides its Python dependencies. `members` begins with the root itself."""

    root: Path
    members: tuple[Member, ...]
    pipfile: ProjectFile | None
    requirements: tuple[ProjectFile, ...]
    locks: tuple[ProjectFile, ...]
    other_locks: tuple[ProjectFile, ...]

    def files(self) -> Iterator[ProjectFile]:
        """Every file of the project that is read, requirements includes not followed."""
        for member in self.members:
            yield from (file for file in (member.pyproject, member.setup_cfg, member.setup_py) if file)
        yield from (self.pipfile,) if self.pipfile else ()
        yield from (*self.requirements, *self.locks)


def look(project: Path) -> Layout:
    """Return the layout of the folder `project`; an unreadable file is left to whoever reads it."""
    present = _names(project)
    root = _member(project, "")
    folders = members_of(root.pyproject) if root.pyproject else ()
    requirements = [ProjectFile(project, name) for name in present if REQUIREMENTS.fullmatch(name)]
    requirements += [
        ProjectFile(project, f"requirements/{name}")
        for name in _names(project / "requirements")
        if name.endswith((".txt", ".in")) and not name.startswith("constraint")
    ]
    return Layout(
        root=project,
        members=(root, *(_member(project, folder) for folder in folders)),
        pipfile=_present(project, "Pipfile"),
        requirements=tuple(requirements),
        locks=tuple(ProjectFile(project, name) for name in LOCKS if name in present),
        other_locks=tuple(ProjectFile(project, name) for name in present if re.fullmatch(r"pylock\.[^.]+\.toml", name)),
    )


def inputs(project: Path) -> tuple[Path, ...]:
    """Return the manifests and lock files of `project` that exist, members and included files too.

    Empty when the folder is no Python project. Reads names and a few bytes; parses nothing but the table that
    lists a workspace's members. Without a lock file the project's own environment stands in for one: then one
    small file of each installed distribution is among them, whose path says its name and version.
    """
    layout = look(project)
    found = {file.name: file for file in layout.files()}
    pending = list(found.values())
    while pending and len(found) < MAX_INCLUDED:
        file = pending.pop()
        for target in _mentioned(file):
            name = included(file, target)
            if name and name not in found and os.path.isfile(project / name):
                found[name] = ProjectFile(project, name)
                pending.append(found[name])
    paths = [found[name].path for name in sorted(found)]
    return (*paths, *(_distributions(project) if paths and not layout.locks else ()))


def _mentioned(file: ProjectFile) -> Iterator[str]:
    """Yield what `file` may include: a superset, since a file that is watched for nothing does no harm."""
    if file.base.endswith((".txt", ".in")):
        for target in INCLUDE.findall(_head(file.path).decode("utf-8", "replace")):
            yield re.sub(r"\s#.*", "", target).strip().strip("\"'")
    elif file.base in ("pyproject.toml", "setup.cfg"):
        text = _head(file.path).decode("utf-8", "replace")
        if "dynamic" in text or "file:" in text:
            yield from TEXT_FILE.findall(text)


def _distributions(project: Path) -> Iterator[Path]:
    for prefix in OWN_ENVIRONMENTS:
        for site in (
            *sorted((project / prefix).glob("lib/python3*/site-packages")),
            project / prefix / "Lib/site-packages",
        ):
            try:
                names = sorted(name for name in os.listdir(site) if name.endswith(".dist-info"))
            except OSError:
                continue
            yield from (site / name / "WHEEL" for name in names if os.path.isfile(site / name / "WHEEL"))


def included(file: ProjectFile, target: str) -> str:
    """Return the name of the file that `file` includes as `target`, empty when that leaves the project."""
    if not target or "\0" in target or "\\" in target or "://" in target:
        return ""
    name = os.path.normpath(os.path.join(file.folder, target))
    if os.path.isabs(name):
        name = os.path.relpath(name, os.path.abspath(file.root))
    return "" if name == ".." or name.startswith("../") else name


def _member(project: Path, folder: str) -> Member:
    """Return the manifests in `folder`; files that configure only tools do not count."""
    prefix = f"{folder}/" if folder else ""
    pyproject = _present(project, f"{prefix}pyproject.toml")
    setup_cfg = _present(project, f"{prefix}setup.cfg")
    return Member(
        folder=folder,
        pyproject=pyproject if pyproject and PYTHON.search(_head(pyproject.path)) else None,
        setup_cfg=setup_cfg if setup_cfg and OPTIONS.search(_head(setup_cfg.path)) else None,
        setup_py=_present(project, f"{prefix}setup.py"),
    )


def _present(project: Path, name: str) -> ProjectFile | None:
    return ProjectFile(project, name) if os.path.isfile(project / name) else None


def _names(folder: Path) -> list[str]:
    try:
        return sorted(entry.name for entry in os.scandir(folder) if entry.is_file())
    except OSError:
        return []


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_MANIFEST)
    except OSError:
        return b""
