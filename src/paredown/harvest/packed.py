"""Entries <-> two byte strings: the surface, and the prose apart from it.

This is what a worker sends back and what the cache keeps. Prose leaves its type here by name, into its own blob,
so a reader of surfaces need not open the other one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgpack

from paredown.model import NO_PROSE, Artifact, Deprecation, Entry, Kind, Language, Prose, Symbol, Unread

Looked = tuple[str, str, str, str]
"""One question to the graph while harvesting: asking purl, name, answered purl or empty, its digest or empty."""


class Packed(NamedTuple):
    """One artifact's harvest as bytes."""

    surface: bytes
    prose: bytes


class Harvested(NamedTuple):
    """One artifact's harvest: its entries, what could not be read, what it asked of its neighbours.

    `silent` says, in a sentence of ours, why there is no entry at all; empty when there are some.
    """

    artifact: Artifact
    entries: tuple[Entry, ...]
    unread: tuple[Unread, ...]
    looked: tuple[Looked, ...]
    silent: str


def pack(harvested: Harvested) -> Packed:
    """Return `harvested` as bytes; the artifact itself is left out, the reader knows it."""
    rows = [
        (e.symbol.language, e.symbol.parts, e.kind, e.signature, e.import_path, e.deprecation)
        for e in harvested.entries
    ]
    unread = [(u.artifact, u.path, u.why) for u in harvested.unread]
    surface = {"rows": rows, "unread": unread, "looked": harvested.looked, "silent": harvested.silent}
    prose = [(e.prose.untrusted(), [c.untrusted() for c in e.constants]) for e in harvested.entries]
    return Packed(_dump(surface), _dump(prose))


def unpack(artifact: Artifact, packed: Packed) -> Harvested:
    """Return what `pack` was given; raises ValueError, KeyError or TypeError when the bytes are not of that form."""
    surface = _load(packed.surface)
    prose = _load(packed.prose)
    rows = surface["rows"]
    if len(rows) != len(prose):
        raise ValueError("surface and prose are not of one harvest")
    return Harvested(
        artifact,
        tuple(_entry(artifact, row, told) for row, told in zip(rows, prose, strict=True)),
        tuple(Unread(artifact=a, path=p, why=w) for a, p, w in surface["unread"]),
        looked_at(surface),
        surface["silent"],
    )


def looked_at(surface: dict[str, Any]) -> tuple[Looked, ...]:
    """Return the questions that a harvest asked of its neighbours."""
    return tuple((asker, name, purl, digest) for asker, name, purl, digest in surface["looked"])


def load_surface(blob: bytes) -> dict[str, Any]:
    """Return the surface part as plain data."""
    loaded = _load(blob)
    if not isinstance(loaded, dict):
        raise TypeError("not a surface")
    return loaded


def _entry(artifact: Artifact, row: Sequence[Any], told: Sequence[Any]) -> Entry:
    language, parts, kind, signature, import_path, deprecation = row
    doc, constants = told
    return Entry(
        symbol=Symbol(language=Language(language), parts=tuple(parts)),
        kind=Kind(kind),
        signature=signature,
        import_path=import_path,
        artifact=artifact,
        deprecation=Deprecation(deprecation),
        constants=tuple(Prose(text) for text in constants),
        prose=Prose(doc) if doc else NO_PROSE,
    )


def _dump(value: object) -> bytes:
    return bytes(msgpack.packb(value, use_bin_type=True, unicode_errors="surrogatepass"))


def _load(blob: bytes) -> Any:
    return msgpack.unpackb(blob, use_list=False, raw=False, unicode_errors="surrogatepass")
