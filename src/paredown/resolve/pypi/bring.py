"""Locked packages that are not at hand -> their wheels, brought by pip into the archive folder.

pip only downloads: binary wheels, one exact version each, no dependencies, no builds. Where the lock has hashes
pip is made to require them, and the files are checked once more before they are kept. Registries and credentials
come from pip's own configuration; nothing that pip prints is passed on.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from importlib.util import find_spec
from pathlib import Path
from threading import Event

from paredown.errors import CannotWrite
from paredown.resolve.client import run
from paredown.resolve.graph import Progress
from paredown.resolve.pypi.lock import Pinned
from paredown.resolve.pypi.target import Target, running
from paredown.resolve.pypi.wheels import check, named

BATCH = 40
"""Packages that one pip is asked for: its start costs a second, and one failure fails its batch."""
CALLS = 4
"""Calls of pip at a time; most of what one does is wait."""
LOG = 8 * 1024 * 1024
"""Bytes at the end of pip's log in which its reason is looked for."""

NO_WHEEL = "published only as a source archive; bringing it would run its build"
NO_FIT = "published without a wheel for this interpreter and platform; building it would run its code"
OTHER_FILE = "the registry's file is not the one whose hash the lock names"
NO_PIP = "pip is not installed in paredown's environment"
NO_INDEX = "the registry could not be reached"
REASONS = (
    (re.compile(r"DO NOT MATCH THE HASHES"), OTHER_FILE),
    (re.compile(r"No space left|Permission denied|Read-only file system"), "pip could not write the file"),
    (re.compile(r"SSLError|CERTIFICATE_VERIFY"), "pip does not trust the registry's certificate"),
    (re.compile(r"\b(?:401|403) Client Error"), "the registry refused; pip has no credentials for it"),
    (re.compile(r"Could not fetch URL [^\n]*(?:connection error|timed out)"), NO_INDEX),
    (re.compile(r"Max retries exceeded|Read timed out|IncompleteRead|ProtocolError"), "the download broke off"),
)
SKIPPED_WHEEL = re.compile(r"none of the wheel's tags.*?/([^/\s#?]+\.whl)")
SKIPPED_SOURCE = re.compile(r"No sources permitted for")


def bring(wanted: Sequence[Pinned], folder: Path, target: Target, progress: Progress) -> dict[str, str]:
    """Bring the wheels of `wanted` into `folder` and return, by name, why what is missing is missing.

    A batch that fails is halved until the packages at fault stand alone, so one bad package costs no other; only
    a registry that cannot be reached ends it all. Every file appears in `folder` at once and whole. Raises
    `CannotWrite` when `folder` refuses.
    """
    if find_spec("pip") is None:
        return dict.fromkeys((one.name for one in wanted), NO_PIP)
    why: dict[str, str] = {}
    unreachable = Event()
    done = 0

    def call(batch: Sequence[Pinned], *, explain: bool) -> str:
        return NO_INDEX if unreachable.is_set() else _bring_batch(batch, folder, target, explain=explain)

    pool = ThreadPoolExecutor(CALLS)
    try:
        calls = {pool.submit(call, batch, explain=len(batch) == 1): batch for batch in _batches(wanted)}
        while calls:
            for ended in wait(calls, return_when=FIRST_COMPLETED).done:
                batch, reason = calls.pop(ended), ended.result()
                if reason == NO_INDEX:
                    unreachable.set()
                elif reason and len(batch) > 1:
                    middle = len(batch) // 2
                    for half in (batch[:middle], batch[middle:]):
                        calls[pool.submit(call, half, explain=True)] = half
                    continue
                if reason:
                    why |= dict.fromkeys((one.name for one in batch), reason)
                done += len(batch)
                progress("bring pypi", done, len(wanted))
    finally:
        # Whoever interrupts waits for the calls that run, not for those that would follow.
        pool.shutdown(cancel_futures=True)
    return why


def _batches(wanted: Sequence[Pinned]) -> Iterator[Sequence[Pinned]]:
    """Yield parts of `wanted` that one pip can be asked for, even in size."""
    # pip's --require-hashes holds for a whole call, so packages with and without hashes never share one.
    for group in ([one for one in wanted if one.hashes], [one for one in wanted if not one.hashes]):
        size = min(BATCH, max(1, -(-len(group) // CALLS)))
        yield from (group[start : start + size] for start in range(0, len(group), size))


def _bring_batch(batch: Sequence[Pinned], folder: Path, target: Target, *, explain: bool) -> str:
    """Bring `batch` in one call; return why it failed, empty when all of it is in `folder`.

    Only with `explain` is the reason the real one: pip's log costs a third of its time.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # Beside the archives, so that moving a file into place is one step on one file system.
        with tempfile.TemporaryDirectory(prefix=".bring-", dir=folder) as name:
            scratch = Path(name)
            (scratch / "wheels").mkdir()
            (scratch / "wanted.txt").write_text("".join(_line(one) for one in batch), encoding="utf-8")
            ran = run(_command(target, hashed=bool(batch[0].hashes), explain=explain), scratch)
            if not ran.ok:
                return _reason(_log(scratch), batch[0])
            return _keep(scratch / "wheels", {one.name: one for one in batch}, folder)
    except OSError as error:
        raise CannotWrite(folder, error.strerror or "refuses") from error


def _line(one: Pinned) -> str:
    return " ".join([f"{one.name}=={one.version}", *(f"--hash={held}" for held in sorted(one.hashes))]) + "\n"


def _command(target: Target, *, hashed: bool, explain: bool) -> list[str]:
    """Return the pip call: it may not build, resolve, ask or hurry, and the Python it runs on does not matter."""
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:", "--no-input"]
    command += ["--ignore-requires-python", "--disable-pip-version-check", "--progress-bar", "off", "--quiet"]
    if hashed:
        command.append("--require-hashes")
    if target != running():
        command += ["--python-version", target.short]
        command += ["--implementation", "cp" if target.implementation == "CPython" else "pp"]
    if explain:
        command += ["--log", "log.txt"]
    return [*command, "-r", "wanted.txt", "-d", "wheels"]


def _keep(wheels: Path, wanted: dict[str, Pinned], folder: Path) -> str:
    """Move what came into `folder`, each file only when it is what was asked for; return what was wrong."""
    missing = dict(wanted)
    for file_name in sorted(os.listdir(wheels)):
        path, wheel = wheels / file_name, named(file_name)
        one = wanted.get(wheel.name) if wheel else None
        if not wheel or not one or wheel.version != one.version or path.is_symlink() or not path.is_file():
            continue
        if check(path, one.hashes).agrees is False:
            return OTHER_FILE
        os.replace(path, folder / file_name)
        missing.pop(one.name, None)
    return "pip brought no file of this package and version" if missing else ""


def _log(scratch: Path) -> str:
    try:
        with (scratch / "log.txt").open("rb") as file:
            file.seek(max(0, os.path.getsize(file.name) - LOG))
            return file.read(LOG).decode("utf-8", "replace")
    except OSError:
        return ""


def _reason(log: str, one: Pinned) -> str:
    """Return why pip could not bring `one`, in words of ours: its own name hosts and files."""
    if not log:
        return "pip failed and gave no reason"
    for pattern, why in REASONS:
        if pattern.search(log):
            return why
    skipped = {(wheel.name, wheel.version) for wheel in map(named, SKIPPED_WHEEL.findall(log)) if wheel}
    if (one.name, one.version) in skipped:
        return NO_FIT
    return NO_WHEEL if SKIPPED_SOURCE.search(log) else "the registry has no wheel of this version"
