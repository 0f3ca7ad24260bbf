"""A library of a corpus -> the names that a resolving rule may ask for, read when it asks and no earlier."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Any, Literal, cast

from paredown.lab.corpus.opened import Corpus, parquet
from paredown.model import Known

Resolve = Literal["library", "publisher", "ecosystem"]
HELD = 32
"""Name sets kept at once: rows come library by library, so the last few are the ones that are asked for."""
NAMED = ("names", "roots", "joints", "types")


class Declared:
    """The declared names of a corpus, by library, by publisher, or by ecosystem.

    By library a price is at its highest, since least resolves; by ecosystem memory grows with the corpus.
    """

    def __init__(self, corpus: Corpus, resolve: Resolve) -> None:
        self._corpus, self._resolve = corpus, resolve
        self._held: OrderedDict[tuple[str, ...], Known] = OrderedDict()
        self._files: dict[str, Any] = {}
        self._reading = Lock()
        self._places: dict[str, int] = {}
        self._members: dict[tuple[str, ...], list[str]] = {}
        counts: dict[str, int] = {}
        for library in corpus.manifest.libraries:
            self._places[library.purl] = counts.get(library.ecosystem, 0)
            counts[library.ecosystem] = self._places[library.purl] + 1
            self._members.setdefault(self._key(library.purl), []).append(library.purl)

    def of(self, purl: str) -> Known:
        """Return what resolves for a row of `purl`; it is read on the first question."""
        return cast(Known, Deferred(self, purl))

    def read(self, purl: str) -> Known:
        """Return the names, from the last few or from the corpus."""
        key = self._key(purl)
        # An engine asks from several threads, and a Parquet file is read by one at a time.
        with self._reading:
            known = self._held.pop(key, None) or self._known(self._members[key])
            self._held[key] = known
            while len(self._held) > HELD:
                self._held.popitem(last=False)
        return known

    def _key(self, purl: str) -> tuple[str, ...]:
        library = self._corpus.libraries[purl]
        if self._resolve == "library":
            return (purl,)
        return (library.ecosystem, library.publisher) if self._resolve == "publisher" else (library.ecosystem,)

    def _known(self, purls: Sequence[str]) -> Known:
        found: dict[str, set[str]] = {name: set() for name in NAMED}
        for purl in purls:
            row = self._row(purl)
            for name in NAMED:
                found[name].update(row[name])
        return Known(
            names=frozenset(found["names"]),
            roots=frozenset(found["roots"]),
            joints=frozenset(cast("tuple[str, str]", tuple(joint.split(" ", 1))) for joint in found["joints"]),
            types=frozenset(found["types"]),
        )

    def _row(self, purl: str) -> dict[str, list[str]]:
        ecosystem = self._corpus.libraries[purl].ecosystem
        if ecosystem not in self._files:
            paths = [path for path in self._corpus.paths("known") if f"/ecosystem={ecosystem}/" in path]
            self._files[ecosystem] = parquet().ParquetFile(paths[0])
        table = self._files[ecosystem].read_row_group(self._places[purl], columns=list(NAMED))
        return {name: table.column(name)[0].as_py() for name in NAMED}


class Deferred:
    """Stands for a library's `Known` until a rule asks it something."""

    def __init__(self, declared: Declared, purl: str) -> None:
        self._declared, self._purl = declared, purl

    def __getattr__(self, name: str) -> Any:
        return getattr(self._declared.read(self._purl), name)
