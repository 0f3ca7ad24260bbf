"""The public names that griffe and the written rules give, beside what is harvested.

`PAREDOWN_TRUTH_WHEELS` names a folder with the wheels to compare (`pip download --no-deps`); `-s` prints each table.
Every difference is either put into a class by evidence from the sources, or counts as unexplained.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from made import artifact
from truth.compare import Claim, Names, Part, Subject, compare, record

from paredown.harvest import python
from paredown.harvest.package import Package
from paredown.model import Ecosystem, Entry, Files, Form, Unread
from paredown.tree import open_tree

griffe = pytest.importorskip("griffe", reason="griffe is not installed (the dependency group `truth`)")

from tests.truth.python.listing import Listing  # noqa: E402 - needs griffe
from tests.truth.python.reasons import Reasons  # noqa: E402
from tests.truth.python.unpacked import tops, unpack  # noqa: E402

pytestmark = pytest.mark.truth

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
    "pandas_stubs",
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
    "types_requests",
    "werkzeug",
)
LEAST = 50
"""Names that the smallest of these libraries has at the very least."""
ENOUGH = 0.99
FEW = 3
"""Differences that even a library with less than three hundred names may have; those of the oracle's fault aside."""


@pytest.fixture(scope="session")
def wheels() -> dict[str, Path]:
    folder = os.environ.get("PAREDOWN_TRUTH_WHEELS")
    if not folder:
        pytest.skip("PAREDOWN_TRUTH_WHEELS names no folder with wheels")
    return {path.name.partition("-")[0].lower(): path for path in sorted(Path(folder).glob("*.whl"))}


@pytest.fixture(scope="session")
def site(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All distributions but the stub ones, side by side, as an import would find them."""
    folder = tmp_path_factory.mktemp("site")
    for name, wheel in wheels.items():
        if not is_stub(name):
            unpack(wheel, folder)
    return folder


@pytest.fixture(scope="session")
def packages(wheels: dict[str, Path]) -> Iterator[dict[str, Package]]:
    near: dict[str, Package] = {}
    opened: dict[str, Package] = {}
    for name, wheel in wheels.items():
        made = artifact(name, ecosystem=Ecosystem.PYPI, files=Files(root=wheel, form=Form.ZIP))
        opened[name] = Package(artifact=made, tree=open_tree(made.files), near=near.get)
        near.update(dict.fromkeys(python.top_level(opened[name].tree), opened[name]))
    yield opened
    for package in opened.values():
        package.tree.close()


def is_stub(name: str) -> bool:
    return name.endswith("_stubs") or name.startswith("types_")


def split(name: str, modules: set[str]) -> Names:
    """Return a dotted name as its module, the longest that there is, and the names below."""
    module = name
    while module and module not in modules:
        module = module.rpartition(".")[0]
    return (module, *name[len(module) + 1 :].split(".")) if module and module != name else tuple(name.rsplit(".", 1))


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_the_names_are_those_that_griffe_finds(
    name: str, wheels: dict[str, Path], site: Path, packages: dict[str, Package], tmp_path: Path
) -> None:
    if name not in wheels:
        pytest.skip(f"no wheel of {name} in the folder")
    folder = unpack(wheels[name], tmp_path) if is_stub(name) else site
    loader = griffe.GriffeLoader(search_paths=[folder], allow_inspection=False)
    own = {top.partition(".")[0] for top in tops(wheels[name])}
    for top in own:
        loader.load(top, try_relative_path=False)
    loader.resolve_aliases(implicit=True, external=True)
    listing = Listing([loader.modules_collection[top] for top in tops(wheels[name])], own)
    items = list(python.harvest(packages[name]))
    ours = {tuple(item.symbol.parts): item for item in items if isinstance(item, Entry)}
    modules = {path[0] for path in ours} | {module.path for module in listing.public}
    claims = [
        Claim(Part.MEMBERS if member else Part.NAMES, frozenset(split(path, modules) for path in paths))
        for member, paths in listing.names()
    ]
    listed = {path: Part.NAMES if len(path) == 2 else Part.MEMBERS for path in ours}
    subject = Subject("python", "griffe", name.replace("_", "-"), wheels[name].name.split("-")[1])
    broken = sum(isinstance(item, Unread) and item.why.startswith("parsed with") for item in items)
    found = compare(subject, claims, listed, Reasons(ours, listing).of, degraded=broken)
    record(found)

    assert len(ours) >= LEAST
    for part, score in ((Part.NAMES, found.names), (Part.MEMBERS, found.members)):
        assert found.owed(part, missed=True) <= max(FEW, (1 - ENOUGH) * score.claimed)
        assert found.owed(part, missed=False) <= max(FEW, (1 - ENOUGH) * score.listed)
    assert found.ours <= max(FEW, (1 - ENOUGH) * len(ours))
