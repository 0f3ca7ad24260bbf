"""Small npm projects, tarballs and installed packages, made on disk for one test."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import re
import shutil
import tarfile
from collections.abc import Mapping
from pathlib import Path

from paredown.model import Artifact
from paredown.resolve.graph import Graph, Options
from paredown.resolve.npm import resolve

FORMATS = Path(__file__).parent / "formats"
FIELDS: dict[str, dict[str, object]] = {"paint@2.1.0": {"peerDependencies": {"easel": "*"}}}
"""What the package.json of a made tarball says beyond its name and version."""
PLACEHOLDER = re.compile(r"(INTEGRITY|SHA1) (@?[\w./-]+@[\w.]+)")


def project(root: Path, files: Mapping[str, object]) -> Path:
    """Write `files` below `root`, objects as JSON, and return `root`."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return root


def graph(root: Path, **options: object) -> Graph:
    """Resolve the project at `root`, offline unless told otherwise, with its archives beside it."""
    options.setdefault("offline", True)
    options.setdefault("archives", archives_of(root))
    return resolve(root, Options(**options))  # type: ignore[arg-type]


def archives_of(root: Path) -> Path:
    return root.parent / f"{root.name}-archives"


def stock(root: Path, *specifiers: str) -> None:
    """Put a tarball of each `name@version` where a run for the project at `root` looks for what was brought."""
    for specifier in specifiers:
        name, _, version = specifier.rpartition("@")
        path = archives_of(root) / "npm" / name / f"{version}.tgz"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(tarball(specifier))


def tarball(specifier: str, **fields: object) -> bytes:
    """Return the npm tarball of `name@version`, the same bytes every time."""
    name, _, version = specifier.rpartition("@")
    manifest = {"name": name, "version": version, **FIELDS.get(specifier, {}), **fields}
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as archive:
        for path, content in {"package.json": json.dumps(manifest), "index.d.ts": f"export {{}} // {name}"}.items():
            member = tarfile.TarInfo(f"package/{path}")
            member.size = len(content.encode())
            archive.addfile(member, io.BytesIO(content.encode()))
    return gzip.compress(plain.getvalue(), mtime=0)


def sri(content: bytes, algorithm: str = "sha512") -> str:
    return f"{algorithm}-{base64.b64encode(hashlib.new(algorithm, content).digest()).decode()}"


def installed(root: Path, where: str, specifier: str, **fields: object) -> Path:
    """Install `name@version` into the folder `where` of the project at `root`."""
    name, _, version = specifier.rpartition("@")
    manifest = {"name": name, "version": version, **fields}
    project(root / where, {"package.json": manifest, "index.d.ts": f"export declare const it: '{specifier}'"})
    return root / where


def package_lock(**packages: Mapping[str, object]) -> dict[str, object]:
    """Return a package-lock.json of version 3 with the given entries, `node_modules/` before each plain name."""
    return {"lockfileVersion": 3, "packages": {"": {}, **packages}}


def atlas(root: Path, lock_format: str) -> Path:
    """Write the project `formats/project` with the lock file of one format, its hashes those of made tarballs."""
    shutil.copytree(FORMATS / "project", root)
    for path in (FORMATS / lock_format).iterdir():
        text = path.read_text(encoding="utf-8")
        (root / path.name).write_text(PLACEHOLDER.sub(_hashed, text), encoding="utf-8")
    return root


def by_name(found: Graph) -> dict[str, Artifact]:
    """Return the artifacts as `name@version`."""
    return {f"{artifact.name}@{artifact.version}": artifact for artifact in found.artifacts}


def edges(artifact: Artifact) -> dict[str, str]:
    """Return the edges, each to a `name@version`."""
    return {edge.name: edge.purl.removeprefix("pkg:npm/").replace("%40", "@") for edge in artifact.requires}


def _hashed(found: re.Match[str]) -> str:
    content = tarball(found[2])
    return sri(content) if found[1] == "INTEGRITY" else hashlib.sha1(content).hexdigest()
