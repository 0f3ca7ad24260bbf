"""The lock files of a folder -> the one that counts, read into pins."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from paredown.errors import UnreadableProject
from paredown.resolve.npm.document import read_text
from paredown.resolve.npm.manifest import Manifest
from paredown.resolve.npm.pin import Locked

Read = Callable[[str, str, Sequence[Manifest]], Locked]
"""`read(text, called, manifests)`: a lock file's text -> its pins; raises `UnreadableProject`. A module with it is a
format, loaded only when such a file is read."""

HIDDEN = "node_modules/.package-lock.json"
BINARY = "bun.lockb"
YARN = "yarn.lock"
"""Two formats share this name: yarn 1 has its own, later ones YAML."""
METADATA_KEY = re.compile(r"^__metadata:", re.MULTILINE)
"""What tells this format from that of yarn 1."""
FORMATS = {
    "npm-shrinkwrap.json": "npm",
    "package-lock.json": "npm",
    "pnpm-lock.yaml": "pnpm",
    YARN: "classic",
    "bun.lock": "bun",
    HIDDEN: "npm",
}
"""Every format, the first that lies in the folder wins."""


class Choice(NamedTuple):
    """The lock file that counts, empty when there is none, and those beside it that do not."""

    called: str
    ignored: tuple[str, ...]


def choose(project: Path) -> Choice:
    """Return which lock file of `project` counts; npm's hidden one only where no other lies."""
    found = [called for called in FORMATS if called != HIDDEN and os.path.isfile(project / called)]
    if os.path.isfile(project / BINARY):
        found.append(BINARY)
    if not found and os.path.isfile(project / HIDDEN):
        found.append(HIDDEN)
    # The text and the binary lock of bun are one lock; nothing of it is ignored.
    ignored = [called for called in found[1:] if not (called == BINARY and found[0] == "bun.lock")]
    return Choice(found[0] if found else "", tuple(ignored))


def read(project: Path, called: str, manifests: Sequence[Manifest]) -> Locked:
    """Return the pins of the lock file at `called`; raises `UnreadableProject`."""
    if called == BINARY:
        raise UnreadableProject(called, "is a binary lock file; run `bun install --save-text-lockfile --lockfile-only`")
    text = read_text(project, called)
    form = "berry" if called == YARN and METADATA_KEY.search(text) else FORMATS[called]
    reader: Read = import_module(f"{__name__}.{form}").read
    return reader(text, called, manifests)
