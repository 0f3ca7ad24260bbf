"""Six screens over a million rows and ten: seconds, peak memory and the same counts, on every engine.

    python benchmarks/wide.py CORPUS [--rows N ...] [--engines re daft ray polars ripgrep] [--folder DIR]

The surface of a built corpus is repeated until there are N rows, in parts as a build writes them. Every engine counts,
by publisher, the rows that each of six screens matches, in a process of its own, whose peak memory is read from the
system; `ray` runs on a local cluster of two nodes, whose peak is the driver's and, after the plus sign, the nodes'.
Engines with equal tables have the same SHA-256. `polars` is a bare lazy scan, and `ripgrep` counts the lines of the
same texts without knowing whose they are: both are there to compare with, and one that is not installed is left out.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

from paredown.gate import CATALOGUE
from paredown.lab.price.asked import exact

SCREENS = {
    rule.slug: rule.screen
    for rule in CATALOGUE
    if rule.slug
    in ("spaced-name", "spelled-punctuation", "reads-as-text", "long-name", "hidden-character", "look-alike-letter")
}
"""The screens of the six adopted rules that read names in every language."""
COLUMN = "signature"
"""What they run over: the longest text that every row has."""
Table = dict[str, list[int]]


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser()
    asked.add_argument("corpus", type=Path)
    asked.add_argument("--rows", type=int, nargs="+", default=[1_000_000, 10_000_000])
    asked.add_argument("--engines", nargs="+", default=list(ENGINES))
    asked.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "paredown-wide")
    asked.add_argument("--run", help=argparse.SUPPRESS)
    options = asked.parse_args()
    if options.run:
        one(options.run, options.folder)
        return
    print(f"{'rows':>12}  {'engine':<9}{'seconds':>9}{'peak MB':>14}  SHA-256 of the table by publisher")
    for rows in options.rows:
        folder = repeated(options.corpus, rows, options.folder)
        for engine in options.engines:
            row(engine, rows, folder)


def row(engine: str, rows: int, folder: Path) -> None:
    """Run one engine in a process of its own, and print its line."""
    command = [sys.executable, __file__, str(folder), "--run", engine, "--folder", str(folder)]
    quiet = {"DO_NOT_TRACK": "1", "RAY_USAGE_STATS_ENABLED": "0", "DAFT_PROGRESS_BAR": "0"}
    done = subprocess.run(command, env={**os.environ, **quiet}, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"{rows:>12,}  {engine:<9}  {(done.stderr.strip().splitlines() or ['failed'])[-1][:90]}", flush=True)
        return
    told = json.loads(done.stdout.strip().splitlines()[-1])
    print(f"{rows:>12,}  {engine:<9}{told['seconds']:>9.2f}{told['peak']:>14}  {told['digest']}", flush=True)


def one(engine: str, folder: Path) -> None:
    """Count with one engine, and print its time, its peak and the digest of its table as JSON."""
    started = time.perf_counter()
    seconds, table, nodes = ENGINES[engine](sorted(folder.glob("*.parquet")))
    told = {
        "seconds": seconds or time.perf_counter() - started,
        "peak": f"{peak(os.getpid())}{f' + {nodes}' if nodes else ''}",
        "digest": digest(table) if table else "counts lines only",
    }
    print(json.dumps(told))


def repeated(corpus: Path, rows: int, folder: Path) -> Path:
    """Return a folder with the publishers and signatures of `corpus`, repeated to `rows` rows."""
    import pyarrow.parquet as pq

    made = folder / str(rows)
    if (made / "done").exists():
        return made
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    left = rows
    parts = sorted(corpus.glob("surface/*/*.parquet"))
    for number, part in enumerate(cycle(parts)):
        table = pq.read_table(part, columns=["publisher", COLUMN]).slice(0, left)
        pq.write_table(table, made / f"part-{number:05}.parquet", compression="zstd", row_group_size=32_768)
        left -= table.num_rows
        if not left:
            break
    (made / "done").touch()
    return made


def by_re(paths: list[Path]) -> tuple[float, Table, str]:
    """Count with `re`, a row group at a time."""
    import pyarrow.parquet as pq

    started = time.perf_counter()
    found: dict[str, list[int]] = {}
    searches = [exact(screen).search for screen in SCREENS.values()]
    for path in paths:
        for batch in pq.ParquetFile(path).iter_batches(32_768):
            for publisher, text in zip(*batch.to_pydict().values(), strict=True):
                counts = found.setdefault(publisher, [0] * len(searches))
                for number, search in enumerate(searches):
                    if search(text):
                        counts[number] += 1
    return time.perf_counter() - started, found, ""


def by_daft(paths: list[Path]) -> tuple[float, Table, str]:
    """Count with Daft's native runner."""
    import daft

    daft.set_runner_native()
    return (*daft_table(daft, paths), "")


def by_ray(paths: list[Path]) -> tuple[float, Table, str]:
    """Count with Daft on a cluster of two nodes here; starting it is not counted."""
    import daft
    import ray
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    try:
        nodes = sum(node["Alive"] for node in ray.nodes())
        daft.set_runner_ray(noop_if_initialized=True)
        daft_table(daft, paths[:1])
        seconds, table = daft_table(daft, paths)
        return seconds, table, f"{workers_peak()} ({nodes} nodes)"
    finally:
        ray.shutdown()
        cluster.shutdown()


def daft_table(daft: Any, paths: list[Path]) -> tuple[float, Table]:
    """Return the seconds and the table of the same expressions on whichever runner is set."""
    from daft.functions import regexp

    started = time.perf_counter()
    frame = daft.read_parquet([str(path) for path in paths])
    flags = [
        regexp(daft.col(COLUMN), screen).cast(daft.DataType.int64()).alias(f"s{number}")
        for number, screen in enumerate(SCREENS.values())
    ]
    counted = frame.select("publisher", *flags).groupby("publisher").sum(*(f"s{n}" for n in range(len(flags))))
    columns = counted.to_pydict()
    publishers = columns.pop("publisher")
    table = {publisher: [column[i] for column in columns.values()] for i, publisher in enumerate(publishers)}
    return time.perf_counter() - started, table


def by_polars(paths: list[Path]) -> tuple[float, Table, str]:
    """Count with a bare lazy scan of Polars."""
    import polars

    started = time.perf_counter()
    flags = [polars.col(COLUMN).str.contains(screen).sum().alias(slug) for slug, screen in SCREENS.items()]
    found = polars.scan_parquet(paths).group_by("publisher").agg(flags).collect(engine="streaming")
    table = {publisher: list(counts) for publisher, *counts in found.iter_rows()}
    return time.perf_counter() - started, table, ""


def by_ripgrep(paths: list[Path]) -> tuple[float, Table, str]:
    """Count the lines of the same texts with ripgrep, a call a screen; writing them out is not counted."""
    import pyarrow.parquet as pq

    program = shutil.which("rg") or os.environ.get("RIPGREP", "")
    if not program:
        sys.exit("ripgrep is not installed")
    text = paths[0].parent / "text"
    if not text.exists():
        with text.open("w", encoding="utf-8") as file:
            for path in paths:
                for batch in pq.ParquetFile(path).iter_batches(32_768, columns=[COLUMN]):
                    file.writelines(f"{one}\n" for one in batch.to_pydict()[COLUMN])
    started = time.perf_counter()
    for screen in SCREENS.values():
        subprocess.run([program, "-c", "--no-config", "-e", screen, str(text)], capture_output=True, check=False)
    return time.perf_counter() - started, {}, ""


ENGINES: dict[str, Callable[[list[Path]], tuple[float, Table, str]]] = {
    "re": by_re,
    "daft": by_daft,
    "ray": by_ray,
    "polars": by_polars,
    "ripgrep": by_ripgrep,
}


def digest(table: Table) -> str:
    """Return the digest of a table by publisher."""
    rows = sorted([publisher, *map(int, counts)] for publisher, counts in table.items())
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()[:32]


def peak(process: int) -> int:
    """Return the most memory that a process has held, in MB."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) // 1024
    return 0


def workers_peak() -> int:
    """Return the most memory that the largest process below this one has held, in MB."""
    return max((peak(process) for process in below(os.getpid())), default=0)


def below(process: int) -> Iterator[int]:
    """Yield every process below one."""
    parents: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents.setdefault(int(fields[1]), []).append(int(folder.name))
    waiting = [process]
    while waiting:
        for child in parents.get(waiting.pop(), ()):
            waiting.append(child)
            yield child


if __name__ == "__main__":
    main()
