"""One benign corpus and payloads -> a corpus without a seam by construction: half of them, by lot, injected.

Both halves come from the same authors through the same hands, and in both one paragraph is replaced: in one half by a
payload, in the other by a paragraph of about its length out of another skill. What is left to tell them apart is what
the paragraph says. Payloads longer than a paragraph are left out: inserted alone, they made their skills' longest line
a seam that the audit found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from paredown.errors import UnreadableFile
from paredown.lab.detect.skill import Corpus, Label, Skill, Text
from paredown.lab.shape.payloads import Payload, said

MAIN = "SKILL.md"
LONGEST = 240
"""Characters of a payload; real paragraphs of one line go to about that."""
NEAR = 5
"""Paragraphs of the nearest length from which one is drawn."""


def unseamed(corpus: Corpus, payloads: Sequence[Payload], *, seed: int) -> Corpus:
    """Return the benign skills of `corpus` that have a plain paragraph, half of them with a payload in its place.

    Raises `UnreadableFile` when there are too few.
    """
    chance = np.random.default_rng(seed)
    short = [text for text in map(said, payloads) if is_plain(text) and len(text) <= LONGEST]
    benign = [
        skill for skill in corpus.skills if corpus.label(skill) is Label.BENIGN and plain_paragraphs(_main(skill))
    ]
    others = sorted({text for skill in benign for text in plain_paragraphs(_main(skill)).values()}, key=len)
    if len(benign) < 2 * NEAR or not short:
        raise UnreadableFile(corpus.name, "has too few benign skills with a paragraph, or there is no short payload")
    injected = set(chance.permutation(len(benign))[: len(benign) // 2].tolist())
    lengths = np.array([len(text) for text in others])
    skills, facts = [], {}
    for at, skill in enumerate(benign):
        payload = short[int(chance.integers(0, len(short)))]
        near = np.argsort(np.abs(lengths - len(payload)), kind="stable")[:NEAR]
        other = others[int(near[int(chance.integers(0, len(near)))])]
        label = Label.MALICIOUS if at in injected else Label.BENIGN
        facts[skill.id] = replace(corpus.facts[skill.id], label=label)
        skills.append(_with(skill, payload if at in injected else other, len(payload), chance))
    return Corpus(name=f"{corpus.name}, half injected", skills=tuple(skills), facts=facts)


def is_plain(text: str) -> bool:
    """Whether a paragraph is prose on one line: no list, no heading, no fence."""
    return text[:1].isalpha() and "\n" not in text and len(text) >= 20


def plain_paragraphs(text: str) -> dict[int, str]:
    """Return the plain paragraphs of a document by their place among all, after the first."""
    return {at: part for at, part in enumerate(text.split("\n\n")) if at > 0 and is_plain(part)}


def _main(skill: Skill) -> str:
    return _texts(skill).get(MAIN, "")


def _texts(skill: Skill) -> dict[str, str]:
    return {file.path: file.content.untrusted() for file in skill.files}


def _with(skill: Skill, put: str, length: int, chance: np.random.Generator) -> Skill:
    """Return `skill` with `put` in place of one of the paragraphs whose length is nearest to `length`."""
    plain = plain_paragraphs(_main(skill))
    near = sorted(plain, key=lambda at: abs(len(plain[at]) - length))[:NEAR]
    paragraphs = _main(skill).split("\n\n")
    paragraphs[near[int(chance.integers(0, len(near)))]] = put
    texts = {**_texts(skill), MAIN: "\n\n".join(paragraphs)}
    return Skill.of(skill.id, [Text(path, text) for path, text in texts.items()])
