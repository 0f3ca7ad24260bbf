"""What distributions have when they run, beside what is harvested of the very files that ran.

`PAREDOWN_TRUTH_PYTHON` names an interpreter of an environment that holds the distributions of `PAREDOWN_TRUTH_WHEELS`
and what they need (whose wheels are in its folder `deps`): it IMPORTS them. Every difference is put into a class by evidence from the sources.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest
from made import artifact
from truth.compare import UNEXPLAINED, Claim, Difference, Fault, Names, Part, Reason, Subject, compare, record

from paredown.harvest import python
from paredown.harvest.package import Package
from paredown.model import Ecosystem, Entry, Files, Form, Unread
from paredown.tree import open_tree
from tests.truth.python.bindings import Bindings, bindings_of

pytestmark = pytest.mark.truth

ORACLE = Path(__file__).with_name("running.py")
PATIENCE = 300
DISTRIBUTIONS = (
    "aiohttp",
    "attrs",
    "boto3",
    "click",
    "cryptography",
    "django",
    "fastapi",
    "flask",
    "google_cloud_storage",
    "httpx",
    "jinja2",
    "numpy",
    "packaging",
    "pandas",
    "pillow",
    "pydantic",
    "pytest",
    "pyyaml",
    "requests",
    "rich",
    "scikit_learn",
    "sqlalchemy",
    "starlette",
    "structlog",
    "typer",
    "werkzeug",
)
ENOUGH = 0.99

TYPED = Reason("declared for type checkers only: in a stub, or under TYPE_CHECKING", Fault.CHOICE)
FALLBACK = Reason("where an import fails, or under a condition", Fault.CHOICE)
INSTANCE = Reason("an attribute that only instances have", Fault.ORACLE)
DYNAMIC = Reason("made while the module runs: no statement binds the name", Fault.CHOICE)
MADE = Reason("given to the class by a metaclass, a decorator or a loop: its body does not bind it", Fault.CHOICE)
UNLOADED = Reason("listed under a path whose module does not load here", Fault.ORACLE)
COMPILED = Reason("in a compiled module without a stub", Fault.CHOICE)
FOREIGN = Reason("of a class of another distribution that is passed on", Fault.CHOICE)


@pytest.fixture(scope="session")
def wheels() -> dict[str, Path]:
    folder = os.environ.get("PAREDOWN_TRUTH_WHEELS")
    if not folder:
        pytest.skip("PAREDOWN_TRUTH_WHEELS names no folder with wheels")
    return {path.name.partition("-")[0].lower(): path for path in sorted(Path(folder).glob("*.whl"))}


@pytest.fixture(scope="session")
def interpreter() -> str:
    named = os.environ.get("PAREDOWN_TRUTH_PYTHON")
    if not named:
        pytest.skip("PAREDOWN_TRUTH_PYTHON names no interpreter that has the distributions")
    return named


@pytest.fixture(scope="session")
def packages(wheels: dict[str, Path]) -> dict[str, Package]:
    near: dict[str, Package] = {}
    opened: dict[str, Package] = {}
    beside = {
        path.name.partition("-")[0].lower(): path
        for path in Path(os.environ["PAREDOWN_TRUTH_WHEELS"]).glob("deps/*.whl")
    }
    for name, wheel in {**beside, **wheels}.items():
        if name.endswith("_stubs") or name.startswith("types_"):
            continue
        made = artifact(name, ecosystem=Ecosystem.PYPI, files=Files(root=wheel, form=Form.ZIP))
        opened[name] = Package(artifact=made, tree=open_tree(made.files), near=near.get)
        near.update(dict.fromkeys(python.top_level(opened[name].tree), opened[name]))
    return opened


def modules_of(wheel: Path) -> list[str]:
    """Return the modules of a wheel that a caller may import: by their spelling, tests left out."""
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.endswith((".py", ".pyi", ".so"))]
    found = set()
    for name in names:
        stem = re.sub(r"(\.cpython-[^/]*|\.abi3)?\.(pyi?|so)$", "", name)
        parts = stem.split("/")
        parts = parts[:-1] if parts[-1] == "__init__" else parts
        if parts and all(p.isidentifier() and p[0] != "_" and p not in ("tests", "conftest") for p in parts):
            found.add(".".join(parts))
    return sorted(found)


def ran(interpreter: str, modules: list[str], listed: Iterable[Names]) -> dict[str, list[object]]:
    """Return what the oracle answers."""
    done = subprocess.run(
        [interpreter, str(ORACLE)],
        input=json.dumps({"modules": modules, "listed": list(listed)}),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
        cwd="/",
    )
    return json.loads(done.stdout.rpartition("\n@@")[2])  # type: ignore[no-any-return]


class Sources:
    """Evidence from the files of one wheel, unpacked in `folder`."""

    def __init__(self, wheel: Path, folder: Path) -> None:
        self._folder = folder
        self._bindings: dict[str, Bindings] = {}
        with zipfile.ZipFile(wheel) as archive:
            self._names = set(archive.namelist())
            for name in self._names:
                if name.endswith((".py", ".pyi")):
                    archive.extract(name, folder)

    def text(self, module: str) -> str:
        """Return the source of a module, empty where there is none."""
        at = module.replace(".", "/")
        for name in (f"{at}.py", f"{at}/__init__.py"):
            if name in self._names:
                return (self._folder / name).read_text("utf-8", "replace")
        return ""

    def stub(self, module: str) -> bool:
        """Whether a stub speaks for a module."""
        at = module.replace(".", "/")
        return f"{at}.pyi" in self._names or f"{at}/__init__.pyi" in self._names

    def bindings(self, module: str) -> Bindings:
        """Return how a module binds its names."""
        if module not in self._bindings:
            at = module.replace(".", "/")
            name = next((n for n in (f"{at}.py", f"{at}/__init__.py") if n in self._names), "")
            self._bindings[module] = (
                bindings_of(self._folder / name, module, name.endswith("__init__.py")) if name else Bindings()
            )
        return self._bindings[module]

    def of(self, difference: Difference, home: str) -> Reason:
        """Return the class of a difference, by the file of the module that the name is from."""
        module, *names = difference.path
        here, found, last = self.bindings(module), self.bindings(home), names[-1]
        text = self.text(home)
        ways = here.conditional | here.fallback | found.conditional | found.fallback
        if not difference.missed:
            return self.extra(difference.path, here)
        if self.stub(home) or self.stub(module):
            return TYPED
        if home.partition(".")[0] != module.partition(".")[0]:
            return FOREIGN
        if not text:
            return COMPILED
        if len(names) > 1 and last not in found.bodies.get(names[-2], ()):
            return MADE
        if len(names) == 1 and not re.search(
            rf"^\s*(?:(?:async )?def |class |.*\bimport\b.*)?{re.escape(last)}\b", text, re.MULTILINE
        ):
            return DYNAMIC
        return FALLBACK if names[0] in ways else UNEXPLAINED

    def extra(self, path: Names, here: Bindings) -> Reason:
        """Return the class of what is listed and not there when the module runs."""
        module, first, *rest = path
        if self.stub(module) or first in here.typing_only:
            return TYPED
        if first in here.conditional | here.fallback:
            return FALLBACK
        return INSTANCE if rest else UNEXPLAINED


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_the_names_are_those_that_a_running_program_has(
    name: str, interpreter: str, wheels: dict[str, Path], packages: dict[str, Package], tmp_path: Path
) -> None:
    if name not in wheels:
        pytest.skip(f"no wheel of {name} in the folder")
    items = list(python.harvest(packages[name]))
    ours = [item.symbol.parts for item in items if isinstance(item, Entry)]
    answer = ran(interpreter, modules_of(wheels[name]), ours)
    failed = set(answer["failed"])
    paths = {path: there for path, there in zip(ours, answer["there"], strict=True) if path[0] not in failed}
    listed = {path: Part.NAMES if len(path) == 2 else Part.MEMBERS for path in paths}
    claims: list[Claim] = []
    homes: dict[Names, str] = {}
    for each in answer["claims"]:
        at = frozenset(tuple(path) for path in each["paths"])  # type: ignore[index]
        claims.append(Claim(Part.MEMBERS if each["member"] else Part.NAMES, at))  # type: ignore[index]
        homes |= {path: each["home"] or path[0] for path in at}  # type: ignore[index]
    right = frozenset(path for path, there in paths.items() if there)
    broken = sum(isinstance(item, Unread) and item.why.startswith("parsed with") for item in items)
    subject = Subject("python", "the running modules", name.replace("_", "-"), wheels[name].name.split("-")[1])
    sources = Sources(wheels[name], tmp_path)

    unloaded = {path[1:] for path in ours if path[0] in failed}

    def explain(difference: Difference) -> Reason:
        if difference.missed and difference.path[1:] in unloaded:
            return UNLOADED
        return sources.of(difference, homes.get(difference.path, difference.path[0]))

    found = compare(subject, claims, listed, explain, degraded=broken, right=right)
    record(found)

    assert found.names.claimed
    assert found.ours <= 0.01 * len(ours)
