"""The entry points of a package -> the files that speak to a caller, and what they add to other modules.

The compiler loads every file that another names. Here a file that only its importers name things of is left
alone until one of its names is asked for: all that matters of it before is what it adds to others unasked.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from paredown.harvest.typescript.draft import Alias, Scope
from paredown.harvest.typescript.files import File, Library
from paredown.harvest.typescript.modules import OWN_MODULE, Modules


def reach(modules: Modules, entries: list[str]) -> None:
    """Load what the files at `entries` pass on, and apply every `declare module` and `declare global` among them.

    Of the neighbours, what is passed on is loaded for what it adds to other modules.
    """
    library = modules.own
    _speaking(library, _passed_on(library, entries))
    for file in library.known():
        if not file.scope.is_module:
            modules.globals.add(file.scope, file)
        outer = modules.space(file).parts[0]
        for added in file.scope.globals:
            modules.globals.add(added, file, outer)
        for ambient in file.scope.ambient:
            inside = modules.augment(file, ambient)
            for added in ambient.scope.globals:
                modules.globals.add(added, file, inside)
    for file in _neighbours(modules):
        for ambient in file.scope.ambient:
            modules.augment(file, ambient)


def _neighbours(modules: Modules) -> list[File]:
    """Load the files of other packages whose names are passed on."""
    queue = deque(modules.own.known())
    seen = {id(file) for file in queue}
    found: list[File] = []
    while queue:
        file = queue.popleft()
        sources = dict.fromkeys(s for scope in _scopes(file) for s in _sources(scope))
        for specifier in sources:
            if not specifier or (file.library is modules.own and specifier.startswith(OWN_MODULE)):
                continue
            space = modules.target(file, specifier)
            for part in space.parts if space else ():
                if id(part.file) not in seen:
                    seen.add(id(part.file))
                    queue.append(part.file)
                    found.append(part.file)
    return found


def _passed_on(library: Library, entries: list[str]) -> deque[str]:
    """Load the files whose names are passed on, and return those that are only asked for."""
    queue = deque(dict.fromkeys(entries))  # one file may be thousands of entry points
    seen = set(entries)
    asked: dict[str, None] = {}
    while queue:
        file = library.file(queue.popleft())
        if file is None:
            continue
        scopes = _scopes(file)
        passed = {source for scope in scopes for source in _sources(scope)}
        for specifier in (asked for scope in scopes for asked in scope.asked):
            path = library.beside(file, specifier) if specifier.startswith(OWN_MODULE) else None
            if path is None:
                continue
            if specifier in passed:
                if path not in seen:
                    seen.add(path)
                    queue.append(path)
            else:
                asked[path] = None
        for reference in file.scope.paths:
            path = library.beside(file, "./" + reference)
            if path is not None and path not in seen:
                seen.add(path)
                queue.append(path)
    return deque(path for path in asked if path not in seen)


def _scopes(file: File) -> list[Scope]:
    """Return the scopes of a file in which names are imported: its own and those of the modules it declares."""
    return [file.scope, *(ambient.scope for ambient in file.scope.ambient)]


def _sources(scope: Scope) -> Iterator[str]:
    """Yield the modules whose names `scope` exports."""
    yield from scope.stars
    for aliases in scope.exported.values():
        for alias in aliases:
            if alias.source:
                yield alias.source
            else:
                local = scope.imports.get(alias.name.split(".", 1)[0], Alias("", ""))
                yield local.source


def _speaking(library: Library, queue: deque[str]) -> None:
    """Load those files, of the ones only asked for and of what they ask for, that declare anything unasked."""
    seen = set(queue)
    while queue:
        path = queue.popleft()
        asked = library.silent(path)
        file = library.file(path) if asked is None else None
        here = file or File(library, path, Scope(is_ambient=True))
        names = asked or []
        if file is not None:
            names = [*(a for scope in _scopes(file) for a in scope.asked), *(f"./{p}" for p in file.scope.paths)]
        for specifier in names:
            found = library.beside(here, specifier) if specifier.startswith(OWN_MODULE) else None
            if found is not None and found not in seen:
                seen.add(found)
                queue.append(found)
