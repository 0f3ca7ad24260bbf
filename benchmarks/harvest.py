"""Harvest against a bare parse of the same bytes, a language at a time; then two processes against one.

    python benchmarks/harvest.py [PROJECT ...] [--rounds 5] [--dev]

Every figure is a ratio of two measurements taken in turn in this run: absolute times on a shared machine mean
little. The bare parse is tree-sitter's, over exactly the files that the harvest read, in the same process, CPU
time; files come from memory in both. The two-process figure is wall time with process start included.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

import tree_sitter
import tree_sitter_javascript
import tree_sitter_python
import tree_sitter_swift
import tree_sitter_typescript
from platformdirs import user_cache_path

from paredown.harvest.language import LANGUAGES, Registered, speaker
from paredown.harvest.neighbours import Neighbours
from paredown.harvest.package import Package
from paredown.harvest.pool import harvest_in_pool
from paredown.model import Artifact, Entry, Language
from paredown.resolve import Options, resolve
from paredown.tree import Tree

GRAMMARS = {
    Language.TYPESCRIPT: (tree_sitter_typescript.language_typescript, (".ts", ".mts", ".cts", ".tsx")),
    Language.JAVASCRIPT: (tree_sitter_javascript.language, (".js", ".mjs", ".cjs", ".jsx")),
    Language.PYTHON: (tree_sitter_python.language, (".py", ".pyi")),
    Language.SWIFT: (tree_sitter_swift.language, (".swift", ".swiftinterface")),
}


class Remembered(Tree):
    """A tree whose files are read once and then come from memory."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self.refused = tree.refused
        self.read_files: dict[str, bytes] = {}
        self._names = tree.names()
        self._has: dict[str, bool] = {}

    def names(self) -> Sequence[str]:
        """Every name, as the tree gave them."""
        return self._names

    def has(self, name: str) -> bool:
        """Whether the tree has `name`; asked once."""
        if name not in self._has:
            self._has[name] = self._tree.has(name)
        return self._has[name]

    def read(self, name: str) -> bytes:
        """Return the bytes of `name`; read once."""
        if name not in self.read_files:
            self.read_files[name] = self._tree.read(name)
        return self.read_files[name]


class Held(NamedTuple):
    """A package of one language, its files in memory, and every tree that its harvest reads."""

    package: Package
    trees: tuple[Remembered, ...]


def main() -> None:
    """Print the tables."""
    asked = argparse.ArgumentParser()
    asked.add_argument("projects", nargs="*", type=Path, default=[Path("examples/demo")])
    asked.add_argument("--rounds", type=int, default=5)
    asked.add_argument("--dev", action="store_true")
    options = asked.parse_args()
    artifacts: dict[str, Artifact] = {}
    for project in options.projects:
        for graph in resolve(
            project.resolve(), Options(archives=user_cache_path("paredown") / "archives", dev=options.dev)
        ):
            artifacts |= {artifact.purl: artifact for artifact in graph.artifacts}
    graph_ = tuple(artifacts.values())
    print(f"{len(graph_)} artifacts; median of {options.rounds} rounds [min, max]\n")
    columns = ("packages", 9), ("files", 8), ("MB", 8), ("entries", 10), ("harvest MB/s", 14), ("entries/s", 11)
    head = "".join(f"{name:>{width}}" for name, width in columns)
    print(f"{'language':<12}{head}  harvest / bare parse")
    for registered in LANGUAGES:
        if registered.language not in GRAMMARS:
            continue  # class files have a benchmark of their own
        row(registered, graph_, options.rounds)
    two_against_one(graph_, options.rounds)


def row(registered: Registered, graph: tuple[Artifact, ...], rounds: int) -> None:
    """Print one language's line."""
    held = list(remembered(registered, graph))
    grammar, suffixes = GRAMMARS[registered.language]
    parser = tree_sitter.Parser(tree_sitter.Language(grammar()))
    harvester = registered.load()
    files = [
        content
        for one in held
        for tree in one.trees
        for name, content in tree.read_files.items()
        if name.endswith(suffixes)
    ]
    if not files:
        print(f"{registered.language:<12}{'none':>9}")
        return
    ratios, seconds, entries = [], [], 0
    for _ in range(rounds):
        start = process_time()
        entries = sum(isinstance(item, Entry) for one in held for item in harvester.harvest(one.package))
        middle = process_time()
        for content in files:
            parser.parse(content)
        end = process_time()
        seconds.append(middle - start)
        ratios.append((middle - start) / (end - middle))
    size, spent = sum(map(len, files)) / 1e6, statistics.median(seconds)
    print(
        f"{registered.language:<12}{len(held):>9}{len(files):>8}{size:>8.1f}{entries:>10,}{size / spent:>14.1f}"
        f"{entries / spent:>11,.0f}  {statistics.median(ratios):.2f} [{min(ratios):.2f}, {max(ratios):.2f}]"
    )


def remembered(registered: Registered, graph: tuple[Artifact, ...]) -> Iterator[Held]:
    """Yield the packages that `registered` speaks for, harvested once so that their files are in memory."""
    neighbours = Neighbours(graph)
    harvester = registered.load()
    for artifact in graph:
        if artifact.ecosystem is not registered.ecosystem:
            continue
        neighbours.begin()
        opened: dict[str, Package] = {}
        package = _held(neighbours.package(artifact), opened)
        if speaker(package) is harvester:
            for _ in harvester.harvest(package):
                pass
            yield Held(package, tuple(p.tree for p in opened.values() if isinstance(p.tree, Remembered)))


def _held(package: Package, opened: dict[str, Package]) -> Package:
    purl = package.artifact.purl
    if purl not in opened:

        def near(name: str) -> Package | None:
            found = package.near(name)
            return _held(found, opened) if found else None

        opened[purl] = Package(artifact=package.artifact, tree=Remembered(package.tree), near=near)
    return opened[purl]


def two_against_one(graph: tuple[Artifact, ...], rounds: int) -> None:
    """Print the speed-up of two processes."""
    ratios = []
    for _ in range(max(1, rounds // 2)):
        times = []
        for jobs in (1, 2):
            start = perf_counter()
            for _read in harvest_in_pool(graph, graph, jobs):
                pass
            times.append(perf_counter() - start)
        ratios.append(times[0] / times[1])
    print(
        f"\none process / two processes, wall: {statistics.median(ratios):.2f} [{min(ratios):.2f}, {max(ratios):.2f}]"
    )


if __name__ == "__main__":
    sys.exit(main())
