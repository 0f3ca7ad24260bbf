"""One artifact's harvest -> two files of a half-built corpus: the unit of work that a killed build does not lose."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from paredown.errors import CannotWrite
from paredown.harvest.cache import write_whole
from paredown.harvest.language import versions
from paredown.harvest.packed import Harvested, Packed, unpack
from paredown.model import Artifact, Ecosystem

FORMAT = "1"
SMALL = 4096
"""Bytes of a unit that may hold a reason and nothing else."""


class Units:
    """The units of one build, in the folder of its corpus."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "units"

    def has(self, artifact: Artifact) -> bool:
        """Whether the unit of `artifact` is whole: its surface is written last."""
        return self._path(artifact).is_file()

    def gave_nothing(self, artifact: Artifact) -> bool:
        """Whether the unit of `artifact` holds no more than why the whole of it could not be read."""
        if self._path(artifact).stat().st_size > SMALL:
            return False
        held = self.get(artifact)
        return not held.entries and any(not gap.path for gap in held.unread)

    def put(self, artifact: Artifact, packed: Packed) -> None:
        """Keep one harvest, whole or not at all; raises `CannotWrite`."""
        path = self._path(artifact)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path.with_suffix(".prose"), packed.prose)
            write_whole(path, packed.surface)
        except OSError as error:
            raise CannotWrite(path, error.strerror or "cannot be written") from error

    def get(self, artifact: Artifact) -> Harvested:
        """Return the harvest of `artifact`; raises `OSError`, `ValueError`, `KeyError` or `TypeError`."""
        path = self._path(artifact)
        return unpack(artifact, Packed(path.read_bytes(), path.with_suffix(".prose").read_bytes()))

    def _path(self, artifact: Artifact) -> Path:
        told = (FORMAT, artifact.purl, artifact.digest, harvesters(artifact.ecosystem))
        key = hashlib.sha256("\0".join(told).encode()).hexdigest()[:40]
        return self._folder / key[:2] / f"{key}.surface"


@lru_cache(maxsize=8)
def harvesters(ecosystem: Ecosystem) -> str:
    """Return the versions of what reads the artifacts of `ecosystem`."""
    return versions(ecosystem)
