"""A corpus's `manifest.json` <-> its value: what is in the corpus, what is not, and the digest that stamps a figure."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from paredown.errors import CorpusUnusable
from paredown.harvest.cache import write_whole
from paredown.lab.corpus.gather import Failure
from paredown.lab.corpus.parts import Written

FILE = "manifest.json"
FORM = 1
GROUPS = {("maven", "java"): "maven (Java)", ("maven", "kotlin"): "maven (Kotlin)"}
"""What one calls an ecosystem of a language, where a registry serves several."""


def group_of(ecosystem: str, language: str) -> str:
    """Return the ecosystem as a price table names it: Java and Kotlin share a registry and nothing else."""
    return GROUPS.get((ecosystem, language), ecosystem)


class Library(NamedTuple):
    """One artifact of the corpus: `languages` are its entries by language, `docs` how many carry a doc comment."""

    purl: str
    ecosystem: str
    name: str
    publisher: str
    declared: bool
    languages: dict[str, int]
    docs: dict[str, int]
    digest: str

    @property
    def entries(self) -> int:
        """All its entries."""
        return sum(self.languages.values())


class Step(NamedTuple):
    """What one project keeps after one step of the product."""

    step: str
    entries: int
    artifacts: int
    publishers: int


class ProjectCounts(NamedTuple):
    """One project: what its manifests name, what its lock pins, what is at hand, and the ledger of its surface."""

    name: str
    sources: list[str]
    declared: int
    resolved: int
    at_hand: int
    ledger: list[Step]


class GroupCounts(NamedTuple):
    """One ecosystem of the corpus."""

    group: str
    libraries: int
    publishers: int
    entries: int
    docs: int


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """What a corpus holds. `inputs` covers what decided it, `digest` what is in it and nothing of when or where."""

    name: str
    about: str
    date: str
    tool: str
    inputs: str
    harvesters: dict[str, str]
    projects: list[ProjectCounts]
    libraries: list[Library]
    parts: list[Written]
    failures: list[Failure]

    @cached_property
    def digest(self) -> str:
        """The digest of every library's rows, whatever their order."""
        lines = sorted(f"{one.purl}\0{one.publisher}\0{one.declared}\0{one.digest}" for one in self.libraries)
        return f"sha256:{hashlib.sha256(chr(10).join(lines).encode()).hexdigest()}"

    @property
    def groups(self) -> list[GroupCounts]:
        """The corpus by ecosystem; a library that is written in two languages counts in both."""
        libraries: dict[str, set[str]] = {}
        publishers: dict[str, set[str]] = {}
        entries: Counter[str] = Counter()
        docs: Counter[str] = Counter()
        for one in self.libraries:
            for language, count in one.languages.items():
                group = group_of(one.ecosystem, language)
                libraries.setdefault(group, set()).add(one.purl)
                publishers.setdefault(group, set()).add(one.publisher)
                entries[group] += count
                docs[group] += one.docs.get(language, 0)
        return [
            GroupCounts(group, len(libraries[group]), len(publishers[group]), entries[group], docs[group])
            for group in sorted(libraries)
        ]

    @property
    def total(self) -> GroupCounts:
        """The whole corpus; only libraries that declare something count."""
        told = [one for one in self.libraries if one.entries]
        publishers = {(one.ecosystem, one.publisher) for one in told}
        entries = sum(one.entries for one in told)
        return GroupCounts("all", len(told), len(publishers), entries, sum(sum(one.docs.values()) for one in told))

    def write(self, folder: Path) -> None:
        """Write the manifest, whole or not at all."""
        told = {"form": FORM, "digest": self.digest, **asdict(self)}
        told |= {name: [one._asdict() for one in getattr(self, name)] for name in ("libraries", "parts", "failures")}
        told["projects"] = [
            {**one._asdict(), "ledger": [step._asdict() for step in one.ledger]} for one in self.projects
        ]
        write_whole(folder / FILE, json.dumps(told, ensure_ascii=True, indent=1).encode())


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of the corpus in `folder`; raises `CorpusUnusable`."""
    path = folder / FILE
    try:
        told: dict[str, Any] = json.loads(path.read_bytes())
        if told.pop("form") != FORM:
            raise CorpusUnusable(path, "is of another form; build the corpus again")
        digest = told.pop("digest")
        told["libraries"] = [Library(**one) for one in told["libraries"]]
        told["parts"] = [Written(**one) for one in told["parts"]]
        told["failures"] = [Failure(**one) for one in told["failures"]]
        told["projects"] = [ProjectCounts(**{**one, "ledger": steps(one["ledger"])}) for one in told["projects"]]
        manifest = Manifest(**told)
    except FileNotFoundError as error:
        why = "is half-built: run the same `paredown lab corpus build` again, it goes on where it ended"
        if not (folder / "units").is_dir():
            why = "holds no corpus; `paredown lab corpus build` makes one"
        raise CorpusUnusable(folder, why) from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise CorpusUnusable(path, "is not a corpus manifest of this version; build the corpus again") from error
    if manifest.digest != digest:
        raise CorpusUnusable(path, "does not have the digest that it names; build the corpus again")
    return manifest


def steps(rows: Iterable[dict[str, Any]]) -> list[Step]:
    """Return the steps of a ledger."""
    return [Step(**row) for row in rows]
