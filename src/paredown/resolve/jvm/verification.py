"""`gradle/verification-metadata.xml` -> which hashes a file of a library may have."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from paredown.errors import UnreadableProject
from paredown.resolve.jvm.document import BadDocument, Element, parse
from paredown.resolve.jvm.reading import bytes_of
from paredown.resolve.project_file import ProjectFile

VERIFICATION = "gradle/verification-metadata.xml"
STRENGTH = ("sha512", "sha256", "sha1", "md5")
COUNTED = frozenset(STRENGTH[:3])
"""MD5 is no proof: a file that only it vouches for counts as one without a hash."""
CHUNK = 1 << 20

Allowed = Mapping[tuple[str, str], Mapping[str, frozenset[str]]]
"""By coordinates and file name, the allowed hashes of each algorithm, lower-case hexadecimal."""


class Measured(NamedTuple):
    """A file's SHA-256 in hexadecimal, and whether it is the one that is asked for; None when nothing is asked."""

    sha256: str
    matches: bool | None


def read_verification(root: Path) -> Allowed:
    """Return the hashes that the project at `root` names; raises `UnreadableProject` for a file that says nothing."""
    file = ProjectFile(root, VERIFICATION)
    if not file.exists:
        return {}
    try:
        metadata = parse(bytes_of(file))
    except BadDocument as error:
        raise UnreadableProject(file.at(), error.reason) from error
    allowed: dict[tuple[str, str], dict[str, frozenset[str]]] = {}
    for component in metadata.each("component", "components"):
        at = ":".join(component.attributes.get(part, "") for part in ("group", "name", "version"))
        for artifact in component.each("artifact"):
            hashes = {algorithm: _values(artifact, algorithm) for algorithm in STRENGTH}
            allowed[(at, artifact.attributes.get("name", ""))] = {k: v for k, v in hashes.items() if v}
    return allowed


def measure(path: Path, asked: Mapping[str, frozenset[str]]) -> Measured:
    """Return the hash of the file at `path` and whether it is one of those `asked` for; raises `OSError`."""
    strongest = next((algorithm for algorithm in STRENGTH if algorithm in asked and algorithm in COUNTED), "")
    own = hashlib.sha256()
    other = hashlib.new(strongest, usedforsecurity=False) if strongest not in ("", "sha256") else None
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            own.update(chunk)
            if other is not None:
                other.update(chunk)
    if not strongest:
        return Measured(own.hexdigest(), None)
    return Measured(own.hexdigest(), (other or own).hexdigest() in asked[strongest])


def _values(artifact: Element, algorithm: str) -> frozenset[str]:
    found: set[str] = set()
    for one in artifact.each(algorithm):
        found.add(one.attributes.get("value", "").lower())
        found.update(also.attributes.get("value", "").lower() for also in one.each("also-trust"))
    return frozenset(found)
