"""Every name that a surface declares, fixed before anything is cut from it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from paredown.model.entry import Entry, Kind

TYPES = frozenset({Kind.CLASS, Kind.INTERFACE, Kind.ENUM, Kind.TYPE})
BETWEEN = re.compile(r"[/.:@]+")
"""What stands between the steps of a module path."""
MUTE = re.compile(r"[\W_]+")
"""What of a step is not spoken: `date-fns` is a step of the letters `datefns`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is declared, by name, all in lower case but the types.

    `names` are single names and the steps of module paths; `roots` are the first steps of module paths (`kotlin` of
    `kotlin.text`, `babel` of `@babel/core`); `joints` are the neighbours in a path (`text`, `regex` of
    `kotlin.text.Regex`); `types` are the names of classes, interfaces, enums and type aliases, as spelled. Roots and
    joints hold letters and digits only. A resolving rule asks these. They are taken once, from the surface as
    harvested: taken again from a shrinking surface, one refusal would make the next.
    """

    names: frozenset[str]
    roots: frozenset[str]
    joints: frozenset[tuple[str, str]]
    types: frozenset[str]

    def resolves(self, path: Sequence[str]) -> bool:
        """Whether the steps of `path`, as `joints` spells them, lead from a module's first name down.

        A path that starts in the middle does not: a library could declare a class of any name to make it pass.
        """
        return path[0] in self.roots and all(joint in self.joints for joint in itertools.pairwise(path))

    @staticmethod
    def of(entries: Iterable[Entry]) -> Known:
        """Return the names that `entries` declare."""
        names: set[str] = set()
        roots: set[str] = set()
        joints: set[tuple[str, str]] = set()
        types: set[str] = set()
        for parts, kind in {(entry.symbol.parts, entry.kind) for entry in entries}:
            if kind in TYPES:
                types.add(parts[-1])
            path = [*BETWEEN.split(parts[0].lower()), *(part.lower() for part in parts[1:])]
            names.update(path)
            steps = [step for step in (MUTE.sub("", name) for name in path) if step]
            roots.update(steps[:1])
            joints.update(itertools.pairwise(steps))
        return Known(
            names=frozenset(names - {""}), roots=frozenset(roots), joints=frozenset(joints), types=frozenset(types)
        )
