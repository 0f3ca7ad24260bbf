"""Many artifacts -> their harvests, one worker process a core, each artifact alone at risk.

`concurrent.futures` loses every pending task when one worker dies; here a worker that crashes or hangs costs the
artifact that it was reading, which is reported, and is replaced.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import monotonic
from typing import NamedTuple, cast

from paredown.harvest.packed import Harvested, Packed, pack
from paredown.harvest.worker import work
from paredown.model import Artifact, Unread

Reader = Callable[[Connection, tuple[Artifact, ...]], None]
"""What a worker runs: for every purl that comes over the channel it sends a packed harvest, until None comes."""
PATIENCE = 180.0
"""Seconds for one artifact: far beyond any real library, so that only a hang meets it."""
LENIENCE = 5
"""How many times its patience a reader may take on a machine that hardly lets it run."""


@dataclass(slots=True)
class Worker:
    """One process, its channel, and what it is reading now."""

    process: BaseProcess
    channel: Connection
    artifact: Artifact | None = None
    deadline: float = 0.0
    last: float = 0.0
    spent: float = 0.0

    def give(self, artifact: Artifact, patience: float) -> None:
        """Start reading `artifact`."""
        self.artifact = artifact
        self.deadline = monotonic() + patience
        self.last = monotonic() + LENIENCE * patience
        self.spent = processor_time(self.process.pid).seconds
        self.channel.send(artifact.purl)

    def overdue(self, patience: float) -> bool:
        """Whether it has had its time: that of a processor while it wants one, else that of the clock."""
        now = monotonic()
        if self.artifact is None or now < self.deadline:
            return False
        had = processor_time(self.process.pid)
        left = patience - (had.seconds - self.spent)
        if not had.wanted or left <= 0 or now >= self.last:
            return True
        self.deadline = min(now + left, self.last)
        return False

    def stop(self) -> None:
        """End the process now; it holds nothing that must be saved."""
        self.channel.close()
        self.process.kill()
        self.process.join()


@dataclass(frozen=True, slots=True)
class Read:
    """One artifact's packed harvest; `lost` when its reader was, so that another try may go otherwise."""

    artifact: Artifact
    packed: Packed
    lost: bool = False


def harvest_in_pool(
    artifacts: Sequence[Artifact],
    graph: tuple[Artifact, ...],
    jobs: int,
    patience: float = PATIENCE,
    reader: Reader = work,
) -> Iterator[Read]:
    """Yield the packed harvest of each of `artifacts`, as they are ready; `graph` is what they may import.

    `reader` is what a worker process runs.
    """
    start = partial(_start, _context(), graph, reader)
    queue = sorted(artifacts, key=_weight)
    workers = [start() for _ in range(min(jobs, len(queue)))]
    try:
        while queue or any(worker.artifact for worker in workers):
            for worker in workers:
                if worker.artifact is None and queue:
                    worker.give(queue.pop(), patience)
            yield from _finished(workers, start, patience)
    finally:
        for worker in workers:
            worker.stop()


def _finished(workers: list[Worker], start: Callable[[], Worker], patience: float) -> Iterator[Read]:
    busy = {worker.channel: worker for worker in workers if worker.artifact}
    nearest = min(worker.deadline for worker in busy.values())
    ready = wait(list(busy), timeout=max(0.0, nearest - monotonic()))
    for channel in ready:
        worker = busy[cast(Connection, channel)]
        artifact = worker.artifact
        assert artifact is not None
        try:
            read = Read(artifact, worker.channel.recv())
            worker.artifact = None
        except (EOFError, OSError):
            read = Read(artifact, lost(artifact, "the reader crashed on it"), lost=True)
            _replace(workers, worker, start)
        yield read
    for worker in busy.values():
        if worker.channel not in ready and worker.overdue(patience):
            artifact = worker.artifact
            assert artifact is not None
            _replace(workers, worker, start)
            yield Read(artifact, lost(artifact, "reading it took longer than a reader may"), lost=True)


class Had(NamedTuple):
    """The seconds of processor that a process has had, and whether it is running or waiting for more."""

    seconds: float
    wanted: bool


def processor_time(pid: int | None) -> Had:
    """Return what the process `pid` has had; nothing, and nothing wanted, where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
        return Had((int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), fields[0] in (b"R", b"D"))
    except (OSError, ValueError, IndexError):
        return Had(0.0, wanted=False)


def lost(artifact: Artifact, why: str) -> Packed:
    """Return the packed harvest of an artifact that gave nothing but a reason."""
    unread = Unread(artifact=artifact.purl, path="", why=why)
    return pack(Harvested(artifact, (), (unread,), (), ""))


def _replace(workers: list[Worker], worker: Worker, start: Callable[[], Worker]) -> None:
    worker.stop()
    workers[workers.index(worker)] = start()


def _start(context: BaseContext, graph: tuple[Artifact, ...], reader: Reader) -> Worker:
    ours, theirs = context.Pipe()
    process = context.Process(target=reader, args=(theirs, graph), daemon=True)  # type: ignore[attr-defined]
    process.start()
    theirs.close()
    return Worker(process, ours)


def _context() -> BaseContext:
    methods = multiprocessing.get_all_start_methods()
    return multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")


def _weight(artifact: Artifact) -> tuple[int, str]:
    """Order by expected work, largest last: it is taken from the end, so the big ones start first."""
    files = artifact.files
    try:
        size = len(files.names) * 8192 or files.root.stat().st_size
    except OSError:
        size = 0
    return size, artifact.purl
