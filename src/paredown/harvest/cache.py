"""An artifact's digest -> its harvest, kept from the last time it was read.

The key covers the files (digest), the name they are imported by and the harvesters' versions. A harvest that
followed a re-export into another artifact also depends on that one: it recorded each question it asked, and a
kept harvest only counts when the graph still gives the same answers.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from paredown.harvest.packed import Harvested, Looked, Packed, load_surface, looked_at, unpack
from paredown.model import Artifact

FORMAT = "1"


class Cache:
    """A folder of kept harvests; a broken or foreign file in it is the same as none."""

    def __init__(self, folder: Path, same: Callable[[Looked], bool]) -> None:
        """Keep harvests in `folder`; `same` says whether the graph still answers a question as it did."""
        self._folder = folder
        self._same = same
        self.unwritable = False

    def get(self, artifact: Artifact, versions: str) -> Harvested | None:
        """Return the kept harvest of `artifact`, or None."""
        path = self._path(artifact, versions)
        try:
            surface = path.read_bytes()
            if not all(self._same(looked) for looked in looked_at(load_surface(surface))):
                return None
            return unpack(artifact, Packed(surface, path.with_suffix(".prose").read_bytes()))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def put(self, artifact: Artifact, versions: str, packed: Packed) -> None:
        """Keep `packed`; a folder that cannot be written is remembered in `unwritable`, not raised."""
        path = self._path(artifact, versions)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # The prose first: a surface that is there has its prose beside it.
            write_whole(path.with_suffix(".prose"), packed.prose)
            write_whole(path, packed.surface)
        except OSError:
            self.unwritable = True

    def _path(self, artifact: Artifact, versions: str) -> Path:
        key = hashlib.sha256("\0".join((FORMAT, artifact.digest, artifact.name, versions)).encode()).hexdigest()
        return self._folder / key[:2] / f"{key}.surface"


def write_whole(path: Path, content: bytes) -> None:
    """Write `content` to `path` at once: another reader sees the old file or the new one."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
