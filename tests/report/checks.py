"""Small values of the reports, for tests."""

from __future__ import annotations

from paredown.gate import ADOPTED
from paredown.model import Artifact, Breach, Counts, Entry, Part, Prose, Unread
from paredown.report.checked import Checked
from paredown.report.place import Place
from paredown.report.remark import Remark


def remark(of: Entry, artifact: Artifact, path: str = "package-lock.json", reason: str = "", line: int = 7) -> Remark:
    breach = Breach(
        rule="spelled-punctuation",
        symbol=of.symbol,
        artifact=artifact.purl,
        part=Part.NAME,
        why="punctuation spelled out between words",
        evidence=Prose(of.symbol.name),
    )
    return Remark.of(breach, artifact, Place(path, line), reason)


def checked(*breaches: Remark, allowed: tuple[Remark, ...] = (), unread: tuple[Unread, ...] = ()) -> Checked:
    return Checked(
        tool="0.0.0",
        counts=Counts(entries=10, artifacts=2, publishers=2),
        rules=tuple(rule.slug for rule in ADOPTED),
        breaches=breaches,
        allowed=allowed,
        unread=unread,
    )
