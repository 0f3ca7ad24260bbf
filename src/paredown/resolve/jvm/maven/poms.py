"""Coordinates -> the POM that lies there: read once, and what cannot be read told once."""

from __future__ import annotations

from paredown.resolve.jvm.coordinates import Coordinates
from paredown.resolve.jvm.document import BadDocument
from paredown.resolve.jvm.maven.pom import Pom, read_pom
from paredown.resolve.jvm.stores import Stores


class Poms:
    """The POMs of the stores. `bad` says of each that cannot be read why not."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores
        self._read: dict[Coordinates, Pom] = {}
        self.bad: dict[Coordinates, str] = {}

    def get(self, at: Coordinates) -> Pom | None:
        """Return the POM, None when no store has one that can be read."""
        held = self._read.get(at)
        if held is not None or at in self.bad:
            return held
        name = at.file("pom")
        content = self._stores.read(at, name)
        if content is None:
            if self._stores.has(at, name):
                self.bad[at] = "is larger than what is read of a POM, or no regular file"
            return None
        try:
            self._read[at] = pom = read_pom(content)
        except BadDocument as error:
            self.bad[at] = error.reason
            return None
        return pom
