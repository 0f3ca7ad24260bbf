"""An archive and what a lock file says of it -> its digest, or that it is another file.

A lock says it as subresource integrity: hashes by algorithm, of which the strongest counts and any one of several
may match. A text without a known algorithm says nothing; a known one that cannot be decoded matches nothing.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from pathlib import Path
from typing import NamedTuple

STRENGTH = ("sha512", "sha384", "sha256", "sha1")
CHUNK = 1 << 20


class Measured(NamedTuple):
    """`digest` is `sha256:…` of the bytes; `matches` is None when there is nothing to compare with."""

    digest: str
    matches: bool | None


class Wanted(NamedTuple):
    """The strongest algorithm of an integrity text, empty when it holds none, and its hashes."""

    algorithm: str
    hashes: tuple[bytes, ...]


def wanted(integrity: str) -> Wanted:
    """Return what `integrity`, an SRI text, asks for."""
    found: dict[str, list[bytes]] = {}
    for part in integrity.split():
        algorithm, dash, rest = part.partition("-")
        if dash and algorithm in STRENGTH:
            found.setdefault(algorithm, []).append(_decoded(rest.partition("?")[0]))
    for algorithm in STRENGTH:
        if algorithm in found:
            return Wanted(algorithm, tuple(found[algorithm]))
    return Wanted("", ())


def from_hex(algorithm: str, digits: str) -> str:
    """Return a hexadecimal hash as an SRI text, empty for no digits."""
    try:
        return f"{algorithm}-{base64.b64encode(binascii.unhexlify(digits)).decode('ascii')}" if digits else ""
    except (binascii.Error, ValueError):
        return f"{algorithm}-"


def measure(path: Path, integrity: str) -> Measured:
    """Return the digest of the file at `path` and whether it is what `integrity` asks for; raises `OSError`."""
    asked = wanted(integrity)
    own = hashlib.sha256()
    compared = hashlib.new(asked.algorithm, usedforsecurity=False) if asked.algorithm else None
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            own.update(chunk)
            if compared is not None:
                compared.update(chunk)
    digest = f"sha256:{own.hexdigest()}"
    return Measured(digest, None if compared is None else compared.digest() in asked.hashes)


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
