"""What an oracle sees of a library, beside what is harvested -> recall, precision, and a class for every difference.

One comparator for every language. An oracle makes claims: a declaration, and every path under which it can be named.
A claim is met when the harvest lists it under one of them. What is listed and claimed nowhere is extra. Each
difference gets a `Reason`; one that no evidence explains is `UNEXPLAINED`, and counts as ours like a known fault.

`record` writes one JSON file a comparison into the folder that `PAREDOWN_TRUTH_RESULTS` names; `scripts/
fidelity_page.py` makes the page of them.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple

from paredown import __version__
from paredown.names import short

HERE = Path(__file__).parent
HARVEST = HERE.parent.parent / "src/paredown/harvest"
SHOWN = 8
EXAMPLES = 3
MAX_EXAMPLE = 80

Names = tuple[str, ...]
"""A path: the module that a caller imports, and the names below it."""


class Part(StrEnum):
    """What is counted apart: a name that can be imported or reached as one, or a member of such."""

    NAMES = "names"
    MEMBERS = "members"


class Fault(StrEnum):
    """Whose a difference is. A choice is a written rule of the harvest that the oracle does not share."""

    OURS = "ours"
    ORACLE = "the oracle's"
    CHOICE = "a choice"


class Reason(NamedTuple):
    """The class of a difference."""

    text: str
    fault: Fault


UNEXPLAINED = Reason("unexplained", Fault.OURS)


class Claim(NamedTuple):
    """One declaration that an oracle sees, under every path it has."""

    part: Part
    paths: frozenset[Names]


class Difference(NamedTuple):
    """A path that only one side has."""

    missed: bool
    part: Part
    path: Names


class Explained(NamedTuple):
    """A difference and its class."""

    difference: Difference
    reason: Reason


class Score(NamedTuple):
    """The counts of one part: claims, those that are met, paths that are listed, those that are claimed."""

    claimed: int
    met: int
    listed: int
    right: int

    @property
    def recall(self) -> float:
        return self.met / self.claimed if self.claimed else 1.0

    @property
    def precision(self) -> float:
        return self.right / self.listed if self.listed else 1.0


class Subject(NamedTuple):
    """What was compared with what."""

    language: str
    oracle: str
    name: str
    version: str


class Compared(NamedTuple):
    """One library beside one oracle. `degraded` counts its files that did not parse whole."""

    subject: Subject
    names: Score
    members: Score
    differences: tuple[Explained, ...]
    degraded: int = 0

    @property
    def ours(self) -> int:
        """The differences that are the harvest's fault, the unexplained ones among them."""
        return sum(each.reason.fault is Fault.OURS for each in self.differences)

    def owed(self, part: Part, missed: bool) -> int:
        """Return the differences of one part and side that are not the oracle's fault."""
        found = [d for d, reason in self.differences if reason.fault is not Fault.ORACLE]
        return sum(each.part is part and each.missed is missed for each in found)


def compare(
    subject: Subject,
    claims: Iterable[Claim],
    listed: Mapping[Names, Part],
    explain: Callable[[Difference], Reason] = lambda _: UNEXPLAINED,
    *,
    degraded: int = 0,
    right: Collection[Names] = (),
) -> Compared:
    """Compare what is `listed` with the `claims` of an oracle; `explain` gives the class of a difference.

    `right` are paths that the oracle knows of and makes no claim of.
    """
    claimed: dict[Part, list[Claim]] = {part: [] for part in Part}
    known: set[Names] = set(right)
    for claim in claims:
        claimed[claim.part].append(claim)
        known |= claim.paths
    found: list[Difference] = []
    scores: dict[Part, Score] = {}
    for part in Part:
        missed = [claim for claim in claimed[part] if claim.paths.isdisjoint(listed)]
        ours = [path for path, of in listed.items() if of is part]
        extra = [path for path in ours if path not in known]
        of = len(claimed[part])
        scores[part] = Score(of, of - len(missed), len(ours), len(ours) - len(extra))
        found += [Difference(True, part, min(claim.paths, key=_shortest)) for claim in missed]
        found += [Difference(False, part, path) for path in extra]
    explained = tuple(Explained(each, explain(each)) for each in sorted(found))
    return Compared(subject, scores[Part.NAMES], scores[Part.MEMBERS], explained, degraded)


def _shortest(path: Names) -> tuple[int, int, Names]:
    return len(path), sum(map(len, path)), path


def show(compared: Compared) -> None:
    """Print the scores and the first differences of each class, which `-s` lets through."""
    subject, names, members = compared.subject, compared.names, compared.members
    lines = [
        f"{subject.name:32} names {names.met}/{names.claimed} recall {names.recall:.4f} precision {names.precision:.4f}"
        f"  members {members.met}/{members.claimed} recall {members.recall:.4f} precision {members.precision:.4f}"
        f"  {compared.degraded} degraded"
    ]
    for (missed, part, reason), of in _classes(compared).items():
        side = "missed" if missed else "extra"
        examples = ", ".join(" ".join(path) for path in of[:SHOWN])
        lines.append(f"    {side} {part} {len(of)} [{reason.fault}] {reason.text}: {examples}")
    sys.stdout.write("\n".join((*lines, "")))


def record(compared: Compared) -> None:
    """Write the row of one comparison, and show it."""
    show(compared)
    folder = os.environ.get("PAREDOWN_TRUTH_RESULTS")
    if not folder:
        return
    subject = compared.subject
    name = re.sub(r"[^\w.-]+", "_", ".".join((subject.language, subject.oracle, subject.name)))
    Path(folder).mkdir(parents=True, exist_ok=True)
    (Path(folder) / f"{name}.json").write_text(json.dumps(row(compared), indent=1, sort_keys=True) + "\n")


def row(compared: Compared) -> dict[str, object]:
    """Return a comparison as JSON: its stamp, the scores, the classes, and every difference."""
    return {
        **compared.subject._asdict(),
        "stamp": stamp(compared.subject.language),
        "names": compared.names._asdict(),
        "members": compared.members._asdict(),
        "degraded": compared.degraded,
        "classes": [
            {
                "side": "missed" if missed else "extra",
                "part": str(part),
                "reason": reason.text,
                "fault": str(reason.fault),
                "count": len(of),
                "examples": [short(" ".join(path), MAX_EXAMPLE) for path in of[:EXAMPLES]],
            }
            for (missed, part, reason), of in _classes(compared).items()
        ],
        "differences": [
            ["missed" if d.missed else "extra", str(d.part), reason.text, " ".join(d.path)]
            for d, reason in compared.differences
        ],
    }


def _classes(compared: Compared) -> dict[tuple[bool, Part, Reason], list[Names]]:
    counts = Counter((d.missed, d.part, reason) for d, reason in compared.differences)
    return {
        key: [d.path for d, reason in compared.differences if (d.missed, d.part, reason) == key]
        for key, _ in counts.most_common()
    }


@cache
def stamp(language: str) -> dict[str, str]:
    """Return when and with what a language is measured: its harvester and its comparison, as one digest."""
    files = [file for folder in (HERE, HARVEST) for file in folder.glob("*.py")]
    files += [file for folder in (HERE, HARVEST) for file in (folder / language).rglob("*")]
    digest = hashlib.sha256()
    for file in sorted(file for file in files if file.suffix in (".py", ".mjs")):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    day = datetime.datetime.now(datetime.UTC).date().isoformat()
    return {"date": day, "paredown": __version__, "harness": digest.hexdigest()[:16]}
