"""The names that packages without type declarations have at run time, beside what is harvested.

`PAREDOWN_TRUTH_NODE_MODULES` names a `node_modules` folder of packages that were installed to be run: the oracle
imports each in a process of its own. `PAREDOWN_TRUTH_PACKAGES` names some of them, separated by commas. What a harvest
says is computed at run time is not missed silently; it is shown, and counted apart.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from truth.installed import installed

from paredown.harvest import javascript, typescript
from paredown.harvest.package import Package
from paredown.model import Entry, Kind, Unread

ORACLE = Path(__file__).with_name("names.mjs")
PATIENCE = 30
SHOWN = 12
RECALL = 0.97


class Compared(NamedTuple):
    """One package: its names at run time, those of them that are harvested, and what differs."""

    name: str
    of: int
    found: int
    missed: list[str]
    extra: list[str]
    said: bool
    """Whether the harvest says that exports are computed."""

    def __str__(self) -> str:
        missed, extra = " ".join(self.missed[:SHOWN]), " ".join(self.extra[:SHOWN])
        said = "said" if self.said else ""
        return f"{self.name:32} {self.found:5} of {self.of:5}  {said:5} missed: {missed}  extra: {extra}"


@pytest.fixture(scope="module")
def node_modules() -> Path:
    named = os.environ.get("PAREDOWN_TRUTH_NODE_MODULES")
    if not named or not Path(named).is_dir():
        pytest.skip("PAREDOWN_TRUTH_NODE_MODULES names no node_modules folder of packages that may be run")
    return Path(named).resolve()


def compared_packages(node_modules: Path) -> Iterator[Package]:
    return (
        package
        for package in installed(node_modules)
        if not typescript.describes(package) and javascript.describes(package)
    )


def at_run_time(name: str, node_modules: Path) -> dict[str, list[str] | str]:
    """Return what the oracle says of a package, nothing when it does not load or end."""
    try:
        done = subprocess.run(
            ["node", "--input-type=module", "--eval", ORACLE.read_text(), "--", name],
            cwd=node_modules.parent,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return {}
    _, marked, answer = done.stdout.rpartition("\n@@")
    return json.loads(answer) if marked else {}


def compare(package: Package, node_modules: Path) -> Compared | None:
    """Compare one package, None when it does not load here. Names that no code can spell are left out of both."""
    name = package.artifact.name
    truth = at_run_time(name, node_modules)
    if not truth:
        return None
    names = {kind: set(truth.get(kind, [])) for kind in ("keys", "own", "inherited", "imported")}
    wanted = names["keys"] if "kind" in truth else names["imported"]
    if truth.get("kind") == "function":
        wanted = wanted | {"default"}
    if names["inherited"]:
        # An instance: what begins with `_` is private by the custom of the language.
        wanted = {each for each in wanted if not each.startswith("_")}
    wanted = {w for w in wanted if w.replace("$", "_").isidentifier() and w not in ("__esModule", "module.exports")}
    items = list(javascript.harvest(package))
    ours = {
        e.symbol.parts[1] for e in items if isinstance(e, Entry) and e.import_path == name and e.kind is not Kind.TYPE
    }
    known = wanted | names["own"] | names["inherited"] | names["imported"] | {"default"}
    said = any(isinstance(item, Unread) and "computed at run time" in item.why for item in items)
    return Compared(name, len(wanted), len(wanted & ours), sorted(wanted - ours), sorted(ours - known), said)


@pytest.mark.truth
def test_no_name_that_is_written_is_missed(node_modules: Path) -> None:
    compared = [found for p in compared_packages(node_modules) if (found := compare(p, node_modules)) is not None]
    if not compared:
        pytest.skip("no package in that folder is without type declarations and loads here")
    said = sum(len(each.missed) for each in compared if each.said)
    silent = sum(len(each.missed) for each in compared if not each.said)
    of = sum(each.of for each in compared) - said
    extra = sum(len(each.extra) for each in compared)
    recall = 1 - silent / max(1, of)
    lines = [*map(str, compared), f"{len(compared)} packages: recall {recall:.4f} ({of - silent} of {of})"]
    sys.stderr.write("\n".join((*lines, f"{said} names said to be computed, {extra} extra", "")))
    assert recall >= RECALL
