"""A surface -> one artifact's word for every symbol.

Two versions of one package, or a package and its `@types` twin, declare the same symbols. Each symbol is left to
one artifact, with all its overloads, so that an answer never mixes two versions. A declared artifact wins over a
transitive one (or `declared_only` would lose the symbol), the module that declares it over one that passes it on, types
over untyped code, then the higher version.
"""

from __future__ import annotations

import re
from time import perf_counter

from paredown.model import Artifact, Ecosystem, Entry, Kind, Language, Surface

NUMBER = re.compile(r"[0-9]+")
Key = tuple[Ecosystem, tuple[str, ...]]
Rank = tuple[bool, bool, bool, tuple[tuple[int, ...], bool], str]


def dedupe(surface: Surface) -> Surface:
    """Return one entry for each overload of a symbol, all of them from one artifact."""
    start = perf_counter()
    best: dict[Key, tuple[Rank, str]] = {}
    for entry in surface.entries:
        key = (entry.artifact.ecosystem, entry.symbol.parts)
        rank = _rank(entry)
        if key not in best or best[key][0] < rank:
            best[key] = (rank, entry.artifact.purl)
    said: set[tuple[Key, Kind, str]] = set()

    def keep(entry: Entry) -> bool:
        key = (entry.artifact.ecosystem, entry.symbol.parts)
        once = (key, entry.kind, entry.signature)
        if best[key][1] != entry.artifact.purl or once in said:
            return False
        said.add(once)
        return True

    return surface.cut("dedupe", keep, since=start)


def _rank(entry: Entry) -> Rank:
    artifact = entry.artifact
    typed = entry.symbol.language is not Language.JAVASCRIPT
    own = entry.import_path == entry.symbol.parts[0]
    return (artifact.declared, own, typed, version_order(artifact), artifact.purl)


def version_order(artifact: Artifact) -> tuple[tuple[int, ...], bool]:
    """Return a value that orders the versions of one package: numbers first, a release after its pre-releases."""
    release, _, rest = artifact.version.partition("+")[0].partition("-")
    numbers = tuple(int(number[:18]) for number in NUMBER.findall(release)[:8])
    return numbers, not rest
