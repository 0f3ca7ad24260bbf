"""A tree of source files -> what each says, found by the class that a declaration is in, its name and its types."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from paredown.errors import ParedownError, UnreadableFile
from paredown.harvest.jvm.sources.written import Read, Sort, Written, erased
from paredown.harvest.package import Package
from paredown.model import Unread
from paredown.tree import Tree, open_tree

JAVA, KOTLIN = ".java", ".kt"
UNDECLARING: Final = ("package-info.java", "module-info.java")
WITHIN: Final = "sources/"
"""What stands before the paths of an archive of sources, to tell them from those of the classes."""
SLOW: Final = "takes a parser longer than any real source"
ERRORS: Final = "parsed with {count:,} errors; some of what it says may be missing"
NOT_TEXT: Final = "is not UTF-8"
MISSED: Final = (
    "{count:,} declarations are in no source file that came with them; they are told as the classes have them"
)
SPREAD: Final = 1 << 32
"""What one file's places are apart from the next one's: more than a file has bytes."""


class Sources:
    """What the source files of one library say, to add to what its class files do."""

    def __init__(self) -> None:
        self.missed = 0
        self._found: dict[tuple[str, Sort, str], list[Written]] = {}

    def __bool__(self) -> bool:
        return bool(self._found)

    def add(self, written: Sequence[Written]) -> None:
        """Take what one file says."""
        for one in written:
            self._found.setdefault((one.owner, one.sort, one.name), []).append(one)

    def find(self, owner: str, sort: Sort, name: str, types: Sequence[str] = ()) -> Written | None:
        """Return what was written of a declaration, or None where no source has it, or several that look alike.

        Several that are alike in everything are the halves of a multi-platform declaration: the documented one counts.
        """
        found = self._found.get((owner, sort, name))
        if found is None:
            self.missed += 1
            return None
        wanted = erased(types)
        alike = [one for one in found if one.types == wanted]
        if not alike:
            alike = [one for one in found if len(one.types) == len(wanted)]
            if len(alike) != 1:
                self.missed += 1
                return None
        return next((one for one in alike if one.prose), alike[0])


NO_SOURCES: Final = Sources()


def sources_of(package: Package) -> Iterator[Sources | Unread]:
    """Yield what could not be read of the sources beside a package's classes, and at last what they say."""
    files = package.artifact.sources
    found = Sources()
    if files is not None:
        try:
            with open_tree(files) as tree:
                for refused in tree.refused:
                    yield package.unread(WITHIN + refused.path, refused.why)
                for read in read_all(package, tree, WITHIN):
                    if isinstance(read, Unread):
                        yield read
                    else:
                        found.add(read.written)
        except ParedownError as error:
            yield package.unread(WITHIN, error.reason)
    yield found


def read_all(
    package: Package,
    tree: Tree,
    within: str = "",
    *,
    kotlin: tuple[int, ...] = (),
    without: re.Pattern[str] | None = None,
    whole: bool = False,
) -> Iterator[Read | Unread]:
    """Yield what each source file of `tree` declares, or why it could not be read.

    `within` stands before the paths that are said, files whose path begins with `without` are left out, and `kotlin` is
    the version that callers use. `whole` asks for all that sources tell alone: signatures, and what classes hand down.
    """
    readers: dict[str, Callable[[bytes, str, int], Read | None]] = {}
    names = [name for name in tree.names() if name.endswith((JAVA, KOTLIN)) and not name.endswith(UNDECLARING)]
    if without is not None:
        names = [name for name in names if not without.match(name)]
    for number, name in enumerate(names):
        suffix = JAVA if name.endswith(JAVA) else KOTLIN
        if suffix not in readers:
            readers[suffix] = _reader(suffix, kotlin, whole)
        try:
            source = tree.read(name)
            source.decode()
        except UnreadableFile as error:
            yield package.unread(within + name, error.reason)
            continue
        except UnicodeDecodeError:
            yield package.unread(within + name, NOT_TEXT)
            continue
        read = readers[suffix](source, name, number * SPREAD)
        if read is None:
            yield package.unread(within + name, SLOW)
            continue
        if read.errors:
            yield package.unread(within + name, ERRORS.format(count=read.errors))
        yield read


def _reader(suffix: str, kotlin: tuple[int, ...], whole: bool) -> Callable[[bytes, str, int], Read | None]:
    """Return the reader of a language: a grammar is only loaded where there is a file of it."""
    if suffix == JAVA:
        from tree_sitter import Parser

        from paredown.harvest.jvm.sources.java.grammar import LANGUAGE
        from paredown.harvest.jvm.sources.java.read import read_java

        parser = Parser(LANGUAGE)
        return lambda source, _name, first: read_java(source, parser, first, whole=whole)
    from paredown.harvest.jvm.sources.kotlin.read import read_kotlin

    return lambda source, name, first: read_kotlin(source, name, first, kotlin, whole=whole)
