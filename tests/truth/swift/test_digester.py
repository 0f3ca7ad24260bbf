"""A whole library, against what the Swift compiler itself listed of it: mapbox-maps-ios 10.4.2 and its API baseline.

`shared/truth/swift/mapbox-maps-ios` holds the release's `Sources` and, unpacked, the baseline that its repository kept
in `scripts/api-compatibility-check` at the commit that says "Update baseline to 10.4.2".
"""

from __future__ import annotations

import re
import shutil
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.truth.swift.digester import SYNTHESIZED, dumped
from tests.truth.swift.listing import compared, harvested_folder

BAR = 0.97
SPI = re.compile(rb"@_spi\(\w+\)")
pytestmark = pytest.mark.truth


def reasons(missed: Counter[str], printed: dict[str, set[str]], special: Counter[str]) -> Counter[str]:
    """Return how many of the missed declarations are of which class."""
    found: Counter[str] = Counter()
    for name, count in missed.items():
        if special[name]:
            found["for special clients (@_spi), which an old dump does not say"] += count
        elif printed[name] & SYNTHESIZED:
            found["made by the compiler for a conformance"] += count
        else:
            found[f"missed: {name}"] += count
    return found


def test_what_the_compiler_lists_is_harvested(shared: Path, tmp_path: Path) -> None:
    root = shared / "truth/swift/mapbox-maps-ios"
    if not root.is_dir():
        pytest.skip(f"no {root}")
    told = list(dumped(root / "API/iphoneos.json"))
    printed: dict[str, set[str]] = {}
    for one in told:
        printed.setdefault(one.name, set()).add(one.printed)
    sources = root / "Sources/MapboxMaps"
    found = harvested_folder(sources)
    opened = shutil.copytree(sources, tmp_path / "opened")
    for file in opened.rglob("*.swift"):
        file.write_bytes(SPI.sub(b"", file.read_bytes()))
    special = harvested_folder(opened) - found

    this = compared(Counter(one.name for one in told), found)
    classes = reasons(this.missed, printed, special)
    real = sum(count for reason, count in classes.items() if reason.startswith("missed: "))
    sys.stdout.write(f"{this.found} found, {real} missed, {this.extra.total()} extra\n{classes}\n{this.extra}\n")

    assert this.found >= 1_500
    assert this.found / (this.found + real) >= BAR, classes
    assert this.precision >= BAR, this.extra
