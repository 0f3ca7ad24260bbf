"""Small Swift projects on disk, with the checkouts that SwiftPM would have made."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from paredown.resolve import Options
from paredown.resolve.graph import Graph
from paredown.resolve.swiftpm import resolve

HOST = "https://git.example"
REVISION = "0123456789abcdef0123456789abcdef01234567"
OTHER = "fedcba9876543210fedcba9876543210fedcba98"


def pin(name: str, version: str | None = "1.0.0", owner: str = "maker", **state: str) -> dict[str, object]:
    """Return a pin as version 2 and 3 write it."""
    return {
        "identity": name.lower(),
        "kind": "remoteSourceControl",
        "location": f"{HOST}/{owner}/{name}.git",
        "state": {"revision": REVISION, **({"version": version} if version else {}), **state},
    }


def lock(*pins: Mapping[str, object], version: int = 3) -> str:
    """Return a Package.resolved."""
    return json.dumps({"originHash": "0", "pins": list(pins), "version": version})


def manifest(dependencies: str = "", targets: str = "", products: str = "", more: str = "") -> str:
    """Return a Package.swift."""
    return (
        "// swift-tools-version:5.9\nimport PackageDescription\nlet package = Package(\n"
        f'  name: "app",\n  products: [{products}],\n  dependencies: [{dependencies}],\n  targets: [{targets}]\n)\n{more}'
    )


def library(name: str, *modules: str, needs: str = "", dependencies: str = "") -> str:
    """Return the manifest of a package with one product, called `name`, of `modules`."""
    made = modules or (name,)
    listed = ", ".join(f'"{module}"' for module in made)
    return manifest(
        dependencies=dependencies,
        products=f'.library(name: "{name}", targets: [{listed}])',
        targets=", ".join(f'.target(name: "{module}", dependencies: [{needs}])' for module in made),
    )


def write(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write `files` below `root` and return it."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def checkout(
    root: Path, name: str, files: Mapping[str, str | bytes], *, at: str = ".build/checkouts", head: str = REVISION
) -> None:
    """Write the checkout of a package, at the commit `head`."""
    write(root / at / name, {".git/HEAD": f"{head}\n", **files})


def graph(project: Path, *, dev: bool = False, checkouts: Path | None = None) -> Graph:
    """Return the graph of `project`."""
    return resolve(project, Options(archives=project / "archives", dev=dev, offline=True, checkouts=checkouts))


def declared(found: Graph) -> list[str]:
    """Return the names of the declared modules."""
    return sorted(artifact.name for artifact in found.artifacts if artifact.declared)


def others(found: Graph) -> list[str]:
    """Return the names of the modules that are not declared."""
    return sorted(artifact.name for artifact in found.artifacts if not artifact.declared)
