"""Print what every real client gets from `paredown serve PROJECT`: sizes, times and revisions of the protocol.

python tests/live/inspect_server.py PROJECT [FOLDER FOR THE CLIENTS]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent))

from clients import PYTHON, TYPESCRIPT, Call, Node, Run, Server, python

from paredown.index import Store
from paredown.state import index_path

QUERIES = (
    "parse json", "read a file", "send an http request", "retry with backoff", "format a date", "open a connection",
    "write a response header", "validate input", "colour text in the terminal", "match a path pattern",
    "close the server", "default options",
)  # fmt: skip


def questions(project: Path) -> list[Call]:
    """Return twenty calls: twelve searches, six symbols that they find, one that nobody has, and the surface."""
    store = Store(index_path(project))
    found = [card.symbol for query in QUERIES for card in store.find(query, limit=3).cards]
    store.close()
    shows: list[Call] = [("show", {"symbol": symbol}) for symbol in list(dict.fromkeys(found))[:6]]
    finds: list[Call] = [("find", {"query": query}) for query in QUERIES]
    return [*finds, *shows, ("show", {"symbol": "nobody.has.this"}), ("surface", {})]


def row(run: Run) -> str:
    sizes = [len(answer.text.encode()) for answer in run.answers]
    times = [answer.ms for answer in run.answers]
    return (
        f"{run.client:24}{run.revision:14}{run.first:>8.2f} s{run.list_bytes:>9,}"
        f"{len(sizes):>9}{min(sizes):>9,}{int(median(sizes)):>9,}{max(sizes):>9,}"
        f"{median(times):>10.1f}{max(times):>9.1f}"
    )


def main(project: Path, folder: Path) -> None:
    server, calls = Server.of(project), questions(project)
    print(
        f"{'client':24}{'revision':14}{'list after':>10}{'list B':>9}{'answers':>9}"
        f"{'min B':>9}{'median B':>9}{'max B':>9}{'median ms':>10}{'max ms':>9}"
    )
    for mode in PYTHON:
        print(row(python(server, mode, calls)), flush=True)
    node = Node(folder)
    if missing := Node.missing() or node.bring():
        print(f"no Node.js clients: {missing}")
        return
    for mode in TYPESCRIPT:
        print(row(node.typescript(server, mode, calls)), flush=True)
    print(row(node.inspector(server, [calls[0], calls[12], calls[-1]])))


if __name__ == "__main__":
    if len(sys.argv) > 2:
        main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
    else:
        with tempfile.TemporaryDirectory() as scratch:
            main(Path(sys.argv[1]).resolve(), Path(scratch))
