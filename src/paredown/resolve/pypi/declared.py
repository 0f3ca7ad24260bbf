"""The manifests of a project and its members -> what the project itself names, and who names it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from paredown.model import Unresolved
from paredown.names import plain
from paredown.resolve.project_file import ProjectFile
from paredown.resolve.pypi.layout import Layout, Member, included
from paredown.resolve.pypi.pipfile import read_pipfile
from paredown.resolve.pypi.pyproject import read_pyproject
from paredown.resolve.pypi.requirements import Requirements, for_development, read_requirements
from paredown.resolve.pypi.setup_cfg import read_setup_cfg
from paredown.resolve.pypi.wanted import Manifest, Wanted, gap

ROOT = "."
"""What stands for the root project among the members when it has no name."""


class Asked(NamedTuple):
    """A requirement, and the member that names it."""

    wanted: Wanted
    member: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """What a project names.

    `members` are the names of its own packages, which are no artifacts; `requirement_files` what was read of
    those, main ones first. `extras` are the ones of those packages that count, `active` the same with groups and
    members, as uv writes them in markers where some exclude others.
    """

    asked: tuple[Asked, ...]
    members: frozenset[str]
    extras: frozenset[str]
    active: frozenset[str]
    requires_python: tuple[str, ...]
    requirement_files: tuple[Requirements, ...]
    unresolved: tuple[Unresolved, ...]
    notes: tuple[str, ...]


class Read(NamedTuple):
    """The manifests of one member, merged in order, under the name that the member has."""

    name: str
    folder: str
    manifests: tuple[Manifest, ...]


def declare(layout: Layout, *, dev: bool) -> Declared:
    """Return what the manifests of `layout` name, with development dependencies if `dev`.

    Raises `UnreadableProject` for a manifest that cannot be understood.
    """
    read = [_read(layout, member) for member in layout.members]
    named = any(True for _ in _all_asked(read, dev=False))
    files = _requirement_files(layout, read)
    counted = [held for held in files if _names(held, files, named) and (dev or not for_development(held.file))]
    folders = {one.folder or ROOT: one.name for one in read}
    by_file = [Asked(_of_member(one, folders), read[0].name) for held in counted for one in held.wanted]
    asked, enabled = _with_extras([*_all_asked(read, dev=dev), *by_file], read, dev=dev)
    own = frozenset(one.name for one in read)
    foreign = [one for one in asked if one.wanted.name not in own]
    gaps = [*_gaps(read, counted, dev=dev), *(_nameless(one.wanted) for one in foreign if not one.wanted.name)]
    if not asked and not read[0].manifests and layout.members[0].setup_py:
        gaps.append(gap("setup.py", "setup.py", "only running it would tell what it needs, and it is never run"))
    return Declared(
        asked=tuple(dict.fromkeys(one for one in foreign if one.wanted.name)),
        members=own,
        extras=frozenset(one.extra for one in enabled),
        active=frozenset(_active(read, enabled, dev=dev)),
        requires_python=tuple(m.requires_python for one in read for m in one.manifests if m.requires_python),
        requirement_files=tuple(sorted(files, key=lambda held: for_development(held.file))),
        unresolved=tuple(dict.fromkeys(gaps)),
        notes=tuple(dict.fromkeys([*_computed(layout, read), *_notes(counted)])),
    )


def _read(layout: Layout, member: Member) -> Read:
    manifests = [
        *([read_pyproject(member.pyproject)] if member.pyproject else []),
        *([read_setup_cfg(member.setup_cfg)] if member.setup_cfg else []),
        *([read_pipfile(layout.pipfile)] if layout.pipfile and not member.folder else []),
    ]
    name = next((held.name for held in manifests if held.name), "")
    # No project name holds a slash, so a member that has none is never taken for a dependency.
    return Read(name or (f"./{member.folder}" if member.folder else ROOT), member.folder, tuple(manifests))


def _gaps(read: Iterable[Read], counted: Iterable[Requirements], *, dev: bool) -> Iterator[Unresolved]:
    for one in read:
        for manifest in one.manifests:
            yield from manifest.unresolved
            yield from manifest.dev_unresolved if dev else ()
    for held in counted:
        yield from held.unresolved


def _nameless(wanted: Wanted) -> Unresolved:
    return gap(wanted.local, wanted.source, "is a local folder without a name; its manifest is not read")


def _all_asked(read: Iterable[Read], *, dev: bool) -> Iterator[Asked]:
    for one in read:
        for manifest in one.manifests:
            for wanted in manifest.main:
                yield Asked(wanted, one.name)
            if dev:
                for held in (*manifest.extras.values(), manifest.dev):
                    yield from (Asked(wanted, one.name) for wanted in held)


class Enabled(NamedTuple):
    """An extra of a member."""

    member: str
    extra: str


class Extended(NamedTuple):
    """Requirements with those that extras add, and the extras."""

    asked: list[Asked]
    enabled: frozenset[Enabled]


def _with_extras(asked: list[Asked], read: Iterable[Read], *, dev: bool) -> Extended:
    """Return `asked` and what the extras add that a requirement of the project's own packages enables."""
    manifests = {one.name: one.manifests for one in read}
    found = list(asked)
    done: set[Enabled] = set()
    if dev:
        done = {Enabled(one.name, extra) for one in read for manifest in one.manifests for extra in manifest.extras}
    pending = list(asked)
    while pending:
        wanted = pending.pop().wanted
        for extra in wanted.extras if wanted.name in manifests else ():
            if Enabled(wanted.name, extra) in done:
                continue
            done.add(Enabled(wanted.name, extra))
            for manifest in manifests[wanted.name]:
                added = [Asked(one, wanted.name) for one in manifest.extras.get(extra, ())]
                found += added
                pending += added
    return Extended(found, frozenset(done))


def _active(read: Iterable[Read], enabled: Iterable[Enabled], *, dev: bool) -> Iterator[str]:
    """Yield what counts, in the spelling of uv's markers: `extra-4-name-extra`, with the length of the name."""
    yield from (f"extra-{len(name)}-{name}-{extra}" for name, extra in enabled)
    for one in read:
        yield f"project-{len(one.name)}-{one.name}"
        for manifest in one.manifests if dev else ():
            yield from (f"group-{len(one.name)}-{one.name}-{group}" for group in manifest.groups)


def _of_member(wanted: Wanted, folders: dict[str, str]) -> Wanted:
    """Return a requirement on a member's folder (`-e .[extra]`) under the member's name."""
    if wanted.name or wanted.local not in folders:
        return wanted
    return wanted._replace(name=folders[wanted.local], local="")


def _requirement_files(layout: Layout, read: Iterable[Read]) -> list[Requirements]:
    """Read the requirement files that lie in the project and those that a manifest refers to."""
    files = {file.name: file for file in layout.requirements}
    for one in read:
        for manifest in one.manifests:
            for target in manifest.includes:
                name = included(ProjectFile(layout.root, f"{one.folder}/x" if one.folder else "x"), target)
                if name and (layout.root / name).is_file():
                    files.setdefault(name, ProjectFile(layout.root, name))
    return [read_requirements(file) for file in files.values()]


def _names(held: Requirements, files: Iterable[Requirements], named: bool) -> bool:
    """Whether a requirement file names what people asked for: not where it is the compiled form of another source."""
    stem, _, suffix = held.file.name.rpartition(".")
    if suffix == "in":
        return True
    sources = {one.file.name for one in files if one.file.base.endswith(".in")}
    if f"{stem}.in" in sources:
        return False
    return not (held.compiled and (named or sources))


def _computed(layout: Layout, read: Iterable[Read]) -> Iterator[str]:
    """Yield what only running a build would tell."""
    for member, one in zip(layout.members, read, strict=True):
        place = f"{member.folder}/" if member.folder else ""
        if any(m.main or m.includes or m.fixed for m in one.manifests):
            continue
        if member.setup_py:
            yield f"{plain(place)}setup.py may name dependencies; it is never run"
        elif any(manifest.computed for manifest in one.manifests):
            yield f"{plain(place)}pyproject.toml leaves its dependencies to the build, which is never run"


def _notes(counted: Iterable[Requirements]) -> Iterator[str]:
    for held in counted:
        yield from held.notes
        if held.compiled:
            yield f"{plain(held.file.name)} was compiled from a source that is not here: all of it counts as declared"
