"""Coordinates -> what Gradle reads of a library: its own metadata where the POM says there is some, else the POM."""

from __future__ import annotations

from paredown.resolve.jvm.coordinates import Coordinates, Module, exact
from paredown.resolve.jvm.gradle.metadata import Asked, Descriptor, read_module
from paredown.resolve.jvm.gradle.wanted import Rich
from paredown.resolve.jvm.maven.model import Model, Models
from paredown.resolve.jvm.maven.pom import Dependency
from paredown.resolve.jvm.stores import Stores
from paredown.resolve.jvm.versions import pinned

RUNTIME = "runtime"
TRAVELS = frozenset({"", "compile", RUNTIME})


class Descriptors:
    """One pass over a graph; what is missing goes to the gaps of `models`."""

    def __init__(self, models: Models, stores: Stores) -> None:
        self._models = models
        self._stores = stores
        self._read: dict[Coordinates, Descriptor | None] = {}

    def of(self, at: Coordinates, source: str, *, likely: bool = False) -> Descriptor | None:
        """Return what `at` asks for, None when neither its metadata nor its POM is at hand.

        `likely` says that who asks is known to Gradle: a script, or a library with metadata of Gradle's own.
        """
        if at not in self._read:
            self._read[at] = self._descriptor(at, source)
        if likely and at in self._models.gaps.missing:
            self._models.gaps.missing[at] = True
        return self._read[at]

    def managed(self, at: Coordinates, source: str) -> tuple[Asked, ...]:
        """Return the versions that the platform at `at` manages."""
        model = self._models.of(at, source)
        if model is None:
            return ()
        found: dict[Module, str] = {}
        for key, rule in model.managed.items():
            found.setdefault(Module(key.group, key.artifact), pinned(rule.version))
        return tuple(Asked(module, Rich(require=version)) for module, version in found.items() if version)

    def _descriptor(self, at: Coordinates, source: str) -> Descriptor | None:
        model = self._models.of(at, source)
        if model is None:
            return None
        if model.gradle_metadata:
            content = self._stores.read(at, at.file("module"))
            if content is None:
                self._models.gaps.missing_modules[at] = None
            elif (read := read_module(content, at)) is not None:
                return read
        return _from_model(model)


def _from_model(model: Model) -> Descriptor:
    moved = model.relocated
    asked = [one for one in model.dependencies if one.scope in TRAVELS]
    return Descriptor(
        dependencies=tuple(_asked(one) for one in asked if one.optional != "true"),
        # What is optional only says which version to take should somebody else ask for the library.
        constraints=tuple(_asked(one) for one in asked if one.optional == "true"),
        stands_for=exact(moved.group, moved.artifact, moved.version) if moved else None,
        extensions=() if model.packaging == "pom" else ("aar",) if model.packaging == "aar" else ("jar",),
    )


def _asked(one: Dependency) -> Asked:
    compiling = one.scope != RUNTIME
    return Asked(one.module, Rich(require=one.version), frozenset(one.exclusions), compiling=compiling)
