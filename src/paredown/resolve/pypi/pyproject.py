"""A pyproject.toml -> what it names: PEP 621 tables, PEP 735 groups, and the tables of uv and PDM.

`project.dependencies` are needed to run. `project.optional-dependencies` are extras: they count with development
dependencies, and without them when a requirement of the project itself enables them (`project[extra]`).
Groups, `tool.uv.dev-dependencies` and `tool.pdm.dev-dependencies` are for development.
"""

from __future__ import annotations

from collections.abc import Iterator

from packaging.utils import canonicalize_name

from paredown.model import Unresolved
from paredown.resolve.project_file import ProjectFile
from paredown.resolve.pypi.poetry_tables import poetry_manifest
from paredown.resolve.pypi.reading import Table, toml_of
from paredown.resolve.pypi.wanted import Manifest, Parsed, Wanted, normal, not_understood, parse_all, parsed


def read_pyproject(file: ProjectFile) -> Manifest:
    """Return what `file` names; raises `UnreadableProject` for broken TOML, shapes or cyclic groups."""
    top = toml_of(file)
    project = top.at("project")
    main = parse_all(project.texts("dependencies"), file.name, "project.dependencies")
    optional = project.at("optional-dependencies")
    extras = {
        canonicalize_name(extra): parse_all(optional.texts(extra), file.name, optional.place(extra))
        for extra in optional
    }
    dev = [
        grouped(top.at("dependency-groups")),
        parse_all(top.at("tool", "uv").texts("dev-dependencies"), file.name, "tool.uv.dev-dependencies"),
        *_pdm_groups(top.at("tool", "pdm", "dev-dependencies")),
    ]
    poetry = poetry_manifest(top)
    dynamic = project.texts("dynamic")
    return Manifest(
        name=normal(project.text("name")) or poetry.name,
        requires_python=project.text("requires-python") or poetry.requires_python,
        main=(*main.wanted, *poetry.main),
        extras={**{extra: held.wanted for extra, held in extras.items()}, **poetry.extras},
        dev=(*(one for part in dev for one in part.wanted), *poetry.dev),
        unresolved=(*main.unresolved, *poetry.unresolved),
        dev_unresolved=tuple(gap for part in (*extras.values(), *dev) for gap in part.unresolved),
        includes=_dynamic_files(top) if "dependencies" in dynamic else (),
        groups=tuple(canonicalize_name(group) for group in top.at("dependency-groups")),
        computed="dependencies" in dynamic,
        fixed=("project" in top and "dependencies" not in dynamic) or bool(poetry.main),
    )


def grouped(groups: Table) -> Parsed:
    """Return the requirements of every PEP 735 group, includes followed; an include that comes back is refused."""
    _refuse_cycles(groups)
    wanted: list[Wanted] = []
    unresolved: list[Unresolved] = []
    # Every group counts, so following an include would only repeat a group that is read anyway.
    for group in groups:
        held = groups.raw(group)
        if not isinstance(held, list):
            raise groups.wrong(group, "a list")
        for number, item in enumerate(held):
            if isinstance(item, dict) and "include-group" in item:
                continue
            one = parsed(item, groups.file.name) if isinstance(item, str) else None
            if one:
                wanted.append(one)
            else:
                unresolved.append(not_understood(f"{groups.place(group)}[{number}]", groups.file.name))
    return Parsed(tuple(wanted), tuple(unresolved))


def _refuse_cycles(groups: Table) -> None:
    """Raise `UnreadableProject` when following includes comes back to a group, or names none that exists."""
    edges: dict[str, frozenset[str]] = {
        canonicalize_name(group): frozenset(_included(groups.raw(group))) for group in groups
    }
    if missing := {name for names in edges.values() for name in names} - set(edges):
        raise groups.file.unreadable(f"{groups.where} includes {len(missing)} group(s) that it does not define")
    # Kahn's order: a group is done when all that it includes is; what is never done lies on a cycle.
    includers: dict[str, list[str]] = {}
    for group, names in edges.items():
        for name in names:
            includers.setdefault(name, []).append(group)
    waiting: dict[str, int] = {group: len(names) for group, names in edges.items()}
    ready = [group for group, count in waiting.items() if not count]
    while ready:
        group = ready.pop()
        del waiting[group]
        for includer in includers.get(group, ()):
            waiting[includer] -= 1
            if not waiting[includer]:
                ready.append(includer)
    if waiting:
        raise groups.file.unreadable(f"{groups.where}: {len(waiting)} group(s) include one another in a cycle")


def _included(held: object) -> Iterator[str]:
    for item in held if isinstance(held, list) else ():
        name = item.get("include-group") if isinstance(item, dict) else None
        if isinstance(name, str):
            yield canonicalize_name(name)


def _pdm_groups(groups: Table) -> Iterator[Parsed]:
    for group in groups:
        yield parse_all(groups.texts(group), groups.file.name, groups.place(group))


def _dynamic_files(top: Table) -> tuple[str, ...]:
    """Return the requirement files that setuptools reads `dynamic = ["dependencies"]` from."""
    dynamic = top.at("tool", "setuptools", "dynamic")
    held = dynamic.raw("dependencies")
    if not isinstance(held, dict) or "file" not in held:
        return ()
    where = dynamic.at("dependencies")
    return (where.text("file"),) if isinstance(held["file"], str) else where.texts("file")
