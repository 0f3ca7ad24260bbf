"""A package -> the trees of class files in it: a jar is one, an Android library holds its own as jars."""

from __future__ import annotations

import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Final, NamedTuple

from paredown.errors import ParedownError, UnreadableFile
from paredown.harvest.package import Package
from paredown.model import Files, Form, Unread
from paredown.tree import Tree, open_tree

SUFFIX: Final = ".class"
ANDROID: Final = "classes.jar"
ANDROID_LIBRARIES: Final = "libs/"
MAX_NESTED: Final = 256 * 1024 * 1024
"""Bytes of a jar within an Android library; what it unpacks to is bounded as for every archive."""
CHUNK: Final = 1 << 20


class Classes(NamedTuple):
    """A tree of class files; `within` stands before its paths, empty for the package's own tree."""

    tree: Tree
    within: str


def holds_classes(tree: Tree) -> bool:
    """Whether there are class files in `tree`, or jars that an Android library keeps them in."""
    return tree.has(ANDROID) or any(name.endswith(SUFFIX) for name in tree.names())


def jars_in(package: Package) -> Sequence[str]:
    """Return the jars that an Android library holds; none for a jar, whose own jars no compiler looks into."""
    if not package.tree.has(ANDROID):
        return ()
    libraries = [name for name in package.tree.names() if name.startswith(ANDROID_LIBRARIES) and name.endswith(".jar")]
    return (ANDROID, *libraries)


def class_trees(package: Package) -> Iterator[Classes | Unread]:
    """Yield the trees of `package`, each open until the next is asked for."""
    yield Classes(package.tree, "")
    for name in jars_in(package):
        with ExitStack() as stack:
            try:
                tree = stack.enter_context(_opened(package, name))
            except ParedownError as error:
                yield package.unread(name, error.reason)
                continue
            for refused in tree.refused:
                yield package.unread(f"{name}/{refused.path}", refused.why)
            yield Classes(tree, f"{name}/")


@contextmanager
def _opened(package: Package, name: str) -> Iterator[Tree]:
    """Open the jar `name` of an Android library, under the bounds of every archive; raises `ParedownError`."""
    with tempfile.NamedTemporaryFile(prefix="paredown-", suffix=".jar") as file:
        try:
            file.write(package.tree.read(name))
        except UnreadableFile:
            # A file that harvesters read is at most `MAX_FILE` long; a jar that holds such files may be longer.
            if package.artifact.files.form is not Form.ZIP:
                raise
            _copy(package.artifact.files.root, name, file)
        file.flush()
        with open_tree(Files(root=Path(file.name), form=Form.ZIP)) as tree:
            yield tree


def _copy(archive: Path, name: str, target: IO[bytes]) -> None:
    try:
        with zipfile.ZipFile(archive) as opened, opened.open(name) as source:
            size = 0
            while chunk := source.read(CHUNK):
                size += len(chunk)
                if size > MAX_NESTED:
                    raise UnreadableFile(
                        name, f"more than the {MAX_NESTED:,} bytes that are read of a jar in a package"
                    )
                target.write(chunk)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError, KeyError) as error:
        raise UnreadableFile(name, "is corrupt, encrypted or packed in an unknown way") from error
