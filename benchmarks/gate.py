"""What the gate costs an entry, and that no name makes it slow.

    python benchmarks/gate.py [--names N] [--seed N]

Microseconds an entry for the rules on names (what `index` enforces) and for every adopted rule: the screens alone, and
screens with checks; on made-up entries in the proportions of real ones, best of three. Then N random Unicode
identifiers (a million by default) of 1 to 10,000 characters, in batches by length, through every rule of the catalogue:
none may crash, and the time a character may not grow with the length. The largest ratio is printed, and the worst
single name. Times are of the processor.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from time import process_time

from paredown.gate import ADOPTED, CATALOGUE, SERVED, breaches
from paredown.gate.apply import compiled
from paredown.gate.reading import concerns, screened
from paredown.model import Artifact, Ecosystem, Entry, Files, Kind, Known, Language, Prose, Rule, Symbol

WORDS = (
    "get",
    "set",
    "read",
    "Text",
    "file",
    "Or",
    "Null",
    "to",
    "from",
    "HTTP",
    "Client",
    "With",
    "Default",
    "path",
    "Of",
)
LENGTHS = (1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000)
SHARE = {1: 0.2, 3: 0.2, 10: 0.3, 30: 0.25, 100: 0.04, 300: 0.0075, 1_000: 0.002, 3_000: 0.0004, 10_000: 0.0001}
"""How the names of the fuzz run are spread over the lengths."""
BLOCKS = ((0x20, 0x7F), (0xA0, 0x250), (0x370, 0x530), (0x5D0, 0x980), (0x1E00, 0x2070), (0x3040, 0x30FF),
          (0x4E00, 0x9FFF), (0xAC00, 0xD7A4), (0xFE00, 0xFFFE), (0x1D400, 0x1D800), (0xE0000, 0xE0080))  # fmt: skip
LIBRARY = Artifact(
    purl="pkg:npm/library@1.0.0",
    ecosystem=Ecosystem.NPM,
    name="library",
    version="1.0.0",
    publisher="library",
    declared=True,
    files=Files(root=Path("/nowhere")),
    digest="sha256:library",
)


def main() -> None:
    """Print both measurements."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--names", type=int, default=1_000_000)
    asked.add_argument("--seed", type=int, default=20_261_130)
    options = asked.parse_args()
    draw = random.Random(options.seed)
    per_entry(draw)
    fuzz(draw, options.names)


def per_entry(draw: random.Random, count: int = 20_000) -> None:
    """Print microseconds an entry."""
    entries = [made(camel(draw), draw) for _ in range(count)]
    known = Known.of(entries)
    print(f"{count:,} entries, best of three          screen   screen and check")
    for title, rules in (("rules on names", SERVED), ("every adopted rule", ADOPTED)):
        screen = best(lambda rules=rules: [hits(entry, rules) for entry in entries]) / count
        whole = best(lambda rules=rules: [list(breaches(entry, rules, known)) for entry in entries]) / count
        print(f"  {title:<30}{screen * 1e6:9.2f} us{whole * 1e6:16.2f} us an entry")
    start = process_time()
    million = 1_000_000
    for number in range(million):
        list(breaches(entries[number % count], SERVED, known))
    print(f"  a million names: {process_time() - start:.1f} s")


def fuzz(draw: random.Random, count: int) -> None:
    """Print the time a character by length, the largest ratio, and the worst name; a crash ends the run."""
    known = Known.of([made("config", draw)])
    cost: dict[int, float] = {}
    slowest: list[tuple[float, Entry, int]] = []
    total = 0
    print(f"\n{count:,} random identifiers through {len(CATALOGUE)} rules, us a character")
    for length in LENGTHS:
        names = [identifier(draw, length) for _ in range(max(20, round(count * SHARE[length])))]
        total += len(names)
        spent, first = 0.0, len(slowest)
        for name in names:
            entry = made(name, draw)
            start = process_time()
            list(breaches(entry, CATALOGUE, known))
            took = process_time() - start
            spent += took
            if length >= LENGTHS[3] and (len(slowest) == first or took > slowest[-1][0]):
                slowest[first:] = [(took, entry, length)]
        cost[length] = spent / len(names) / length
        print(f"  {length:>7,} characters  {len(names):>9,} names  {cost[length] * 1e6:9.3f}")
    ratios = {(short, long): cost[long] / cost[short] for short, long in pairwise(LENGTHS)}
    (short, long), ratio = max(ratios.items(), key=lambda row: row[1])
    print(
        f"  {total:,} names, no crash; largest growth of the time a character {ratio:.2f}, from {short:,} to {long:,}"
    )
    # The slowest of a length again, alone: once it may have paid for collecting the garbage of others.
    again = [(best(lambda entry=entry: list(breaches(entry, CATALOGUE, known))) / n, n) for _, entry, n in slowest]
    seconds, length = max(again)
    print(f"  slowest single name of 30 characters or more: {seconds * 1e6:.1f} us a character, at {length:,}")
    if ratio > 3:
        sys.exit("the time a character grows with the length")


def hits(entry: Entry, rules: Sequence[Rule]) -> int:
    """Return how many screens match."""
    return sum(
        concerns(rule, entry)
        and any(compiled(rule.screen).search(text) for part in rule.parts for text in screened(entry, part))
        for rule in rules
    )


def best(run: Callable[[], object]) -> float:
    """Return the seconds of the fastest of three runs."""
    times = []
    for _ in range(3):
        start = process_time()
        run()
        times.append(process_time() - start)
    return min(times)


def camel(draw: random.Random) -> str:
    """Return a name of one to five words."""
    chosen = draw.choices(WORDS, k=draw.choices((1, 2, 3, 4, 5), (20, 40, 25, 10, 5))[0])
    return chosen[0] + "".join(word.capitalize() for word in chosen[1:])


def identifier(draw: random.Random, length: int) -> str:
    """Return random characters: of one script, of all, of runs that make a splitter look back, or of words."""
    kind = draw.randrange(4)
    if kind == 0:
        low, high = draw.choice(BLOCKS)
        return "".join(chr(draw.randrange(low, high)) for _ in range(length))
    if kind == 1:
        return "".join(chr(draw.randrange(*draw.choice(BLOCKS))) for _ in range(length))
    if kind == 2:
        return (draw.choice("A_a0é取Dot.-") * length)[: length - 1] + draw.choice("aA_0é ")
    return "".join(draw.choices(["Dot", "a", "_", "B", "slash", "at", "0", "取", "é"], k=length))[:length]


def made(name: str, draw: random.Random) -> Entry:
    """Return a method of that name, with two parameters."""
    text = "".join(c if c.isprintable() and c not in "\"'`" else "_" for c in name)
    return Entry(
        symbol=Symbol(
            language=draw.choice((Language.TYPESCRIPT, Language.PYTHON, Language.KOTLIN)), parts=("library", name)
        ),
        kind=draw.choice((Kind.METHOD, Kind.CONSTANT, Kind.CLASS)),
        signature=f"take({text}: string, options?: {camel(draw).capitalize()}): void",
        import_path="library",
        artifact=LIBRARY,
        prose=Prose(f"Reads {name} and returns it."),
    )


if __name__ == "__main__":
    main()
