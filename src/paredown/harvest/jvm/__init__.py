"""A jar of class files -> the entries that a Java or Kotlin caller can reach; of sources, where there is no class.

Class files decide what is there: `membership` has the rules. A class that carries Kotlin's metadata is told in
Kotlin, any other in Java. Names, visibility, nullability, receivers, defaults and type parameters come from the
metadata; generic signatures and thrown exceptions from the attributes. What only sources hold (doc comments, the
names of most Java parameters, the order) is added where they came with the classes; alone they tell what they can.
"""

from __future__ import annotations

from collections.abc import Iterator

from paredown.harvest.jvm.archives import holds_classes
from paredown.harvest.jvm.declared import Declared, Key
from paredown.harvest.jvm.membership import Reached
from paredown.harvest.jvm.reading import declared, members
from paredown.harvest.jvm.sources.alone import holds_sources
from paredown.harvest.package import Package
from paredown.model import Entry, Unread

__all__ = ["VERSION", "Declared", "Key", "Reached", "declared", "describes", "harvest", "members"]

VERSION = "2"


def describes(package: Package) -> bool:
    """Whether the package holds class files, is an Android library, which keeps them in a jar, or holds sources."""
    return holds_classes(package.tree) or holds_sources(package.tree)


def harvest(package: Package) -> Iterator[Entry | Unread]:
    """Yield the public declarations of the package, and what of it could not be read."""
    for found in declared(package):
        yield found if isinstance(found, Unread) else found.entry
