"""A `node_modules` folder -> its packages, as a harvester is given them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

from made import artifact

from paredown.harvest.package import Package
from paredown.model import Files
from paredown.tree import open_tree


def opened(folder: Path, known: dict[Path, Package]) -> Package:
    """Return the installed package in `folder`; what it may import is found as Node finds it."""
    folder = folder.resolve()
    if folder not in known:
        content = json.loads((folder / "package.json").read_text())

        def near(name: str) -> Package | None:
            places = (up / "node_modules" / name for up in (folder, *folder.parents) if up.name != "node_modules")
            found = next((place for place in places if (place / "package.json").is_file()), None)
            return opened(found, known) if found else None

        found = artifact(content["name"], content.get("version", "0.0.0"), files=Files(root=folder))
        known[folder] = Package(artifact=found, tree=open_tree(found.files), near=near)
    return known[folder]


def installed(node_modules: Path) -> Iterator[Package]:
    """Yield the packages of the folder, or those of them that `PAREDOWN_TRUTH_PACKAGES` names."""
    known: dict[Path, Package] = {}
    names = sorted(p.parent.relative_to(node_modules).as_posix() for p in node_modules.glob("*/package.json"))
    names += sorted(p.parent.relative_to(node_modules).as_posix() for p in node_modules.glob("@*/*/package.json"))
    chosen = os.environ.get("PAREDOWN_TRUTH_PACKAGES")
    for name in chosen.split(",") if chosen else names:
        yield opened(node_modules / name, known)
