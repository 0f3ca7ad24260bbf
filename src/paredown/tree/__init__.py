"""A folder, a zip or a tarball -> one read-only tree of bounded files.

Every byte of a dependency that paredown looks at comes through `open_tree`, so the bounds hold once, here: no
path leaves the root, no link is followed out of it, no file is larger than `MAX_FILE`, no archive unpacks to
more than its bounds.
"""

from __future__ import annotations

from paredown.errors import UnsafeArchive
from paredown.model import Files, Form
from paredown.tree.archive import Tarball, Wheel
from paredown.tree.bounds import MAX_FILE, Refused, Tree
from paredown.tree.folder import Folder

__all__ = ["MAX_FILE", "Refused", "Tree", "open_tree"]


def open_tree(files: Files) -> Tree:
    """Return the tree at `files`; use it as a context manager.

    Raises `UnsafeArchive` when it is missing, truncated, or breaks the bounds.
    """
    try:
        if files.form is Form.FOLDER:
            return Folder(files)
        return Wheel(files) if files.form is Form.ZIP else Tarball(files)
    except OSError as error:
        raise UnsafeArchive(files.root, error.strerror or "cannot be opened") from error
