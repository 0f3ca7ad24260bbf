"""One artifact -> its harvest, in a process of its own that may crash or hang without taking others along."""

from __future__ import annotations

import gc
import resource
from collections.abc import Iterable
from contextlib import suppress
from multiprocessing.connection import Connection

from paredown.errors import ParedownError
from paredown.harvest.language import speaker
from paredown.harvest.neighbours import Neighbours
from paredown.harvest.packed import Harvested, Packed, pack
from paredown.model import Artifact, Ecosystem, Entry, Unread

MEMORY = 4 * 1024**3
"""Bytes of address space of one worker: a file that makes a parser swell fails alone."""
UNSPOKEN = {
    Ecosystem.NPM: "declares nothing itself; its @types package describes it",
    Ecosystem.MAVEN: "holds no class files; what it brings along declares the API",
}
"""Why no language speaks for an artifact, by ecosystem."""
NOTHING_PUBLIC = "nothing public was found in it"


def work(channel: Connection, artifacts: tuple[Artifact, ...]) -> None:
    """Answer every purl that comes over `channel` with a packed harvest, until None comes."""
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    # Parsing makes a million small objects and no cycles: collecting while it runs is a tenth of the time.
    gc.disable()
    by_purl = {artifact.purl: artifact for artifact in artifacts}
    neighbours = Neighbours(artifacts)
    with suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        while (purl := channel.recv()) is not None:
            channel.send(packed_harvest(by_purl[purl], neighbours))
            gc.collect(0)


def packed_harvest(artifact: Artifact, neighbours: Neighbours) -> Packed:
    """Return the packed harvest of `artifact`; whatever goes wrong inside becomes an `Unread` of it."""
    neighbours.begin()
    entries: list[Entry] = []
    unread: list[Unread] = []
    silent = ""
    try:
        package = neighbours.package(artifact)
        # A folder knows what it refuses only once it has been listed.
        package.tree.names()
        unread += [package.unread(refused.path, refused.why) for refused in package.tree.refused]
        harvester = speaker(package)
        if harvester is None:
            silent = UNSPOKEN.get(artifact.ecosystem, NOTHING_PUBLIC)
        else:
            sort(harvester.harvest(package), entries, unread)
            silent = "" if entries or unread else NOTHING_PUBLIC
    except ParedownError as error:
        unread.append(Unread(artifact=artifact.purl, path="", why=error.reason))
    except MemoryError:
        entries.clear()
        unread.append(Unread(artifact=artifact.purl, path="", why="needs more memory than a reader may take"))
    except Exception as error:  # a fault of ours costs one artifact, and is said
        why = f"the reader failed on it ({type(error).__name__}); please report it"
        unread.append(Unread(artifact=artifact.purl, path="", why=why))
    return pack(Harvested(artifact, tuple(entries), tuple(unread), neighbours.looked, silent))


def sort(yielded: Iterable[Entry | Unread], entries: list[Entry], unread: list[Unread]) -> None:
    """Append what a harvester yields to `entries` or to `unread`."""
    for item in yielded:
        if isinstance(item, Entry):
            entries.append(item)
        else:
            unread.append(item)
