"""Class files -> entries, a jar at a time: entries and bytes a second, against a pass that only unpacks the bytes.

    python benchmarks/classfiles.py JAR [JAR ...] [--rounds 7]

CPU time of one core. Every entry is built whole. The best of the rounds counts: what else runs on a machine only ever
makes one slower. Jars differ in what an entry costs, since a class is read as far whether or not a caller can reach it:
a jar of many internal classes gives few entries for its bytes.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import process_time
from typing import NamedTuple

from paredown.harvest import jvm
from paredown.harvest.package import Package
from paredown.model import Artifact, Ecosystem, Entry, Files, Form
from paredown.tree import open_tree


class Measured(NamedTuple):
    """One jar: how much is in it, and the best seconds for each pass."""

    entries: int
    classes: int
    size: int
    harvest: float
    unpack: float


def main() -> None:
    """Print a line for each jar, and one for all of them."""
    asked = argparse.ArgumentParser()
    asked.add_argument("jars", nargs="+", type=Path)
    asked.add_argument("--rounds", type=int, default=7)
    options = asked.parse_args()
    head = f"{'jar':<44}{'classes':>8}{'MB':>6}{'entries':>9}{'entries/s':>11}{'MB/s':>7}{'ms':>7}"
    print(f"{head}  harvest / unpacking only")
    measured = [measure(jar, options.rounds) for jar in options.jars]
    for jar, one in zip(options.jars, measured, strict=True):
        show(jar.name, one)
    if len(measured) > 1:
        show("all", Measured(*map(sum, zip(*measured, strict=True))))


def show(name: str, one: Measured) -> None:
    """Print one line."""
    megabytes = one.size / 1e6
    print(
        f"{name:<44}{one.classes:>8,}{megabytes:>6.1f}{one.entries:>9,}{one.entries / one.harvest:>11,.0f}"
        f"{megabytes / one.harvest:>7.1f}{one.harvest * 1e3:>7.0f}  {one.harvest / one.unpack:.1f}"
    )


def measure(jar: Path, rounds: int) -> Measured:
    """Return the best of `rounds` for `jar`."""
    package = opened(jar)
    names = [name for name in package.tree.names() if name.endswith(".class")]
    entries = size = 0
    harvest = unpack = float("inf")
    for _ in range(rounds):
        start = process_time()
        entries = sum(isinstance(item, Entry) for item in jvm.harvest(package))
        harvest = min(harvest, process_time() - start)
        start = process_time()
        size = sum(len(package.tree.read(name)) for name in names)
        unpack = min(unpack, process_time() - start)
    return Measured(entries, len(names), size, harvest, unpack)


def opened(jar: Path) -> Package:
    """Open `jar` as a package without neighbours."""
    files = Files(root=jar, form=Form.ZIP)
    artifact = Artifact(
        purl=f"pkg:maven/benchmark/{jar.stem}@0",
        ecosystem=Ecosystem.MAVEN,
        name=f"benchmark:{jar.stem}",
        version="0",
        publisher="benchmark",
        declared=True,
        files=files,
        digest="sha256:0",
    )
    return Package(artifact=artifact, tree=open_tree(files), near=lambda _: None)


if __name__ == "__main__":
    main()
