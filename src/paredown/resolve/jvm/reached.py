"""What either build tool resolves to: the libraries of a project's graph, before their files are looked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from paredown.resolve.jvm.coordinates import Coordinates

JAR = "jar"
READABLE = frozenset({"jar", "aar"})
"""Extensions of archives that hold classes; anything else (a POM, a zip of resources) has nothing to read."""


class Id(NamedTuple):
    """One file of one library: its classifier tells it from the others of the same coordinates."""

    at: Coordinates
    classifier: str = ""

    @property
    def purl(self) -> str:
        """Its package URL."""
        return self.at.purl(self.classifier)


class Need(NamedTuple):
    """An edge: what it is called where it is asked for, `group:artifact`, and the library that it means.

    `compiling` says that who compiles against the one compiles against the other too.
    """

    name: str
    id: Id
    compiling: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """One library of the graph.

    `extensions` are those that its archive may have, the likeliest first; none where nothing is to be read. `members`
    are the project's members that name it for compiling.
    """

    id: Id
    extensions: tuple[str, ...] = (JAR,)
    members: tuple[str, ...] = ()
    needs: tuple[Need, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """The whole graph.

    `lost` are names of declared libraries without an exact version, `aside` libraries that took part in choosing
    versions and are not kept.
    """

    source: str
    libraries: Mapping[Id, Library]
    lost: frozenset[str] = frozenset()
    aside: frozenset[Coordinates] = frozenset()
    notes: tuple[str, ...] = field(default=())


def merge(total: dict[Id, Library], found: Iterable[Library]) -> None:
    """Add `found` to `total`, where one library's members and needs are those of all its places."""
    for library in found:
        held = total.setdefault(library.id, library)
        if held is not library:
            total[library.id] = Library(
                id=held.id,
                extensions=held.extensions or library.extensions,
                members=tuple(dict.fromkeys((*held.members, *library.members))),
                needs=tuple(dict.fromkeys((*held.needs, *library.needs))),
            )
