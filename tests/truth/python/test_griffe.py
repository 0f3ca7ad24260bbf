"""The public names that griffe and the written rules give, beside what is harvested.

`PAREDOWN_TRUTH_WHEELS` names a folder with the wheels to compare (`pip download --no-deps`); `-s` prints each table.
Every difference is either put into a class by evidence from the sources, or counts as unexplained.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from made import artifact

from paredown.harvest import python
from paredown.harvest.package import Package
from paredown.model import Ecosystem, Entry, Files, Form
from paredown.tree import open_tree

griffe = pytest.importorskip("griffe", reason="griffe is not installed (the dependency group `truth`)")

from tests.truth.python.listing import Listing  # noqa: E402 - needs griffe
from tests.truth.python.reasons import UNEXPLAINED, Reasons  # noqa: E402
from tests.truth.python.unpacked import tops, unpack  # noqa: E402

pytestmark = pytest.mark.truth

DISTRIBUTIONS = (
    "aiohttp",
    "attrs",
    "boto3",
    "click",
    "django",
    "fastapi",
    "flask",
    "google_cloud_storage",
    "httpx",
    "jinja2",
    "numpy",
    "pandas_stubs",
    "pydantic",
    "pytest",
    "requests",
    "rich",
    "sqlalchemy",
    "starlette",
    "structlog",
    "types_requests",
)
LEAST = 50
"""Names that the smallest of these libraries has at the very least."""
EXPLAINED = 0.99
SHOWN = 6


class Compared(NamedTuple):
    """The names of both sides."""

    ours: dict[str, Entry]
    theirs: set[str]
    reasons: Reasons

    @property
    def recall(self) -> float:
        return len(self.ours.keys() & self.theirs) / len(self.theirs)

    @property
    def precision(self) -> float:
        return len(self.ours.keys() & self.theirs) / len(self.ours)


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


@pytest.fixture
def compared(
    request: pytest.FixtureRequest, wheels: dict[str, Path], site: Path, packages: dict[str, Package], tmp_path: Path
) -> Compared:
    name = request.param
    if name not in wheels:
        pytest.skip(f"no wheel of {name} in the folder")
    folder = unpack(wheels[name], tmp_path) if is_stub(name) else site
    loader = griffe.GriffeLoader(search_paths=[folder], allow_inspection=False)
    own = {top.partition(".")[0] for top in tops(wheels[name])}
    for top in own:
        loader.load(top, try_relative_path=False)
    loader.resolve_aliases(implicit=True, external=True)
    listing = Listing([loader.modules_collection[top] for top in tops(wheels[name])], own)
    entries = [item for item in python.harvest(packages[name]) if isinstance(item, Entry)]
    ours = {".".join(entry.symbol.parts): entry for entry in entries}
    theirs = listing.names()
    return Compared(ours, theirs, Reasons(ours, theirs, listing))


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


@pytest.mark.parametrize("compared", DISTRIBUTIONS, indirect=True)
def test_the_names_are_those_that_griffe_finds(compared: Compared, request: pytest.FixtureRequest) -> None:
    misses = {name: compared.reasons.of(name) for name in sorted(compared.theirs - compared.ours.keys())}
    extras = {name: compared.reasons.of(name) for name in sorted(compared.ours.keys() - compared.theirs)}
    counts = f"{len(compared.ours):,} ours, {len(compared.theirs):,} griffe's"
    say(f"{request.node.callspec.id}: {counts}, recall {compared.recall:.4f}, precision {compared.precision:.4f}")
    for kind, found in (("missed", misses), ("extra", extras)):
        for reason, count in Counter(found.values()).most_common():
            examples = [name for name, why in found.items() if why == reason][:SHOWN]
            say(f"  {kind} {count:4} {reason}: {', '.join(examples)}")

    assert len(compared.ours) >= LEAST
    unexplained = [name for name, why in (misses | extras).items() if why == UNEXPLAINED]
    assert 1 - len(unexplained) / len(compared.theirs) >= EXPLAINED, unexplained[:50]
