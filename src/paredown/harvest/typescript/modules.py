"""A module's name, as a file writes it -> the space of that module, across packages."""

from __future__ import annotations

from tree_sitter import Parser

from paredown.harvest.entrypoints import package_of, types_package
from paredown.harvest.package import Package
from paredown.harvest.typescript.draft import ASSIGNED, Ambient, Scope
from paredown.harvest.typescript.files import File, Library
from paredown.harvest.typescript.grammar import parser
from paredown.harvest.typescript.space import Part, Space
from paredown.names import plain

OWN_MODULE = (".", "#")
"""How a specifier begins that names a file of the package it stands in."""
NODE_TYPES = "@types/node"
MAX_NAME = 80
"""Characters of a package's name that an `Unread` shows."""


class Modules:
    """Every module that the package at hand and its neighbours offer."""

    def __init__(self, package: Package) -> None:
        self._parser: Parser = parser()
        self.own = Library(package, self._parser)
        self.globals = Space()
        self.ambient: dict[str, Space] = {}
        self.additions: dict[str, Space] = {}
        self._joined: set[str] = set()
        self._libraries: dict[tuple[str, str], Library | None] = {}
        self._files: dict[int, Space] = {}
        self._targets: dict[tuple[int, str], Space | None] = {}

    def space(self, file: File) -> Space:
        """Return the space of a file."""
        found = self._files.get(id(file))
        if found is None:
            found = self._files[id(file)] = Space()
            found.add(file.scope, file)
        return found

    def augment(self, file: File, ambient: Ambient) -> Part:
        """Add `declare module "name" { … }` to the module it names.

        Where that is no module of the package, the package at hand makes one of that name; a neighbour, whose own
        surface is not asked for, adds to what is already known of others. The answer is where names inside it are
        looked up.
        """
        # A script that declares a module is where the compiler takes it from, whatever file there is of that name.
        is_whole = file.library is self.own and not file.scope.is_module
        target = None if is_whole else self._inside(file, ambient.name)
        if target is None and file.library is self.own:
            # In a module it is an addition to a module that exists elsewhere, in a script the module itself.
            known = self.additions if file.scope.is_module else self.ambient
            target = known.setdefault(ambient.name, Space())
        elif target is None:
            target = self._neighbour(file.library, ambient.name)
        alone = target is None or _merged(target, ambient.scope)
        return (Space() if target is None or alone else target).add(ambient.scope, file, self.space(file).parts[0])

    def target(self, file: File, specifier: str) -> Space | None:
        """Return the module that `specifier` means in `file`; what is not at hand is remembered as unread."""
        key = (id(file), specifier)
        if key not in self._targets:
            found = self._inside(file, specifier) or self._outside(file, specifier)
            if found is not None and file.library is self.own:
                self._join(found, specifier)
            self._targets[key] = found
        return self._targets[key]

    def _join(self, found: Space, specifier: str) -> None:
        """Add to a module that is passed on what the package at hand adds to it."""
        added = self.additions.get(specifier)
        if added is not None and added is not found and specifier not in self._joined:
            self._joined.add(specifier)
            for part in added.parts:
                if not _merged(found, part.scope):
                    found.add(part.scope, part.file, part.outer)

    def _inside(self, file: File, specifier: str) -> Space | None:
        """Return a module of the file's own package."""
        library = file.library
        if specifier.startswith(OWN_MODULE):
            path = library.beside(file, specifier)
        else:
            if library is self.own and specifier in self.ambient:
                return self.ambient[specifier]
            if package_of(specifier) not in (library.name, library.package.artifact.name):
                return None
            found = library.modules.find("." + specifier[len(package_of(specifier)) :])
            path = found if isinstance(found, str) else None
        read = library.file(path) if path else None
        # A script is no module: what it declares of that name is.
        return self.space(read) if read and (read.scope.is_module or specifier.startswith(OWN_MODULE)) else None

    def _outside(self, file: File, specifier: str) -> Space | None:
        """Return a module of another package, or say that it is missing."""
        library = file.library
        if specifier.startswith((*OWN_MODULE, "/")):
            if not specifier.startswith(OWN_MODULE) or library.beside(file, specifier) is None:
                library.refuse(file.path, "names a module of its own package that is not there")
            return None
        found = self._neighbour(library, specifier) or self._builtin(library, specifier.removeprefix("node:"))
        if found is None and library is self.own:
            found = self.additions.get(specifier)
        if found is None:
            name = package_of(specifier)
            at_hand = any(self._near(library, candidate) for candidate in (name, types_package(name)))
            why = "has no declarations of what is re-exported" if at_hand else "is not at hand"
            self.own.refuse("", f"passes on names of {plain(name)[:MAX_NAME]}, which {why}")
        return found

    def _neighbour(self, library: Library, specifier: str) -> Space | None:
        """Return a module that another package, or the package of its types, declares in a file of its own."""
        name = package_of(specifier)
        for candidate in (name, types_package(name)):
            near = self._near(library, candidate)
            path = near.modules.find("." + specifier[len(name) :]) if near else None
            read = near.file(path) if near and isinstance(path, str) else None
            if read is not None and read.scope.is_module:
                return self.space(read)
            found = self._declared(read, (specifier,)) if read else None
            if found is not None:
                return found
        return None

    def _declared(self, file: File, names: tuple[str, ...]) -> Space | None:
        """Return the module that a script declares under one of `names`."""
        scopes = [ambient.scope for ambient in file.scope.ambient if ambient.name in names]
        space = Space()
        for scope in scopes:
            space.add(scope, file, self.space(file).parts[0])
        return space if scopes else None

    def _builtin(self, library: Library, name: str) -> Space | None:
        """Return a module of the runtime: it lies in a file of its own name, so the others stay unread."""
        near = self._near(library, NODE_TYPES)
        path = near.modules.loose(name) if near else None
        file = near.file(path) if near and path else None
        return self._declared(file, (name, f"node:{name}")) if file else None

    def _near(self, library: Library, name: str) -> Library | None:
        key = (library.package.artifact.purl, name)
        if key not in self._libraries:
            near = library.package.near(name)
            known = next((lib for lib in self._known() if near and lib.package.artifact == near.artifact), None)
            self._libraries[key] = known or (Library(near, self._parser) if near else None)
        return self._libraries[key]

    def _known(self) -> list[Library]:
        return [self.own, *(lib for lib in self._libraries.values() if lib)]


def _merged(target: Space, scope: Scope) -> bool:
    """Add `scope` to the namespace that a module is assigned, where it is: `export = x` has no other place for it."""
    for part in target.parts:
        for alias in part.scope.exported.get(ASSIGNED, ()):
            declared = part.scope.declared.get(alias.name, [])
            inner = next((draft.inner for draft in declared if draft.inner is not None), None)
            if inner is not None:
                inner.merge(scope)
                return True
    return False
