"""A detector's pins -> an environment of its own, made once by the ordinary client, from wheels whose hashes are known.

`pins/NAME.txt` names every distribution with its version and hashes. The folder's name carries a digest of the pins, so
a changed pin is another environment and no result of the old one is taken for one of the new.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
import sysconfig
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from paredown.errors import CannotWrite, UnreadableFile
from paredown.lab.detect.isolated import install
from paredown.names import plain

DONE = "complete"
"""A file that is written last: a folder without it was left half made."""


class Pinned(NamedTuple):
    """What a detector's environment holds: its pins, and the oldest Python that runs it."""

    name: str
    python: tuple[int, int] = (3, 11)
    source: str = ""
    """A commit of a source tree, for a detector that no registry carries: `install` is given the folder."""

    @property
    def pins(self) -> str:
        """The requirement lines, with hashes; raises `UnreadableFile` for a detector without any."""
        resource = files("paredown.lab.detect").joinpath("pins", f"{self.name}.txt")
        if not resource.is_file():
            raise UnreadableFile(self.name, "has no pinned environment: nothing is to be installed for it")
        return resource.read_text("utf-8")

    @property
    def digest(self) -> str:
        """Twelve digits over the pins and the source."""
        return hashlib.sha256(f"{self.pins}\0{self.source}".encode()).hexdigest()[:12]


class Environments(NamedTuple):
    """Where the environments lie: one folder each, below the user's cache."""

    folder: Path

    def of(self, pinned: Pinned) -> Path:
        """Return the folder of one environment, made or not."""
        return self.folder / f"{pinned.name}-{pinned.digest}"

    def program(self, pinned: Pinned, name: str) -> Path | None:
        """Return the program `name` of an environment; None while it is not made."""
        folder = self.of(pinned)
        path = folder / "bin" / name
        return path if (folder / DONE).is_file() and path.is_file() else None

    def make(self, pinned: Pinned, source: Path | None = None, python: Path | None = None) -> Path:
        """Make an environment anew and return its folder.

        `source` is the checked-out tree of a detector that no registry carries, `python` an interpreter for it.
        Raises `CannotWrite`, with the client's last words, when that fails.
        """
        folder = self.of(pinned)
        if pinned.source and source is None:
            raise UnreadableFile(pinned.name, f"is in no registry: give the folder of its sources at {pinned.source}")
        shutil.rmtree(folder, ignore_errors=True)
        self.folder.mkdir(parents=True, exist_ok=True)
        pins = self.folder / f"{pinned.name}.txt"
        pins.write_text(pinned.pins, "utf-8")
        interpreter = str(python or sys.executable)
        pip = [str(folder / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
        self._step(pinned, [interpreter, "-m", "venv", str(folder)])
        self._step(pinned, [*pip, "--require-hashes", "--no-deps", "--only-binary", ":all:", "-r", str(pins)])
        if source:
            self._step(pinned, [*pip, "--no-deps", "--no-build-isolation", str(source.resolve())])
        (folder / DONE).write_text(pinned.digest, "utf-8")
        return folder

    def _step(self, pinned: Pinned, command: Sequence[str]) -> None:
        ran = install(command, self.folder)
        if ran.code != 0:
            lines = [line for line in (ran.why or ran.err).splitlines() if line.strip()]
            last = plain(lines[-1].strip())[:200] if lines else "no reason given"
            raise CannotWrite(self.of(pinned), f"the client did not make the environment of {pinned.name}: {last}")


def beside(name: str) -> Path | None:
    """Return the program `name` of paredown's own environment, where it has one."""
    path = Path(sysconfig.get_path("scripts")) / name
    return path if path.is_file() else None
