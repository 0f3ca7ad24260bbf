"""Readers that fail in the ways a parser of hostile files can fail."""

from __future__ import annotations

import os
import time
from multiprocessing.connection import Connection

from made import entry

from paredown.harvest.packed import Harvested, pack
from paredown.model import Artifact


def unruly(channel: Connection, artifacts: tuple[Artifact, ...]) -> None:
    """Die on an artifact named `dies`, never end on one named `hangs`, read every other."""
    known = {artifact.purl: artifact for artifact in artifacts}
    while (purl := channel.recv()) is not None:
        artifact = known[purl]
        if artifact.name == "dies":
            os._exit(139)
        if artifact.name == "hangs":
            time.sleep(600)
        channel.send(pack(Harvested(artifact, (entry(artifact.name, "f", of=artifact),), (), (), "")))


def busy() -> None:
    """Want a processor, and never come to an end."""
    while True:
        pass
