"""What a source file says of one declaration, in the terms that join it with a class file's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from paredown.harvest.jvm.declared import Place
from paredown.model import Deprecation, Kind, Language, Prose

ARRAYS: Final = re.compile(r"(?:\[\]|\.\.\.)+\Z")
FUNCTION: Final = "->"


class Sort(Enum):
    """What a name stands for: types, what is called, and values have names apart."""

    TYPE = "type"
    CALL = "call"
    VALUE = "value"


class Written(NamedTuple):
    """One declaration of a source file.

    `owner` is the internal name of the class around it or, for a Kotlin declaration outside of every class, its package
    with a slash at the end; `name` is empty for a class, and `<init>` for a constructor. `types` are those of its
    parameters, erased, a receiver's first; `names` are theirs, without the receiver's. `at` is its place among all of
    one library's sources. `reachable` says whether a caller can name it by the words of its source alone. `holder` is
    the class that the compiler puts it into where that is another than `owner`, and `marks` are the annotations, with
    the string in them, that say what the virtual machine calls it.
    """

    owner: str
    sort: Sort
    name: str
    types: tuple[str, ...]
    names: tuple[str, ...]
    at: int
    prose: Prose
    reachable: bool
    kind: Kind
    parts: tuple[str, ...]
    imported: str
    signature: str
    deprecation: Deprecation = Deprecation.NONE
    literals: tuple[str, ...] = ()
    holder: str = ""
    marks: tuple[str, ...] = ()


Slot = tuple[Sort, str, int]
"""What one declaration overrides another by: its sort, its name, and how many things it takes."""


class Shape(NamedTuple):
    """One class as its heirs see it: what it inherits from, and how visible each member that overrides nothing is.

    `delegated` are the supertypes that another object does the work of, whole by their own name; `final` says that it
    has no heirs outside.
    """

    internal: str
    above: tuple[str, ...]
    delegated: dict[str, str]
    final: bool
    seen: dict[Slot, str]


class Read(NamedTuple):
    """One source file: what it declares, in its order, and how many places outside of bodies did not parse.

    `shapes` are its classes as heirs see them, where they were asked for.
    """

    language: Language
    written: list[Written]
    errors: int
    shapes: Sequence[Shape] = ()


class Around(NamedTuple):
    """The class around a declaration: where it stands, its internal name, and how a caller reaches it.

    `final` says that nothing outside can inherit from it, so that what is protected in it is closed.
    """

    place: Place
    internal: str
    reachable: bool
    final: bool
    deprecation: Deprecation

    def inside(self, name: str) -> tuple[Place, str]:
        """Return the place and the internal name of the class `name` in it."""
        place = Place(self.place.package, (*self.place.names, name))
        return place, f"{self.internal}${name}" if self.place.names else f"{self.internal}{name}"


def package_around(package: str) -> Around:
    """Return what is around the declarations of a package, whose internal name ends in a slash."""
    internal = package.replace(".", "/") + "/" if package else ""
    return Around(Place(package, ()), internal, True, False, Deprecation.NONE)


def erased(types: Sequence[str]) -> tuple[str, ...]:
    """Return types as class files and sources agree on them: the last name of each, and whether it is an array."""
    return tuple([text if text.isalnum() else _erased(text) for text in types])


@lru_cache(maxsize=16384)
def _erased(text: str) -> str:
    if FUNCTION in text:
        return FUNCTION
    bare = text.rstrip("?! ")
    arrays = ARRAYS.search(bare)
    if arrays:
        bare = bare[: arrays.start()]
    bare = bare.removesuffix(" & Any").partition("<")[0].rstrip("?! ").rpartition(".")[2].strip("` ")
    return bare + "[]" * len(re.findall(r"\[\]|\.\.\.", arrays[0])) if arrays else bare
