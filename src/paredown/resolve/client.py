"""Running an ecosystem's own client, to bring what is missing: bounded, without scripts, with its words made plain."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from paredown.names import plain

TIMEOUT = 900.0
"""Seconds for one call."""
LAST = 240
"""Characters of a client's last words that an `Unread` quotes."""


class Ran(NamedTuple):
    """What a client did: `ok`, what it printed, and its last words made safe to show."""

    ok: bool
    output: str
    words: str


def run(command: Sequence[str], cwd: Path, timeout: float = TIMEOUT) -> Ran:
    """Run `command` in `cwd` with no standard input; a client that is missing or hangs is a value too."""
    program = shutil.which(command[0])
    if program is None:
        return Ran(False, "", f"{command[0]} is not installed")
    try:
        done = subprocess.run(  # noqa: S603 - a client by name with arguments of ours, never through a shell
            [program, *command[1:]],
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Ran(False, "", f"{command[0]} gave no answer in {timeout:.0f} s")
    except OSError as error:
        return Ran(False, "", f"{command[0]}: {error.strerror}")
    output = done.stdout.decode("utf-8", "replace")
    return Ran(done.returncode == 0, output, last_words(done.stderr.decode("utf-8", "replace") or output))


def last_words(text: str) -> str:
    """Return the last line that says something, safe to show and short."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return plain(lines[-1])[:LAST] if lines else "no reason given"
