"""A card -> its doc comment, from the cache of harvests: the only reader of third-party prose that a server has.

The index holds no prose, and a server without a control that asks for some never makes one of these. The cache keeps
prose in files of its own, by the digest of the artifact, which the index knows.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from paredown.harvest.cache import Cache
from paredown.harvest.language import versions
from paredown.model import Artifact, Ecosystem, Files, Prose

if TYPE_CHECKING:
    from paredown.model import Card

HELD = 4
"""Artifacts whose prose is held at once: an answer is about few."""
Book = Mapping[tuple[str, str], Prose]


class Prosebook:
    """The doc comments of the artifacts of an index, read when a card of theirs is asked for.

    `digest_of` gives the digest of the artifact with a package URL, and its name, or None.
    """

    def __init__(self, cache: Path, digest_of: Callable[[str], tuple[str, str] | None]) -> None:
        self._cache = Cache(cache / "harvest", lambda _: True)
        self._digest_of = digest_of
        self._books: OrderedDict[str, Book] = OrderedDict()

    def told(self, card: Card) -> str:
        """Return the doc comment of `card`, empty where there is none or the cache has lost it."""
        found = self._digest_of(card.artifact)
        if found is None:
            return ""
        digest, name = found
        book = self._books.get(digest)
        if book is None:
            book = self._books[digest] = self._read(card.artifact, digest, name)
            if len(self._books) > HELD:
                self._books.popitem(last=False)
        prose = book.get((card.symbol, card.signature))
        return prose.untrusted() if prose is not None else ""

    def _read(self, purl: str, digest: str, name: str) -> Book:
        ecosystem = Ecosystem(purl.partition(":")[2].partition("/")[0])
        artifact = Artifact(
            purl=purl,
            ecosystem=ecosystem,
            name=name,
            version="0",
            publisher=name,
            declared=True,
            files=Files(root=Path("/")),
            digest=digest,
        )
        kept = self._cache.get(artifact, versions(ecosystem))
        entries = kept.entries if kept else ()
        return {(str(entry.symbol), entry.signature): entry.prose for entry in entries if entry.prose}
