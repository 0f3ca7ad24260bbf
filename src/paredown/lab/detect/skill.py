"""A labelled skill, with what a detector may see of it kept apart from what only the count may know."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from paredown.model import Prose, Unread


class Label(StrEnum):
    """What the authors of a corpus say a skill is."""

    MALICIOUS = "malicious"
    BENIGN = "benign"


class Text(NamedTuple):
    """One file of a skill as it was read: a relative POSIX path, and its text, which is third-party."""

    path: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillFile:
    """One file of a skill; bytes that are no UTF-8 are kept as surrogates, so the file can be written back whole."""

    path: str
    content: Prose


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """What a detector may see: files, in the order of their paths. `digest` covers paths and contents."""

    id: str
    files: tuple[SkillFile, ...]
    digest: str

    @staticmethod
    def of(id: str, texts: Iterable[Text]) -> Skill:  # noqa: A002 - the corpus's own word
        """Return the skill of these files."""
        ordered = sorted(texts)
        return Skill(
            id=id,
            files=tuple(SkillFile(path=path, content=Prose(text)) for path, text in ordered),
            digest=digest_of(part for text in ordered for part in text),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What no detector may see: the label, where the skill comes from, and what else its corpus says of it.

    `source` is who made it (a publisher, a corpus): cross-validation never trains on the source that it tests.
    `tags` are the corpus's own fields, `executable` the files whose executable bit was set where modes are known.
    """

    label: Label
    source: str
    licence: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)
    executable: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """Skills in a fixed order and their facts by id; `refused` is what could not be read, as values."""

    name: str
    skills: tuple[Skill, ...]
    facts: Mapping[str, Facts]
    refused: tuple[Unread, ...] = ()

    def __post_init__(self) -> None:
        ids = [skill.id for skill in self.skills]
        if len(set(ids)) != len(ids) or set(ids) != set(self.facts):
            raise ValueError(f"{self.name}: every skill has one id, and its facts")

    @property
    def digest(self) -> str:
        """`sha256:…` over ids, labels and contents: equal digests mean the same measurement."""
        return digest_of(part for one in self.skills for part in (one.id, self.facts[one.id].label, one.digest))

    def label(self, skill: Skill) -> Label:
        """Return the label of `skill`."""
        return self.facts[skill.id].label

    def counts(self) -> Mapping[Label, int]:
        """Return how many skills carry each label."""
        return {label: sum(facts.label is label for facts in self.facts.values()) for label in Label}


def joined(corpora: Sequence[Corpus]) -> Corpus:
    """Return several corpora as one; ids that clash are told apart by the name of their corpus."""
    if len(corpora) == 1:
        return corpora[0]
    skills: list[Skill] = []
    facts: dict[str, Facts] = {}
    for corpus in corpora:
        for skill in corpus.skills:
            name = skill.id if skill.id not in facts else f"{corpus.name}:{skill.id}"
            skills.append(Skill(id=name, files=skill.files, digest=skill.digest))
            facts[name] = corpus.facts[skill.id]
    return Corpus(
        name=" + ".join(corpus.name for corpus in corpora),
        skills=tuple(skills),
        facts=facts,
        refused=tuple(gap for corpus in corpora for gap in corpus.refused),
    )


def digest_of(parts: Iterable[str]) -> str:
    """Return `sha256:…` over `parts`, each with its length, so that no two lists share a digest by joining."""
    total = hashlib.sha256()
    for part in parts:
        encoded = part.encode("utf-8", "surrogatepass")
        total.update(len(encoded).to_bytes(8, "big") + encoded)
    return f"sha256:{total.hexdigest()}"
