"""A command of a detector's own environment -> what it answered, run without network, home or inherited settings.

A detector is a stranger's program that reads hostile files. Where the system permits it runs in a network namespace of
its own (`unshare`), with no interface but a loopback that is down; elsewhere every proxy setting points at a port where
nobody listens, which stops clients that heed them and no others. `confinement` says which, and results record it.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

TIMEOUT = 900.0
"""Seconds for one call."""
NAMESPACE = ("unshare", "--user", "--map-root-user", "--net", "--")
DEAD = "http://127.0.0.1:9"
"""The discard port: a client that heeds proxies finds no one."""
PATH = "/usr/local/bin:/usr/bin:/bin"


class Ran(NamedTuple):
    """What a command did: its exit code (None when it gave none), both outputs, and our words for what went wrong."""

    code: int | None
    out: str
    err: str
    why: str = ""


@cache
def confinement() -> str:
    """Return how far the network is taken away here: `namespace` or `proxies`."""
    if shutil.which(NAMESPACE[0]) is None:
        return "proxies"
    return "namespace" if _run([*NAMESPACE, "true"], Path("/"), {"PATH": PATH}, 10.0).code == 0 else "proxies"


def run(command: Sequence[str], cwd: Path, timeout: float = TIMEOUT) -> Ran:
    """Run `command` in `cwd` without network, with an empty home of its own; nothing raises."""
    with tempfile.TemporaryDirectory(prefix="paredown-home-") as home:
        environment = {
            "HOME": home,
            "TMPDIR": home,
            "PATH": f"{Path(command[0]).parent}:{PATH}",
            "LANG": "C.UTF-8",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONUTF8": "1",
            "NO_COLOR": "1",
            "DO_NOT_TRACK": "1",
            "HF_HUB_OFFLINE": "1",
            **{name: DEAD for low in ("http_proxy", "https_proxy", "all_proxy") for name in (low, low.upper())},
        }
        prefix = NAMESPACE if confinement() == "namespace" else ()
        return _run([*prefix, *command], cwd, environment, timeout)


def install(command: Sequence[str], cwd: Path, timeout: float = TIMEOUT) -> Ran:
    """Run a package client with the settings of whoever asks: it alone may reach the network."""
    return _run(command, cwd, None, timeout)


def _run(command: Sequence[str], cwd: Path, environment: dict[str, str] | None, timeout: float) -> Ran:
    try:
        done = subprocess.run(  # noqa: S603 - a pinned program with arguments of ours, never through a shell
            command,
            cwd=cwd,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Ran(None, "", "", f"no answer in {timeout:.0f} s")
    except OSError as error:
        return Ran(None, "", "", f"does not start: {error.strerror}")
    return Ran(done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"))
