"""`find` in process, on an index of about 100,000 entries, against the least that any answer costs.

    python benchmarks/find.py [PROJECT] [--entries 100000] [--queries 400]

Without a project it builds an index of made-up names whose words follow the frequencies of real ones. It prints
p50 and p99 of a search and, as the floor, of reading one row by its key in the same file.
"""

from __future__ import annotations

import argparse
import itertools
import random
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from paredown.index import Meta, Store, build
from paredown.model import Artifact, Ecosystem, Entry, Files, Kind, Language, Prose, Surface, Symbol
from paredown.state import index_path

WORDS = """
    get set read write file path name type value key list map add remove create delete update find
    parse format date time number string json http request response client server url header body
    status code error retry timeout async stream buffer encode decode hash sign verify token user
    session cookie cache store index query filter sort page limit offset count size length width
    height color style class element node tree graph edge event listener handler option config
    default context state action reducer effect render component hook ref memo callback promise
    queue worker thread lock pool task job schedule cron log level message format locale currency
    number math vector matrix point line shape image audio video codec frame pixel texture shader
    scene camera light mesh material
""".split()  # noqa: SIM905


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser()
    asked.add_argument("project", nargs="?", type=Path)
    asked.add_argument("--entries", type=int, default=100_000)
    asked.add_argument("--queries", type=int, default=400)
    options = asked.parse_args()
    chance = random.Random(7)
    with tempfile.TemporaryDirectory() as scratch:
        path = index_path(options.project) if options.project else Path(scratch) / "index.sqlite"
        if not options.project:
            start = perf_counter()
            build(path, made(options.entries, chance), dict.fromkeys(Meta._fields, "-"))
            print(f"built in {perf_counter() - start:.1f} s")
        store = Store(path)
        entries = sum(line.entries for line in store.surface())
        print(f"{entries:,} entries, {path.stat().st_size / 1e6:.1f} MB")
        queries = [" ".join(chance.choices(WORDS, k=chance.randint(2, 5))) for _ in range(options.queries)]
        symbols = [store.find(query, limit=1).cards[0].symbol for query in queries[:100]]
        show("find", [timed(lambda query=query: store.find(query)) for query in queries])
        show("show", [timed(lambda symbol=symbol: store.show(symbol)) for symbol in symbols])
        row = "SELECT signature FROM entries WHERE symbol = ? AND ordinal = 0"
        floor = [timed(lambda: store._db.execute(row, (chance.randint(1, entries // 2),)).fetchone()) for _ in queries]
        show("one row", floor)


def timed(call: Callable[[], object]) -> float:
    """Return the milliseconds of one call."""
    start = perf_counter()
    call()
    return 1000 * (perf_counter() - start)


def show(name: str, times: list[float]) -> None:
    """Print one line of percentiles."""
    cuts = statistics.quantiles(times, n=100)
    print(f"{name:<8} p50 {cuts[49]:7.3f} ms   p99 {cuts[98]:7.3f} ms   n {len(times)}")


def made(entries: int, chance: random.Random) -> Surface:
    """Return a surface of made-up entries: 40 artifacts, names of two to four words, rare words rarer."""
    syllables = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "ar", "en", "in", "or")]
    rare = ["".join(chance.choices(syllables, k=3)) for _ in range(6_000)]
    vocabulary = WORDS + rare
    weights = list(itertools.accumulate(1 / (rank + 10) for rank in range(len(vocabulary))))

    def words(least: int, most: int) -> list[str]:
        return chance.choices(vocabulary, cum_weights=weights, k=chance.randint(least, most))

    artifacts = [
        Artifact(
            purl=f"pkg:npm/made-{number}@1.0.0",
            ecosystem=Ecosystem.NPM,
            name=f"made-{number}",
            version="1.0.0",
            publisher=f"made-{number}",
            declared=True,
            files=Files(root=Path("/")),
            digest="",
        )
        for number in range(40)
    ]

    def entry(number: int) -> Entry:
        of = chance.choice(artifacts)
        first, *rest = words(2, 4)
        name = first + "".join(word.title() for word in rest)
        owner = "".join(word.title() for word in words(1, 2))
        parameters = ", ".join(
            f"{word}: {other.title()}" for word, other in zip(words(1, 3), words(3, 3), strict=False)
        )
        return Entry(
            symbol=Symbol(language=Language.TYPESCRIPT, parts=(of.name, f"{owner}{number % 977}", name)),
            kind=Kind.METHOD,
            signature=f"{name}({parameters}): {words(1, 1)[0].title()}",
            import_path=of.name,
            artifact=of,
            prose=Prose(" ".join(words(5, 14))),
        )

    return Surface.of(entry(number) for number in range(entries))


if __name__ == "__main__":
    main()
