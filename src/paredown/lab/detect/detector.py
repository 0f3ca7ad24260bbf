"""What a detector offers: a name, its version, and folders of skills -> verdicts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Protocol

from paredown.lab.detect.environments import Environments, Pinned
from paredown.lab.detect.isolated import Ran
from paredown.lab.detect.laid import Laid
from paredown.lab.detect.verdict import Verdict


class Kind(StrEnum):
    """What a detector is for. A control reads format alone: whatever it separates is a seam."""

    LINTER = "linter"
    SCANNER = "scanner"
    CONTROL = "control"
    MODEL = "model"
    OURS = "ours"


class Bench(NamedTuple):
    """What is at hand: the detectors' environments, and the folder of model weights that somebody put there."""

    environments: Environments
    weights: Path | None = None


class Detector(Protocol):
    """A detector, as a module of `detect.detectors`.

    `version` is the tool's own and changes with anything that changes a verdict; `fences` says that it reads code, so
    fenced code of a document is shown to it as files; `batch` is how many skills one call takes.
    """

    name: ClassVar[str]
    kind: ClassVar[Kind]
    version: ClassVar[str]
    pinned: ClassVar[Pinned | None]
    fences: ClassVar[bool]
    batch: ClassVar[int]

    def missing(self, bench: Bench) -> str:
        """Return why there can be no verdict on `bench`, in a sentence of ours; empty when there can be one."""

    def examine(self, laid: Sequence[Laid], bench: Bench) -> Sequence[Verdict]:
        """Return one verdict for each of `laid`, in their order."""


def unmade(pinned: Pinned, bench: Bench, program: str) -> str:
    """Return why `program` cannot run: its environment is not made."""
    if bench.environments.program(pinned, program):
        return ""
    return f"not installed: `paredown lab detect install {pinned.name}` makes its environment"


def answer(ran: Ran) -> Any:
    """Return the JSON that a program printed; raises `ValueError` when it printed none."""
    if ran.code is None:
        raise ValueError(ran.why)
    try:
        return json.loads(ran.out)
    except (ValueError, RecursionError):
        raise ValueError(f"ended with {ran.code} and no JSON answer") from None


def owner(laid: Sequence[Laid], path: str) -> int | None:
    """Return which of `laid` the file `path` of an answer belongs to: all of a batch lie in numbered folders."""
    resolved = Path(path)
    for number, one in enumerate(laid):
        if resolved.is_relative_to(one.folder.parent):
            return number
    return None


def shared_root(laid: Sequence[Laid]) -> Path:
    """Return the folder that a whole batch lies in."""
    return laid[0].folder.parent.parent
