"""What an answer costs in process, over standard input and output, and over HTTP, and what the server holds.

    python -m benchmarks.serve [--entries 5000 100000 1000000] [--queries 300] [--calls 100000] [--clients 100]

Indexes are made up as in `benchmarks/find.py`: names of a few thousand words that follow the frequencies of real ones.
Besides the time that passed it prints the processor time of an answer in process, which a loaded machine does not
change. `--calls` asks one server that many times and prints its memory on the way.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from benchmarks.find import WORDS, made
from paredown.index import Meta, Store, build
from paredown.serve import Desk, Shelf
from paredown.serve.bearer import kept_token

ROOT = Path(__file__).resolve().parent.parent
STDIO, HTTP = ROOT / "tests/serve/launch.py", ROOT / "tests/serve/launch_http.py"
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "benchmark", "version": "1"}}


def main() -> None:
    """Print the tables."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--entries", type=int, nargs="*", default=[5_000, 100_000, 1_000_000])
    asked.add_argument("--queries", type=int, default=300)
    asked.add_argument("--calls", type=int, default=100_000)
    asked.add_argument("--clients", type=int, default=100)
    options = asked.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        paths = [made_index(Path(scratch), number) for number in options.entries]
        for number, path in zip(options.entries, paths, strict=True):
            print(f"{number:,} entries, {path.stat().st_size / 1e6:.0f} MB", flush=True)
            queries = asked_of(options.queries)
            in_process(path, queries)
            over_stdio(path, queries)
        if options.calls and paths:
            held_over(paths[0], options.calls)
        if options.clients and paths:
            at_once(paths[0], options.clients)


def made_index(folder: Path, entries: int) -> Path:
    """Return a made-up index of that many entries."""
    path = folder / f"{entries}.sqlite"
    build(path, made(entries, random.Random(7)), dict.fromkeys(Meta._fields, "-"))
    return path


def asked_of(number: int) -> list[str]:
    """Return that many queries of two to five words."""
    chance = random.Random(11)
    return [" ".join(chance.choices(WORDS, k=chance.randint(2, 5))) for _ in range(number)]


def in_process(path: Path, queries: Sequence[str]) -> None:
    """Print what `find` costs on a store, and a whole answer at a desk."""
    store = Store(path)
    desk = Desk(Shelf(path, Store), lambda broken: "", lambda line: None)
    for query in queries[:20]:
        store.find(query)
    show("  find in process", [timed(lambda q=query: store.find(q)) for query in queries])
    show("  find, processor", [timed(lambda q=query: store.find(q), process_time) for query in queries])
    show("  answer at the desk", [timed(lambda q=query: desk.answer("find", {"query": q})) for query in queries])
    store.close()


def over_stdio(path: Path, queries: Sequence[str]) -> None:
    """Print the time from the start of a server to its first answer, what an answer costs, and its memory."""
    start = perf_counter()
    with Stdio(path) as server:
        server.ask("initialize", **HELLO)
        server.find(queries[0])
        first = 1000 * (perf_counter() - start)
        show("  find over stdio", [timed(lambda q=query: server.find(q)) for query in queries])
        print(f"  start to first answer {first:.0f} ms, memory {server.memory():.0f} MB", flush=True)


def held_over(path: Path, calls: int) -> None:
    """Print the memory of one server over many calls."""
    queries = asked_of(500)
    with Stdio(path) as server:
        server.ask("initialize", **HELLO)
        print(f"memory of one server over {calls:,} calls, MB:", end="", flush=True)
        for number in range(calls + 1):
            if number % max(1, calls // 10) == 0:
                print(f" {server.memory():.1f}", end="", flush=True)
            server.find(queries[number % len(queries)])
    print()


def at_once(path: Path, clients: int) -> None:
    """Print what many clients at once get over HTTP."""
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "token"
        token = kept_token(kept)
        command = [sys.executable, str(HTTP), str(path), str(kept)]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        try:
            assert process.stderr
            port = int(process.stderr.readline().rpartition(":")[2].partition("/")[0])
            together = threading.Barrier(clients)

            def client(number: int) -> list[float]:
                together.wait()
                return [timed(partial(posted, port, token, query)) for query in asked_of(number + 5)[-5:]]

            start = perf_counter()
            with ThreadPoolExecutor(clients) as pool:
                times = [time for found in pool.map(client, range(clients)) for time in found]
            seconds = perf_counter() - start
            show(f"{clients} clients at once", times)
            print(f"  {len(times) / seconds:.0f} answers a second, memory {memory_of(process.pid):.0f} MB")
        finally:
            process.kill()
            process.communicate()


def posted(port: int, token: str, query: str) -> None:
    """Ask one question over HTTP; fail on anything but an answer."""
    connection = HTTPConnection("127.0.0.1", port, timeout=120)
    headers = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
    }
    params = {"name": "find", "arguments": {"query": query}}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    connection.request("POST", "/mcp", json.dumps(body).encode(), headers)
    answer = connection.getresponse()
    said = json.loads(answer.read())
    connection.close()
    if answer.status != 200 or said["result"]["isError"]:
        raise RuntimeError(f"status {answer.status}")


class Stdio:
    """A server process that is asked over its pipes."""

    def __init__(self, index: Path) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen([sys.executable, str(STDIO), str(index)], stdin=pipe, stdout=pipe)
        self._number = 0

    def __enter__(self) -> Stdio:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate(timeout=20)

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Return the answer to one request."""
        self._number += 1
        request = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        self._process.stdin.flush()
        return dict(json.loads(self._process.stdout.readline()))

    def find(self, query: str) -> None:
        """Search once; fail on anything but an answer."""
        if self.ask("tools/call", name="find", arguments={"query": query})["result"]["isError"]:
            raise RuntimeError("an answer that failed")

    def memory(self) -> float:
        """Return the megabytes that the process holds."""
        return memory_of(self._process.pid)


def memory_of(process: int) -> float:
    """Return the resident megabytes of a process."""
    pages = int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def timed(call: Callable[[], object], clock: Callable[[], float] = perf_counter) -> float:
    """Return the milliseconds of one call."""
    start = clock()
    call()
    return 1000 * (clock() - start)


def show(name: str, times: Sequence[float]) -> None:
    """Print one line of percentiles."""
    cuts = statistics.quantiles(times, n=100)
    print(f"{name:<24} p50 {cuts[49]:8.2f} ms   p99 {cuts[98]:8.2f} ms   n {len(times)}", flush=True)


if __name__ == "__main__":
    main()
