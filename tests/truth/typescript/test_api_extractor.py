"""What API Extractor lists of its own scenarios, and of published Firebase packages, beside what is harvested.

The scenarios are in the folder `shared`. What they import from other packages is not: a package stands in for each,
which declares every name that is asked of it. The Firebase packages of exactly the reports' versions are looked for in
the folder that `PAREDOWN_TRUTH_FIREBASE` names (`npm install --ignore-scripts`).
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from made import artifact
from truth.compare import (
    UNEXPLAINED,
    Claim,
    Compared,
    Difference,
    Fault,
    Part,
    Reason,
    Subject,
    compare,
    record,
)
from truth.installed import opened
from truth.typescript.reports import exported, modelled
from truth.typescript.test_checker import degraded, parts

from paredown.harvest import typescript
from paredown.harvest.package import Package
from paredown.model import Entry, Files
from paredown.tree import open_tree

pytestmark = pytest.mark.truth

MODULE = "scenario"
ORACLE = "API Extractor"
ENOUGH = 0.999
FIREBASE = re.compile(r"firebase-(.+)@(.+)\.api\.md")
IMPORTED = re.compile(r"""(?:import|export)\s+(type\s+)?(.*?)\s*from\s*["']([^"'.][^"']*)["']""")
MEMBERS = 0.98
"""A hundred members in all."""
WHOLE = Reason("what a module of another package holds that is passed on whole", Fault.CHOICE)
COMPUTED = Reason("a computed name, listed as it is written", Fault.CHOICE)
ALPHA = Reason("marked @alpha: the report lists it, the model leaves it out", Fault.ORACLE)


@pytest.fixture(scope="module")
def reports(shared: Path) -> Path:
    folder = shared / "truth/typescript"
    if not folder.is_dir():
        pytest.skip("the folder `shared` has no truth/typescript")
    return folder


def stand_ins(rollup: str, folder: Path) -> Callable[[str], Package | None]:
    """Make a package for each that `rollup` imports from, with the names it asks for."""
    wanted: dict[str, set[str]] = {}
    for _, clause, specifier in IMPORTED.findall(rollup):
        package = "/".join(specifier.split("/")[: 2 if specifier.startswith("@") else 1])
        names = re.search(r"\{(.*)\}", clause)
        inner = [name.split(" as ")[0].removeprefix("type ").strip() for name in names[1].split(",")] if names else []
        wanted.setdefault(package, set()).update(name for name in inner if name)
    made: dict[str, Package] = {}
    for number, (name, names) in enumerate(sorted(wanted.items())):
        place = folder / f"near{number}"
        (place / "lib").mkdir(parents=True)
        (place / "package.json").write_text(json.dumps({"name": name, "version": "1.0.0", "types": "index.d.ts"}))
        lines = [f"export declare class {each} {{}}" for each in sorted(names - {"default"})]
        for file in ("index.d.ts", "lib/index.d.ts"):
            (place / file).write_text("\n".join([*lines, "declare const d: unknown;", "export default d;"]))
        found = artifact(name, files=Files(root=place))
        made[name] = Package(artifact=found, tree=open_tree(found.files), near=lambda _: None)
    return made.get


def scenario(folder: Path, place: Path) -> Package:
    """Return the rollup of a scenario as the only module of a package."""
    rollup = (folder / "rollup.d.ts").read_text("utf-8")
    own = place / "own"
    own.mkdir(parents=True)
    (own / "package.json").write_text(json.dumps({"name": MODULE, "version": "1.0.0", "types": "index.d.ts"}))
    (own / "index.d.ts").write_text(rollup, "utf-8")
    found = artifact(MODULE, files=Files(root=own))
    return Package(artifact=found, tree=open_tree(found.files), near=stand_ins(rollup, place))


def claims_of(folder: Path) -> list[Claim]:
    """Return what the report and the model of a scenario list; only the model knows members and namespaces."""
    (report,) = folder.glob("*.api.md")
    (model,) = folder.glob("*.api.json")
    names = exported(report.read_text("utf-8"))
    claims = list(modelled(json.loads(model.read_text("utf-8")), MODULE, names))
    known = {path for claim in claims for path in claim.paths}
    more = {(MODULE, name) for name, _, internal in names if not internal} - known
    return [*claims, *(Claim(Part.NAMES, frozenset({path})) for path in more)]


def explain(difference: Difference, rollup: str) -> Reason:
    """Return the class of a difference, by the text of the rollup."""
    _, first, *rest = difference.path
    if rest and re.search(rf"import \* as {first}\b", rollup):
        return WHOLE
    if rest and (rest[-1].startswith("[") or f'= "{rest[-1]}"' in rollup):
        return COMPUTED
    if rest and re.search(rf"@alpha(?:(?!\*/).)*\*/\s*[\w ]*\b{re.escape(rest[-1])}\b", rollup, re.DOTALL):
        return ALPHA
    return UNEXPLAINED


def test_every_scenario_is_harvested_as_it_is_listed(reports: Path, tmp_path: Path) -> None:
    found: list[Compared] = []
    for folder in sorted((reports / "api-extractor-scenarios").iterdir()):
        package = scenario(folder, tmp_path / folder.name)
        items = list(typescript.harvest(package))
        listed = parts([item for item in items if isinstance(item, Entry)])
        rollup = (folder / "rollup.d.ts").read_text("utf-8")
        subject = Subject("typescript", ORACLE, folder.name, "ae8073b330ea")
        found.append(
            compare(
                subject, claims_of(folder), listed, lambda d, text=rollup: explain(d, text), degraded=degraded(items)
            )
        )

    whole = together(f"{len(found)} scenarios", found)
    record(whole)
    assert len(found) > 50
    assert whole.names.recall >= ENOUGH
    assert whole.members.recall >= MEMBERS
    assert whole.ours == 0


def together(name: str, found: list[Compared]) -> Compared:
    """Return several comparisons as one; a path begins with the name of its own."""

    def added(part: str) -> list[int]:
        return [sum(counts) for counts in zip(*(getattr(each, part) for each in found), strict=True)]

    differences = [
        each._replace(difference=each.difference._replace(path=(one.subject.name, *each.difference.path[1:])))
        for one in found
        for each in one.differences
    ]
    first = found[0]
    return Compared(
        first.subject._replace(name=name),
        first.names._make(added("names")),
        first.members._make(added("members")),
        tuple(differences),
        sum(one.degraded for one in found),
    )


def test_firebase_is_harvested_as_its_reports_list_it(reports: Path) -> None:
    named = os.environ.get("PAREDOWN_TRUTH_FIREBASE")
    if not named:
        pytest.skip("PAREDOWN_TRUTH_FIREBASE names no node_modules folder with the packages of the reports")
    below: list[str] = []
    for report in sorted(reports.glob("firebase-*.api.md")):
        match = FIREBASE.fullmatch(report.name)
        assert match is not None
        name = f"@firebase/{match[1]}"
        package = opened(Path(named) / name, {})
        assert package.artifact.version == match[2], f"{name}: the report is of {match[2]}"
        found = beside(package, report.read_text("utf-8"))
        record(found)
        if found.names.recall < ENOUGH or found.ours:
            below.append(name)
    assert below == []


def beside(package: Package, report: str) -> Compared:
    """Compare the exports of the root module with a report."""
    name = package.artifact.name
    items = list(typescript.harvest(package))
    listed = {
        item.symbol.parts: Part.NAMES
        for item in items
        if isinstance(item, Entry) and item.import_path == name and len(item.symbol.parts) == 2
    }
    claims = [Claim(Part.NAMES, frozenset({(name, each)})) for each, _, internal in exported(report) if not internal]
    subject = Subject("typescript", ORACLE, name, package.artifact.version)
    return compare(subject, claims, listed, degraded=degraded(items))
