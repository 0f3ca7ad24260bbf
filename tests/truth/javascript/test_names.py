"""The names that packages without type declarations have at run time, beside what is harvested.

`PAREDOWN_TRUTH_NODE_MODULES` names a `node_modules` folder of packages that were installed to be run: the oracle
imports each in a process of its own. `PAREDOWN_TRUTH_PACKAGES` names some of them, separated by commas. What a harvest
says is computed at run time is not missed silently; it is shown, and counted apart.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from truth.compare import UNEXPLAINED, Claim, Compared, Difference, Fault, Part, Reason, Subject, compare, record
from truth.installed import installed

from paredown.harvest import javascript, typescript
from paredown.harvest.package import Package
from paredown.model import Entry, Kind, Unread

ORACLE = Path(__file__).with_name("names.mjs")
PATIENCE = 30
RECALL = 0.97
GIVEN = Reason("a property that an ES module gives to the function that is its default", Fault.OURS)
SAID = Reason("computed at run time, which the harvest says", Fault.CHOICE)


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


def beside(package: Package, node_modules: Path) -> Compared | None:
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

    def explain(difference: Difference) -> Reason:
        if difference.missed and said:
            return SAID
        given = difference.missed and truth.get("kind") == "function"
        return GIVEN if given and "module.exports" in names["imported"] else UNEXPLAINED

    return compare(
        Subject("javascript", "the running modules", name, package.artifact.version),
        [Claim(Part.NAMES, frozenset({(name, each)})) for each in wanted],
        {(name, each): Part.NAMES for each in ours},
        explain,
        degraded=sum(isinstance(item, Unread) and item.why.startswith("parsed with") for item in items),
        right=frozenset((name, each) for each in known),
    )


@pytest.mark.truth
def test_no_name_that_is_written_is_missed(node_modules: Path) -> None:
    compared = [found for p in compared_packages(node_modules) if (found := beside(p, node_modules)) is not None]
    if not compared:
        pytest.skip("no package in that folder is without type declarations and loads here")
    for found in compared:
        record(found)
    said = sum(reason is SAID for found in compared for _, reason in found.differences)
    silent = sum(d.missed and reason is not SAID for found in compared for d, reason in found.differences)
    of = sum(found.names.claimed for found in compared) - said
    assert 1 - silent / max(1, of) >= RECALL
