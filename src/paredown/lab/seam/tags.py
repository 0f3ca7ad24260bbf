"""What a corpus says of its skills beside the label -> whether that gives the label away, and who covers the matrix."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import NamedTuple

from paredown.lab.detect.skill import Corpus, Label
from paredown.names import short

VALUES = 40
"""Values above which a field is an identifier and no tag."""


class Crossing(NamedTuple):
    """One field against the label: how many skills carry a value that stands under one label only, of all."""

    field: str
    values: int
    never_mixed: int
    of: int

    @property
    def gives_away(self) -> bool:
        """Whether the field alone says the label of nine skills in ten, or more."""
        return self.values > 1 and self.never_mixed >= 0.9 * self.of


class Coverage(NamedTuple):
    """How much of the matrix of two fields one label fills: an enumerated side fills it, a gathered one does not."""

    fields: tuple[str, str]
    label: Label
    filled: int
    cells: int


def crossings(corpus: Corpus) -> tuple[Crossing, ...]:
    """Return every field of the corpus's own metadata against the label, those that give it away first."""
    found = []
    for field, values in _fields(corpus).items():
        pairs = Counter(zip(values, (corpus.label(skill) for skill in corpus.skills), strict=True))
        labels_of: dict[str, set[Label]] = {}
        for value, label in pairs:
            labels_of.setdefault(value, set()).add(label)
        pure = sum(count for (value, _), count in pairs.items() if len(labels_of[value]) == 1)
        found.append(Crossing(short(field, 40), len(labels_of), pure, len(corpus.skills)))
    return tuple(sorted(found, key=lambda one: (-one.never_mixed * (one.values > 1), one.field)))


def coverage(corpus: Corpus) -> tuple[Coverage, ...]:
    """Return how each label fills the matrix of every two fields of few values."""
    fields = {name: values for name, values in _fields(corpus).items() if 1 < len(set(values)) <= VALUES}
    found = []
    for first, second in itertools.combinations(sorted(fields), 2):
        cells = len(set(fields[first])) * len(set(fields[second]))
        for label in Label:
            here = {
                (fields[first][at], fields[second][at])
                for at, skill in enumerate(corpus.skills)
                if corpus.label(skill) is label
            }
            found.append(Coverage((short(first, 40), short(second, 40)), label, len(here), cells))
    return tuple(found)


def _fields(corpus: Corpus) -> dict[str, list[str]]:
    named = sorted({name for facts in corpus.facts.values() for name in facts.tags})
    fields = {
        "source": [corpus.facts[skill.id].source for skill in corpus.skills],
        "licence": [corpus.facts[skill.id].licence for skill in corpus.skills],
        **{name: [corpus.facts[skill.id].tags.get(name, "") for skill in corpus.skills] for name in named},
    }
    return {name: values for name, values in fields.items() if len(set(values)) <= max(VALUES, len(values) // 4)}
