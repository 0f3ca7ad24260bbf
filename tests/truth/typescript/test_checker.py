"""The exports and members that the TypeScript checker sees, beside what is harvested.

`PAREDOWN_TRUTH_NODE_MODULES` names a `node_modules` folder that holds `typescript` and the packages to compare;
`PAREDOWN_TRUTH_PACKAGES` names some of them, separated by commas, instead of all that have declarations.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from truth.compare import UNEXPLAINED, Claim, Compared, Difference, Fault, Names, Part, Reason, Subject, compare, record
from truth.installed import installed

from paredown.harvest import typescript
from paredown.harvest.entrypoints import EntryPoint, entry_points, module_name
from paredown.harvest.package import Package
from paredown.harvest.typescript.files import CONDITIONS
from paredown.model import Entry, Kind, Unread

CHECKER = Path(__file__).with_name("checker.mjs")
NAMES, MEMBERS = 0.999, 0.99
"""Bars for recall and precision of each package; one difference is let pass in a package of less than a thousand."""
ELSEWHERE = Reason("in a module for which the compiler takes another file", Fault.CHOICE)
WRITTEN_OUT = Reason("a property of the type that is written out for what `export =` gives", Fault.OURS)


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
    if (node_modules / "@types/node").is_dir():
        # As in a project that has them: the compiler then knows the modules of the runtime without being asked.
        request |= {"types": ["node"], "typeRoots": [str(node_modules / "@types")]}
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


def claims_of(answer: dict[str, list[dict[str, object]]], ours: set[Names]) -> Iterator[Claim]:
    """Yield a claim for each declaration of the checker's answer."""
    paths: dict[tuple[Part, object], set[Names]] = defaultdict(set)
    lasts: dict[tuple[Part, object], tuple[object, str]] = {}
    for item in answer["items"]:
        path = tuple(item["path"])  # type: ignore[arg-type]
        key = (Part.NAMES if item["kind"] == "name" else Part.MEMBERS, item["id"])
        paths[key].add(path)
        lasts[key] = (item["at"], path[-1])
    # The members of an interface that types `export =` are listed as the module's own, and not again below it.
    listed = {last: p for key, last in lasts.items() if last[0] for p in paths[key] if p in ours}
    for key, of in paths.items():
        also = listed.get(lasts[key])
        yield Claim(key[0], frozenset(of | ({also} if also else set())))


def parts(entries: list[Entry]) -> dict[Names, Part]:
    """Return every path that is listed: a member stands below what is no namespace."""
    owners = {e.symbol.parts for e in entries if e.kind in (Kind.CLASS, Kind.INTERFACE, Kind.ENUM, Kind.TYPE)}
    spaces = {e.symbol.parts for e in entries if e.kind is Kind.NAMESPACE}
    held = (Kind.METHOD, Kind.PROPERTY, Kind.CONSTRUCTOR, Kind.MEMBER)
    found: dict[Names, Part] = {}
    for entry in entries:
        path = entry.symbol.parts
        is_member = path[:-1] in owners and (entry.kind in held or path[:-1] not in spaces)
        found[path] = Part.MEMBERS if is_member else Part.NAMES
    return found


def compared_with_checker(package: Package, node_modules: Path) -> Compared:
    """Compare one package. A declaration is there when it is listed under any path that the checker gives it."""
    answer = asked(package, node_modules)
    items = list(typescript.harvest(package))
    listed = parts([item for item in items if isinstance(item, Entry)])
    claims = list(claims_of(answer, set(listed)))
    modules = {path[0] for claim in claims for path in claim.paths}
    # What a package adds to a module of another is listed under that module; the checker files it elsewhere.
    listed = {path: part for path, part in listed.items() if path[0] in modules}
    assigned = {path[0] for path in listed if path[1:] == ("export=",)}

    def explain(difference: Difference) -> Reason:
        module = difference.path[0]
        if module in answer["elsewhere"]:
            return ELSEWHERE
        if difference.missed and len(difference.path) == 2 and module in assigned:
            return WRITTEN_OUT
        return UNEXPLAINED

    subject = Subject("typescript", "the TypeScript checker", package.artifact.name, package.artifact.version)
    return compare(subject, claims, listed, explain, degraded=degraded(items))


def degraded(items: list[Entry | Unread]) -> int:
    """Count the files that did not parse whole."""
    return sum(isinstance(item, Unread) and item.why.startswith("parsed with") for item in items)


@pytest.mark.truth
def test_the_checker_sees_what_is_harvested(node_modules: Path) -> None:
    below = []
    for package in compared_packages(node_modules):
        found = compared_with_checker(package, node_modules)
        record(found)
        for score, bar in ((found.names, NAMES), (found.members, MEMBERS)):
            missed, extra = score.claimed - score.met, score.listed - score.right
            if (score.recall < bar and missed > 1) or (score.precision < bar and extra > 1):
                below.append(found.subject.name)
    assert below == []
