"""An npm package with type declarations -> the entries of its public surface."""

from __future__ import annotations

from collections.abc import Iterator

from paredown.harvest.entrypoints import EntryPoint, entry_points, module_name
from paredown.harvest.package import Package
from paredown.harvest.typescript.entries import Entries, Root
from paredown.harvest.typescript.files import CONDITIONS
from paredown.harvest.typescript.modules import Modules
from paredown.harvest.typescript.reach import reach
from paredown.harvest.typescript.resolve import Resolver
from paredown.model import Entry, Unread

__all__ = ["VERSION", "describes", "harvest"]

VERSION = "2"
GLOBAL = "globalThis"
SCRIPT_CONDITIONS = ("import", "node", "default")


def describes(package: Package) -> bool:
    """Whether the package declares its root module, or, having no script there either, any module at all."""
    name = module_name(package.artifact.name)
    found = False
    for point in entry_points(package.tree, name, CONDITIONS):
        if isinstance(point, EntryPoint):
            if point.specifier == name:
                return True
            found = True
    return found and not any(
        isinstance(point, EntryPoint) and point.specifier == name
        for point in entry_points(package.tree, name, SCRIPT_CONDITIONS)
    )


def harvest(package: Package) -> Iterator[Entry | Unread]:
    """Yield the public declarations of `package`, each once, and what of it could not be read."""
    modules = Modules(package)
    library = modules.own
    points: list[EntryPoint] = []
    for point in entry_points(package.tree, library.name, CONDITIONS):
        if isinstance(point, EntryPoint):
            points.append(point)
        else:
            library.refuse(*point)
    reach(modules, [point.path for point in points])
    yield from Entries(package.artifact, Resolver(modules)).walk(_roots(modules, points))
    yield from library.unread.values()


def _roots(modules: Modules, points: list[EntryPoint]) -> list[Root]:
    library = modules.own
    roots: list[Root] = []
    for specifier, path in points:
        file = library.file(path)
        if file is not None and file.scope.is_module:
            roots.append(Root(int(specifier != library.name), specifier, specifier, modules.space(file)))
    for declared in (modules.ambient, modules.additions):
        roots.extend(Root(1, name, name, space) for name, space in declared.items())
    roots.append(Root(2, GLOBAL, "", modules.globals))
    return roots
