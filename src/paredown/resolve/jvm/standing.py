"""A declared library that holds no class -> the libraries that it stands for, which its project declares by it.

A starter or an aggregate is a name for a list: nobody can call it, whoever names it writes against what it lists. So
what it needs for compiling counts as named by the same members. The list goes on through further empty libraries and
through those of its own group, which tie the listed ones together, and ends at anybody else's. A library that holds a
class and is named itself hands on nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from paredown.errors import ParedownError
from paredown.model import Files
from paredown.resolve.jvm.reached import Id, Library
from paredown.tree import open_tree

CLASSES = (".class", ".jar")
"""What makes an archive speak for itself: classes, or the jars that an Android library keeps them in."""
ABOUT_IT = ("META-INF/", "module-info.")


class _Step(NamedTuple):
    """A library, the member that names it, and the group of the empty library by which it does."""

    id: Id
    member: str
    lister: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The members that name a library by way of an empty one, and how many empty ones they name themselves."""

    gained: Mapping[Id, tuple[str, ...]]
    empty: int

    def members(self, library: Library) -> tuple[str, ...]:
        """Return the members that name `library`, themselves or by an empty library."""
        return tuple(dict.fromkeys((*library.members, *self.gained.get(library.id, ()))))


def stand_in(libraries: Mapping[Id, Library], found: Mapping[Id, Files]) -> Standing:
    """Return what the empty ones of the declared `libraries` stand for; `found` is where their archives lie."""
    gained: dict[Id, dict[str, None]] = {}
    empty: dict[Id, bool] = {}
    queue = deque(_Step(library.id, member, "") for library in libraries.values() for member in library.members)
    seen = set(queue)
    while queue:
        step = queue.popleft()
        id_, group = step.id, step.id.at.group
        if id_ not in empty:
            empty[id_] = _is_empty(libraries[id_], found.get(id_))
        if not empty[id_] and step.lister != group:
            continue
        for need in libraries[id_].needs:
            further = _Step(need.id, step.member, step.lister or group)
            if need.compiling and need.id in libraries and further not in seen:
                seen.add(further)
                gained.setdefault(need.id, {})[step.member] = None
                queue.append(further)
    return Standing(
        gained={id_: tuple(members) for id_, members in gained.items()},
        empty=sum(1 for id_ in empty if empty[id_] and libraries[id_].members),
    )


def _speaks(name: str) -> bool:
    return name.endswith(CLASSES) and not name.startswith(ABOUT_IT) and not name.endswith("/package-info.class")


def _is_empty(library: Library, files: Files | None) -> bool:
    """Whether a library holds nothing to call: it has no archive by its kind, or one without a class."""
    if not library.extensions:
        return True
    if files is None:
        return False
    try:
        with open_tree(files) as tree:
            return not any(_speaks(name) for name in tree.names())
    except ParedownError:
        return False
