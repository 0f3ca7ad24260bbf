"""The registry of languages, and which of them speaks for a package.

To add a language: write `harvest/<language>`, with `VERSION`, `describes` and `harvest`, and a line here.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import NamedTuple, Protocol, cast

from paredown.harvest.package import Package
from paredown.model import Ecosystem, Entry, Language, Unread


class Harvester(Protocol):
    """What a language's module offers."""

    VERSION: str
    """Changes whenever the same files would give other entries; a part of the cache key."""

    def describes(self, package: Package) -> bool:
        """Whether this language is where the package's public surface is written."""

    def harvest(self, package: Package) -> Iterator[Entry | Unread]:
        """Yield the public declarations of the package, and what of it could not be read."""


class Registered(NamedTuple):
    """A language, the ecosystem whose packages it is looked for in, and the module that reads it."""

    language: Language
    ecosystem: Ecosystem
    module: str

    def load(self) -> Harvester:
        """Import the module: grammars are only loaded by the processes that parse."""
        return cast(Harvester, import_module(self.module))


LANGUAGES = (
    # Java's class files and Kotlin's: the reader tells them apart by what the compiler left in them.
    Registered(Language.JAVA, Ecosystem.MAVEN, "paredown.harvest.jvm"),
    Registered(Language.TYPESCRIPT, Ecosystem.NPM, "paredown.harvest.typescript"),
    Registered(Language.JAVASCRIPT, Ecosystem.NPM, "paredown.harvest.javascript"),
    Registered(Language.PYTHON, Ecosystem.PYPI, "paredown.harvest.python"),
    Registered(Language.SWIFT, Ecosystem.SWIFT, "paredown.harvest.swift"),
)
"""In order: within an ecosystem the first language that describes a package speaks for it."""


def speaker(package: Package) -> Harvester | None:
    """Return the harvester that speaks for `package`, or None when another package describes it."""
    for registered in LANGUAGES:
        if registered.ecosystem is package.artifact.ecosystem:
            harvester = registered.load()
            if harvester.describes(package):
                return harvester
    return None


def versions(ecosystem: Ecosystem) -> str:
    """Return the versions of every harvester that may speak in `ecosystem`."""
    return ",".join(f"{r.language}={r.load().VERSION}" for r in LANGUAGES if r.ecosystem is ecosystem)
