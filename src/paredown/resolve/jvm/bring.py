"""Files that no store has -> the folder of brought archives, or the reason why not, with Maven itself.

Maven runs over a manifest of ours in a folder of its own, so no project's build runs and no project's repository is
asked: where a project may name any, one could put another file under a well-known name, for every project to read. The
user's settings, mirrors and credentials apply. Its local repository is the folder of brought archives, whose files
Maven puts in place whole and checked against the repository's checksums; the user's own is left alone.
"""

from __future__ import annotations

import os
import re
import tempfile
import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from paredown.errors import CannotWrite
from paredown.resolve import client
from paredown.resolve.graph import Progress
from paredown.resolve.jvm.gaps import Gaps
from paredown.resolve.jvm.reading import read_bounded
from paredown.resolve.jvm.scratch import PHASE, Order, Part, order, write_manifests

BATCH = 250
"""Files a call: a start costs two seconds."""
OPTIONS = (
    "--batch-mode",
    "--no-transfer-progress",
    "--strict-checksums",
    "--fail-at-end",
    "-Daether.connector.connectTimeout=10000",
    "-Daether.connector.requestTimeout=60000",
    "-Dmaven.wagon.rto=60000",
)
ASKED_AGAIN_AFTER = 24 * 3600
"""Seconds for which Maven itself remembers that a repository has no such file."""
NOWHERE = "is in none of the repositories that Maven is set up with"
UNREACHABLE = "the repository could not be reached"
REFUSED = "the repository refused; Maven has no credentials for it"
DAMAGED = "the repository's file is not the one that its checksum names"
FAILED = "Maven failed and gave no reason that is known"
NOT_INSTALLED = "mvn is not installed"
REASONS = (
    (re.compile(r"Checksum validation failed", re.IGNORECASE), DAMAGED),
    (
        re.compile(r"status code: 40[13]|\b40[13] (?:Unauthorized|Forbidden)|authorization failed", re.IGNORECASE),
        REFUSED,
    ),
    (
        re.compile(
            r"Unknown host|UnknownHost|Connection refused|timed out|Connection reset|No route|Network is unreachable"
            r"|Could not transfer|PKIX|status code: 5\d\d|Blocked mirror|in offline mode",
            re.IGNORECASE,
        ),
        UNREACHABLE,
    ),
    (re.compile(r"Could not find artifact|was not found in|were not found|ArtifactNotFound"), NOWHERE),
    (re.compile(r"No space left|Permission denied|Read-only file system"), "Maven could not write the file"),
)
MAX_NOTE = 64 * 1024
NO_WORDS = re.compile(r"^.*\.error=\s*$")


class Bringer:
    """Runs Maven for one resolution. `unreachable` is why nothing more is asked, once that is known."""

    def __init__(self, archives: Path, progress: Progress) -> None:
        self.unreachable = ""
        self._archives = archives
        self._progress = progress

    def metadata(self, gaps: Gaps, asked: Collection[object]) -> None:
        """Bring the POMs, `.module` files and listings that `gaps` lack, `asked` being those to leave out."""
        poms = self._fresh([order(at, "pom", closure=True) for at in gaps.missing if at not in asked])
        ranges = [Order(*one, "pom") for one in gaps.ranges if one not in asked]
        modules = [at for at in gaps.missing_modules if (at, "module") not in asked]
        likely = {at.module for at, likely in gaps.missing.items() if likely}
        beside = [one._replace(extension="module", closure=False) for one in poms if one.module in likely]
        parts = [
            Part("collect", [*poms, *ranges], gaps.managed),
            Part("resolve", self._fresh([*(order(at, "module") for at in modules), *beside])),
        ]
        self._bring([part for part in parts if part.orders], "bring maven metadata")

    def files(self, orders: Sequence[Order]) -> Mapping[Order, str]:
        """Bring `orders`; return why for each that did not come."""
        fresh = self._fresh(orders)
        words = ""
        for start in range(0, len(fresh), BATCH):
            self._progress("bring maven", start, len(fresh))
            words = self._bring([Part("resolve", fresh[start : start + BATCH])], "bring maven") or words
        if fresh:
            self._progress("bring maven", len(fresh), len(fresh))
        return {one: self._why(one, words) for one in orders if not self._path(one).is_file()}

    def _bring(self, parts: Sequence[Part], what: str) -> str:
        """Ask for `parts` in one call; return why it failed, if it did."""
        orders = [one for part in parts for one in part.orders]
        if self.unreachable or not orders:
            return self.unreachable
        if what != "bring maven":
            self._progress(what, 0, len(orders))
        failed = self._call(parts)
        if failed in (UNREACHABLE, NOT_INSTALLED) and not any(self._path(one).is_file() for one in orders):
            self.unreachable = failed
        return failed

    def _call(self, parts: Sequence[Part]) -> str:
        try:
            self._archives.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(prefix=".bring-", dir=self._archives, ignore_cleanup_errors=True) as name:
                folder = Path(name)
                write_manifests(folder, parts)
                local = f"-Dmaven.repo.local={self._archives.resolve()}"
                ran = client.run(("mvn", *OPTIONS, local, PHASE), cwd=folder)
        except OSError as error:
            raise CannotWrite(self._archives, error.strerror or "refuses") from error
        if ran.ok:
            return ""
        return _reason(ran.output) if ran.output else ran.words if "mvn" in ran.words else FAILED

    def _fresh(self, orders: Sequence[Order]) -> list[Order]:
        """Return the orders of which no repository said within a day that it has no such file."""
        return [one for one in orders if not self._known_absent(one)]

    def _path(self, one: Order) -> Path:
        name = f"{one.module.artifact}-{one.version}{f'-{one.classifier}' if one.classifier else ''}.{one.extension}"
        return self._archives / one.module.folder / one.version / name

    def _known_absent(self, one: Order) -> bool:
        """Whether a repository said within a day that it has no such file."""
        path = self._path(one)
        note = path.with_name(f"{path.name}.lastUpdated")
        try:
            recent = time.time() - os.path.getmtime(note) < ASKED_AGAIN_AFTER
        except OSError:
            return False
        return recent and self._why(one, "") == NOWHERE

    def _why(self, one: Order, words: str) -> str:
        """Return why a file did not come: what Maven noted of it, or what it said in the end."""
        path = self._path(one)
        with suppress(OSError):
            note = (read_bounded(path.with_name(f"{path.name}.lastUpdated"), MAX_NOTE) or b"").decode(
                "utf-8", "replace"
            )
            errors = [line for line in note.splitlines() if ".error=" in line]
            if errors and all(NO_WORDS.match(line) for line in errors):
                return NOWHERE
            if errors:
                return _reason(note)
        return words or NOWHERE


def _reason(output: str) -> str:
    """Return what Maven's words mean, in words of ours: its own name hosts and paths."""
    return next((why for pattern, why in REASONS if pattern.search(output)), FAILED)
