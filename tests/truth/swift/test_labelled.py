"""Swift that npm packages ship, labelled by reading it: what is public in it is harvested, and nothing else."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from collections import Counter
from pathlib import Path

import pytest

from tests.truth.swift.listing import Compared, compared, harvested, labelled

LIST = Path(__file__).parent / "labelled.txt"
BAR = 0.97
pytestmark = [pytest.mark.truth, pytest.mark.network]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed")
    found = {}
    for name, version in sorted({(one.package, one.version) for one in labelled(LIST.read_text("utf-8"))}):
        root = tmp_path_factory.mktemp("swift")
        done = subprocess.run(
            [npm, "pack", "--silent", "--ignore-scripts", f"{name}@{version}"],
            cwd=root,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            pytest.skip(f"npm could not bring {name}@{version}")
        with tarfile.open(next(root.glob("*.tgz"))) as archive:
            archive.extractall(root, filter="data")
        found[name] = root / "package"
    return found


def test_the_public_declarations_of_labelled_files_are_harvested(unpacked: dict[str, Path]) -> None:
    total = Compared(0, Counter(), Counter())
    for one in labelled(LIST.read_text("utf-8")):
        this = compared(one.names, harvested(unpacked[one.package], one.path))
        label = Path(one.path).name
        total = Compared(
            total.found + this.found,
            total.missed + Counter({f"{label}: {name}": count for name, count in this.missed.items()}),
            total.extra + Counter({f"{label}: {name}": count for name, count in this.extra.items()}),
        )
    told = f"missed {sorted(total.missed)}; extra {sorted(total.extra)}"
    assert total.found + total.missed.total() >= 300
    assert total.recall >= BAR, told
    assert total.precision >= BAR, told
