"""`paredown index` on real projects: cold, with harvests kept, and unchanged.

    python benchmarks/index.py PROJECT [PROJECT ...] [--dev]

For each project, in a scratch copy: wall time, entries a second and peak memory of the whole process tree
(proportional set size, sampled 20 times a second) of a run without kept harvests; the same when the lock file
changed and every harvest is kept; and the wall time of a run that finds nothing changed, median of seven. Brought
archives stay in the user's cache, so the network is not measured: run it twice and read the second.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from time import perf_counter, sleep
from typing import NamedTuple

from platformdirs import user_cache_path


class Run(NamedTuple):
    """Seconds of wall time, peak bytes of the process tree, and what was printed."""

    seconds: float
    peak: int
    output: str


def main() -> None:
    """Print a table for each project."""
    asked = argparse.ArgumentParser()
    asked.add_argument("projects", nargs="+", type=Path)
    asked.add_argument("--dev", action="store_true")
    options = asked.parse_args()
    archives = Path(os.environ.get("PAREDOWN_CACHE") or user_cache_path("paredown")) / "archives"
    archives.mkdir(parents=True, exist_ok=True)
    for project in options.projects:
        with tempfile.TemporaryDirectory() as scratch:
            copy, cache = Path(scratch) / project.resolve().name, Path(scratch) / "cache"
            shutil.copytree(project, copy, ignore=shutil.ignore_patterns(".paredown"), symlinks=True)
            cache.mkdir()
            (cache / "archives").symlink_to(archives.resolve())
            measure(copy, cache, ["--dev"] if options.dev else [])


def measure(project: Path, cache: Path, flags: list[str]) -> None:
    """Print the three runs of one project."""
    print(f"\n{project.name} {' '.join(flags)}")
    for name, more in (("cold", ["--refresh"]), ("harvests kept", ["--refresh"])):
        run = watched(project, cache, [*flags, *more, "--json"])
        told = json.loads(run.output)
        if name == "cold":
            print(f"  {'step':<10}{'entries':>10}{'artifacts':>11}{'publishers':>12}")
            for step in told["ledger"]:
                print(f"  {step['step']:<10}{step['entries']:>10,}{step['artifacts']:>11,}{step['publishers']:>12,}")
            pinned = sum(source["resolved"] for source in told["sources"])
            whole = {gap["artifact"] for gap in told["unread"] if not gap["path"]}
            silent = len(told["silent"])
            print(f"  {pinned} resolved; {len(whole)} with a reason for the whole, {silent} that declare nothing")
        rate = told["ledger"][0]["entries"] / run.seconds
        print(
            f"  {name:<14}{run.seconds:6.1f} s  {rate:9,.0f} entries/s  peak of the tree {run.peak / 2**20:6,.0f} MiB"
        )
    times = [watched(project, cache, flags).seconds for _ in range(7)]
    print(f"  {'unchanged':<14}{statistics.median(times):6.2f} s  [{min(times):.2f}, {max(times):.2f}]")


def watched(project: Path, cache: Path, flags: list[str]) -> Run:
    """Run `paredown index` in `project` and watch its process tree."""
    environment = {**os.environ, "PAREDOWN_CACHE": str(cache)}
    environment.pop("VIRTUAL_ENV", None)
    start = perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "paredown.cli", "index", *flags],
        cwd=project,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    peak = [0]
    watcher = threading.Thread(target=_watch, args=(process.pid, process, peak), daemon=True)
    watcher.start()
    output, errors = process.communicate()
    seconds = perf_counter() - start
    if process.returncode:
        sys.exit(errors)
    watcher.join()
    return Run(seconds, peak[0], output)


def _watch(pid: int, process: subprocess.Popen[str], peak: list[int]) -> None:
    while process.poll() is None:
        peak[0] = max(peak[0], sum(_proportional(one) for one in _tree(pid)))
        sleep(0.05)


def _tree(pid: int) -> list[int]:
    parents: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError, IndexError):
            continue
        parents.setdefault(parent, []).append(int(folder.name))
    found, stack = [], [pid]
    while stack:
        found.append(stack.pop())
        stack += parents.get(found[-1], [])
    return found


def _proportional(pid: int) -> int:
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    return 0


if __name__ == "__main__":
    main()
