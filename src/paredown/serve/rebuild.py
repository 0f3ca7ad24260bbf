"""An index that is no longer current -> a process that writes the next one, and the sentence that says so.

An answer is never silently stale: it is made from the index that is there, and says what is being done about it. The
process is `paredown index`; it swaps the new file in, and the next call opens that.
"""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from paredown.errors import ParedownError

STALE = "stale: the lock file changed since this index; "
REBUILDING = "it is being rebuilt, ask again soon"
BUSY = "another process rebuilds it, ask again soon"
FAILED = "rebuilding it failed; run paredown index to see why"
UNCHANGED = "a rebuild left it so; run paredown index to see why"
BUSY_CODE = 75
"""What the process exits with when another one is at it."""
FIRST_PAUSE, LAST_PAUSE = 5.0, 300.0
"""Seconds between two rebuilds that did not help, doubled from the one to the other."""


class Run(NamedTuple):
    """How the process is started; `anew` is added where it must not trust what the last run left."""

    command: Sequence[str]
    folder: Path
    environment: Mapping[str, str]
    anew: Sequence[str] = ()


class Rebuild:
    """One process at a time that rebuilds an index, for any number of threads.

    `stale()` says whether the index is no longer that of the project. A failure waits before it is tried again.
    """

    def __init__(self, stale: Callable[[], bool], run: Run, clock: Callable[[], float] = monotonic) -> None:
        self._stale = stale
        self._run = run
        self._clock = clock
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._said = ""
        self._not_before = 0.0
        self._pause = FIRST_PAUSE

    def notice(self, broken: bool) -> str:
        """Return what an answer must say of the index, empty when it is current; start a rebuild when it is not.

        `broken` says that there is no index, or none that can be read: then its age does not matter.
        """
        with self._lock:
            ended = self._ended()
            if not broken and not self._is_stale():
                self._said, self._not_before, self._pause = "", 0.0, FIRST_PAUSE
                return ""
            return ("" if broken else STALE) + self._about(ended, broken)

    def close(self) -> None:
        """Let the process go on alone: it leaves the old index or the new one, and nothing between."""
        with self._lock:
            if self._process and self._process.poll() is None:
                # Told as ended, since nobody is left to ask: init takes it over.
                self._process.returncode = 0
            self._process = None

    def _about(self, ended: int | None, broken: bool) -> str:
        if self._process:
            return REBUILDING
        if ended is not None:
            self._wait(ended)
        if self._clock() < self._not_before:
            return self._said
        return self._start(broken)

    def _is_stale(self) -> bool:
        with suppress(ParedownError, OSError):
            return self._stale()
        # A lock file or a record that cannot be read now is not the one that was indexed.
        return True

    def _ended(self) -> int | None:
        """Return the exit code of a process that has ended since the last look."""
        code = self._process.poll() if self._process else None
        if code is not None:
            self._process = None
        return code

    def _wait(self, code: int) -> None:
        self._said = {0: UNCHANGED, BUSY_CODE: BUSY}.get(code, FAILED)
        self._not_before = self._clock() + (FIRST_PAUSE if code == BUSY_CODE else self._pause)
        self._pause = self._pause if code == BUSY_CODE else min(2 * self._pause, LAST_PAUSE)

    def _start(self, broken: bool) -> str:
        command = [*self._run.command, *(self._run.anew if broken else ())]
        nothing = subprocess.DEVNULL
        try:
            # Its errors go where the server's own lines for a person go; its output would break the protocol.
            self._process = subprocess.Popen(  # noqa: S603 - this interpreter, and paredown
                command,
                cwd=self._run.folder,
                env=dict(self._run.environment),
                stdin=nothing,
                stdout=nothing,
            )
        except OSError:
            self._wait(1)
            return self._said
        return REBUILDING
