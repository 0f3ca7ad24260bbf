"""The exports and members that the TypeScript checker sees, beside what is harvested.

`PAREDOWN_TRUTH_NODE_MODULES` names a `node_modules` folder that holds `typescript` and the packages to compare;
`PAREDOWN_TRUTH_PACKAGES` names some of them, separated by commas, instead of all that have declarations.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from truth.installed import installed

from paredown.harvest import typescript
from paredown.harvest.entrypoints import EntryPoint, entry_points, module_name
from paredown.harvest.package import Package
from paredown.harvest.typescript.files import CONDITIONS
from paredown.model import Entry

CHECKER = Path(__file__).with_name("checker.mjs")
SHOWN = 8
NAMES, MEMBERS, PRECISION = 0.99, 0.99, 0.99
"""Bars for one package; over all of them the bar for names is `ALL_NAMES`."""
ALL_NAMES = 0.999


class Part(NamedTuple):
    """Of how many declarations of the checker's, those that are missing, each by its shortest path."""

    of: int
    missed: list[tuple[str, ...]]

    @property
    def recall(self) -> float:
        return 1 - len(self.missed) / max(1, self.of)


class Compared(NamedTuple):
    """One package beside the checker."""

    names: Part
    members: Part
    ours: int
    extra: list[tuple[str, ...]]
    elsewhere: list[str]

    @property
    def precision(self) -> float:
        return 1 - len(self.extra) / max(1, self.ours)


@pytest.fixture(scope="module")
def node_modules() -> Path:
    named = os.environ.get("PAREDOWN_TRUTH_NODE_MODULES")
    if not named or not (Path(named) / "typescript/lib/typescript.js").is_file():
        pytest.skip("PAREDOWN_TRUTH_NODE_MODULES names no node_modules folder that holds typescript")
    return Path(named).resolve()


def compared_packages(node_modules: Path) -> Iterator[Package]:
    return (package for package in installed(node_modules) if typescript.describes(package))


def asked(package: Package, node_modules: Path) -> dict[str, object]:
    """Return what the checker says of `package`."""
    root = Path(package.artifact.files.root).resolve()
    points = [
        point
        for point in entry_points(package.tree, module_name(package.artifact.name), CONDITIONS)
        if isinstance(point, EntryPoint)
    ]
    modules = {point.specifier: str(root / point.path) for point in points}
    request = {"name": package.artifact.name, "root": str(root), "modules": modules, "specifiers": list(modules)}
    done = subprocess.run(
        ["node", "--max-old-space-size=3000", str(CHECKER), str(node_modules / "typescript/lib/typescript.js")],
        input=json.dumps(request),
        capture_output=True,
        text=True,
        check=True,
    )
    answer = json.loads(done.stdout)
    answer["elsewhere"] = [s for s, path in answer["resolved"].items() if path and path != modules[s]]
    return answer


def compare(package: Package, node_modules: Path) -> Compared:
    """Compare one package. A declaration is there when it is listed under any path that the checker gives it."""
    answer = asked(package, node_modules)
    items = [
        (item["kind"], item["id"], (item["at"], item["path"][-1]), tuple(item["path"])) for item in answer["items"]
    ]
    ours = {entry.symbol.parts for entry in typescript.harvest(package) if isinstance(entry, Entry)}
    # The members of an interface that types `export =` are listed as the module's own, and not again below it.
    listed = {last for _, _, last, path in items if last[0] and path in ours}
    parts = {}
    for kind in ("name", "member"):
        paths: dict[str, list[tuple[str, ...]]] = defaultdict(list)
        lasts = {}
        for its_kind, identity, last, path in items:
            if its_kind == kind:
                paths[identity].append(path)
                lasts[identity] = last
        missed = [p for i, p in paths.items() if ours.isdisjoint(p) and lasts[i] not in listed]
        parts[kind] = Part(len(paths), sorted(min(p, key=lambda path: (len(path), path)) for p in missed))
    seen = {path for *_, path in items}
    # What a package adds to a module of another is listed under that module; the checker files it elsewhere.
    modules = {path[0] for path in seen}
    extra = sorted(path for path in ours - seen if path[0] in modules)
    return Compared(parts["name"], parts["member"], len(ours), extra, answer["elsewhere"])  # type: ignore[arg-type]


def say(line: str) -> None:
    """Show a line of the table, which `-s` lets through."""
    sys.stdout.write(f"{line}\n")


@pytest.mark.truth
def test_the_checker_sees_what_is_harvested(node_modules: Path) -> None:
    compared = {package.artifact.name: compare(package, node_modules) for package in compared_packages(node_modules)}

    for name, (names, members, ours, extra, elsewhere) in compared.items():
        say(
            f"{name:32s} names {names.of - len(names.missed)}/{names.of} {names.recall:.4f}  "
            f"members {members.of - len(members.missed)}/{members.of} {members.recall:.4f}  "
            f"listed {ours}, precision {compared[name].precision:.4f}"
        )
        for label, paths in (("missed", names.missed), ("missed member", members.missed), ("extra", extra)):
            for path in paths[:SHOWN]:
                say(f"    {label}: {' '.join(path)}")
        for specifier in elsewhere[:SHOWN]:
            say(f"    the compiler finds another file for {specifier}")

    assert compared
    below = [
        name
        for name, found in compared.items()
        if found.names.recall < NAMES or found.members.recall < MEMBERS or found.precision < PRECISION
    ]
    assert below == []
    missed = sum(len(found.names.missed) for found in compared.values())
    assert 1 - missed / max(1, sum(found.names.of for found in compared.values())) >= ALL_NAMES
