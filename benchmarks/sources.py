"""Sources of Java and Kotlin -> what they declare: time against a bare parse of the same files, in the same process.

    python benchmarks/sources.py SOURCES.jar [SOURCES.jar ...] [--rounds 5]

CPU time of one core, the best of the rounds. A bare parse makes the syntax tree and looks at nothing. A library is read
twice over: once for what its sources add to its classes, once for what they tell alone, which takes more.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import NamedTuple

from ast_grep_py import SgRoot
from tree_sitter import Parser

from paredown.harvest.jvm.sources.java.grammar import LANGUAGE
from paredown.harvest.jvm.sources.java.read import read_java
from paredown.harvest.jvm.sources.kotlin.read import read_kotlin
from paredown.model import Files, Form
from paredown.tree import open_tree


class Measured(NamedTuple):
    """One library: how much is in it, and the best seconds of each pass."""

    files: int
    size: int
    written: int
    parse: float
    beside: float
    alone: float


def main() -> None:
    """Print a line for each library."""
    asked = argparse.ArgumentParser()
    asked.add_argument("jars", nargs="+", type=Path)
    asked.add_argument("--rounds", type=int, default=5)
    options = asked.parse_args()
    print(f"{'sources':<52}{'files':>6}{'MB':>6}{'parse MB/s':>12}{'entries/s':>11}  beside / parse   alone / parse")
    for jar in options.jars:
        one = measure(jar, options.rounds)
        rates = f"{one.size / 1e6 / one.parse:>12.1f}{one.written / one.alone:>11,.0f}"
        ratios = f"{one.beside / one.parse:>16.2f}{one.alone / one.parse:>16.2f}"
        print(f"{jar.name:<52}{one.files:>6}{one.size / 1e6:>6.1f}{rates}{ratios}")


def measure(jar: Path, rounds: int) -> Measured:
    """Return the best of `rounds` for `jar`."""
    with open_tree(Files(root=jar, form=Form.ZIP)) as tree:
        files = [(name, tree.read(name)) for name in tree.names() if name.endswith((".java", ".kt"))]
    parser = Parser(LANGUAGE)
    texts = {name: source.decode() for name, source in files}
    written = 0

    def bare() -> None:
        for name, source in files:
            if name.endswith(".kt"):
                SgRoot(texts[name], "kotlin").root()
            else:
                parser.parse(source)

    def read(*, whole: bool) -> int:
        found = 0
        for name, source in files:
            told = (
                read_kotlin(source, name, 0, whole=whole)
                if name.endswith(".kt")
                else read_java(source, parser, 0, whole=whole)
            )
            found += len(told.written) if told else 0
        return found

    written = read(whole=True)
    return Measured(
        len(files),
        sum(len(source) for _, source in files),
        written,
        best(bare, rounds),
        best(lambda: read(whole=False), rounds),
        best(lambda: read(whole=True), rounds),
    )


def best(work: Callable[[], object], rounds: int) -> float:
    """Return the fewest seconds that `work` took."""
    seconds = float("inf")
    for _ in range(rounds):
        start = process_time()
        work()
        seconds = min(seconds, process_time() - start)
    return seconds


if __name__ == "__main__":
    main()
