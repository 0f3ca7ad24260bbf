"""An artifact's entries -> rows of three tables: its surface, its prose apart from it, and the names it declares.

A row is known by its package URL and its `ordinal`, its place among the sorted rows of its artifact: so nothing in a
table depends on the order in which a harvester walked.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import pyarrow as pa

from paredown.model import Artifact, Entry, Known

KEYS = [
    ("ecosystem", pa.string()),
    ("publisher", pa.string()),
    ("purl", pa.string()),
    ("declared", pa.bool_()),
]
DECLARATION = [
    ("ordinal", pa.int32()),
    ("language", pa.string()),
    ("kind", pa.string()),
    ("module", pa.string()),
    ("names", pa.list_(pa.string())),
]
SURFACE = pa.schema(
    [
        *KEYS,
        *DECLARATION,
        ("import_path", pa.string()),
        ("signature", pa.string()),
        ("deprecation", pa.string()),
        ("documented", pa.bool_()),
        ("literals", pa.bool_()),
    ]
)
PROSE = pa.schema([*KEYS, *DECLARATION, ("doc", pa.string()), ("constants", pa.list_(pa.string()))])
KNOWN = pa.schema(
    [
        *KEYS,
        ("names", pa.list_(pa.string())),
        ("roots", pa.list_(pa.string())),
        ("joints", pa.list_(pa.string())),
        ("types", pa.list_(pa.string())),
    ]
)
AGENT = pa.schema([*KEYS, ("path", pa.string()), ("text", pa.string())])
TABLES = {"surface": SURFACE, "prose": PROSE, "known": KNOWN, "agent": AGENT}
"""The tables of a corpus by name; `prose` and `agent` hold what third parties wrote in words."""


class Row(NamedTuple):
    """One declaration as the tables hold it; rows of an artifact are sorted as these tuples are."""

    module: str
    names: tuple[str, ...]
    kind: str
    language: str
    signature: str
    import_path: str
    deprecation: str
    doc: str
    constants: tuple[str, ...]


def rows_of(entries: Iterable[Entry]) -> list[Row]:
    """Return the sorted rows of one artifact's entries."""
    return sorted(row_of(entry) for entry in entries)


def row_of(entry: Entry) -> Row:
    """Return one entry as a row; its prose goes into the prose table and nowhere else."""
    parts = tuple(map(sound, entry.symbol.parts))
    return Row(
        module=parts[0],
        names=parts[1:],
        kind=entry.kind.value,
        language=entry.symbol.language.value,
        signature=sound(entry.signature),
        import_path=sound(entry.import_path),
        deprecation=entry.deprecation.value,
        doc=sound(entry.prose.untrusted()),
        constants=tuple(sound(constant.untrusted()) for constant in entry.constants),
    )


def sound(text: str) -> str:
    """Return `text` with a question mark for each lone surrogate, which no table can hold."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def digest_of(rows: Sequence[Row]) -> str:
    """Return the digest of an artifact's sorted rows."""
    total = hashlib.sha256()
    for row in rows:
        total.update(json.dumps(row, ensure_ascii=True, separators=(",", ":")).encode())
        total.update(b"\n")
    return total.hexdigest()


def key_columns(artifact: Artifact, count: int) -> dict[str, list[object]]:
    """Return the columns that say whose rows these are."""
    return {
        "ecosystem": [artifact.ecosystem.value] * count,
        "publisher": [sound(artifact.publisher)] * count,
        "purl": [sound(artifact.purl)] * count,
        "declared": [artifact.declared] * count,
    }


def surface_columns(artifact: Artifact, rows: Sequence[Row]) -> dict[str, list[object]]:
    """Return the columns of the surface table."""
    return {
        **key_columns(artifact, len(rows)),
        "ordinal": list(range(len(rows))),
        **{name: [getattr(row, name) for row in rows] for name in ("language", "kind", "module", "names")},
        **{name: [getattr(row, name) for row in rows] for name in ("import_path", "signature", "deprecation")},
        "documented": [bool(row.doc) for row in rows],
        "literals": [bool(row.constants) for row in rows],
    }


def prose_columns(artifact: Artifact, rows: Sequence[Row]) -> dict[str, list[object]]:
    """Return the columns of the prose table: only rows that have a comment or a literal."""
    told = [(ordinal, row) for ordinal, row in enumerate(rows) if row.doc or row.constants]
    return {
        **key_columns(artifact, len(told)),
        "ordinal": [ordinal for ordinal, _ in told],
        **{name: [getattr(row, name) for _, row in told] for name in ("language", "kind", "module", "names")},
        "doc": [row.doc or None for _, row in told],
        "constants": [list(row.constants) for _, row in told],
    }


def known_columns(artifact: Artifact, entries: Iterable[Entry]) -> dict[str, list[object]]:
    """Return the one row of the table of declared names."""
    known = Known.of(entries)
    return {
        **key_columns(artifact, 1),
        "names": [sorted(map(sound, known.names))],
        "roots": [sorted(map(sound, known.roots))],
        "joints": [sorted(sound(" ".join(joint)) for joint in known.joints)],
        "types": [sorted(map(sound, known.types))],
    }
