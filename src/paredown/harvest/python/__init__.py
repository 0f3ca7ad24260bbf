"""A Python distribution -> the declarations that its callers can import.

Which names are public is settled first, over all modules together: `__all__`, re-exports, star imports, lazy
modules and stubs say more about that than underscores do. Then each declaration is shown once, under the shortest
public module that offers it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from paredown.harvest.package import Package
from paredown.harvest.python.exported import Exported
from paredown.harvest.python.layout import top_level
from paredown.harvest.python.library import Library
from paredown.harvest.python.render import Renderer
from paredown.harvest.python.resolve import Resolver
from paredown.harvest.python.surface import Surface
from paredown.model import Entry, Unread

__all__ = ["VERSION", "describes", "harvest", "top_level"]

VERSION = f"2/{sys.version_info.major}.{sys.version_info.minor}/{sys.platform}"
"""Changes with the rules and with the interpreter, on which conditional definitions depend."""


def describes(_package: Package) -> bool:
    """Whether Python is where the package's surface is written: of a PyPI distribution it always is."""
    return True


def harvest(package: Package) -> Iterator[Entry | Unread]:
    """Yield the public declarations of `package`, each once, then what of it could not be read."""
    library = Library(package, {})
    exported = Exported()
    surface = Surface(library, exported, Resolver(exported))
    surface.gather()
    yield from Renderer(surface, package.artifact).entries()
    yield from library.unread.values()
