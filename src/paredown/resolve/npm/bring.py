"""Names and versions that are not at hand -> tarballs in the store, or the reason why not, with npm itself.

`npm pack` takes many packages a call and runs no script of theirs. It runs in a folder of its own, so the project's
configuration does not apply and the user's does. A call is all or nothing, so a failed batch is asked for one by one;
when the registry cannot be reached at all, nothing more is asked.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from paredown.errors import CannotWrite
from paredown.resolve import client
from paredown.resolve.graph import Progress
from paredown.resolve.npm.document import table, text_of
from paredown.resolve.npm.installed import parse_manifest
from paredown.resolve.npm.integrity import measure
from paredown.resolve.npm.store import Store

BATCH = 30
"""Packages a call."""
CALLS = 3
"""Calls at once."""
PACK = ("npm", "pack", "--ignore-scripts", "--json", "--loglevel=error", "--workspaces=false")
UNREACHABLE = frozenset(
    ["EAI_AGAIN", "ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EOFFLINE", "ETIMEDOUT"]
)
OTHER_FILE = "does not match the lock file's hash"
NOTHING = "npm brought no archive of it"


class Order(NamedTuple):
    """A package to bring, and the SRI text that its tarball must match, or empty."""

    name: str
    version: str
    integrity: str

    @property
    def specifier(self) -> str:
        """What npm is asked for."""
        return f"{self.name}@{self.version}"

    @property
    def file(self) -> str:
        """The name that npm gives the tarball."""
        return f"{self.name.removeprefix('@').replace('/', '-')}-{self.version}.tgz"


def bring(orders: Sequence[Order], store: Store, progress: Progress) -> Mapping[Order, str]:
    """Bring `orders` into `store`; return why for each that could not be. Raises `CannotWrite`."""
    return _Bringing(orders, store, progress).run()


def batches(orders: Sequence[Order]) -> Iterator[list[Order]]:
    """Yield the orders in batches, none of which would give two tarballs one name."""
    left = list(orders)
    while left:
        batch: list[Order] = []
        files: set[str] = set()
        later: list[Order] = []
        for order in left:
            if len(batch) < BATCH and order.file.lower() not in files:
                batch.append(order)
                files.add(order.file.lower())
            else:
                later.append(order)
        yield batch
        left = later


class _Bringing:
    """One run; the counters are shared by its threads."""

    def __init__(self, orders: Sequence[Order], store: Store, progress: Progress) -> None:
        self._orders = orders
        self._store = store
        self._progress = progress
        self._lock = threading.Lock()
        self._done = 0
        self._failed: dict[Order, str] = {}
        self._unreachable = ""

    def run(self) -> Mapping[Order, str]:
        if not self._orders:
            return {}
        self._progress("bring npm", 0, len(self._orders))
        with ThreadPoolExecutor(CALLS, thread_name_prefix="bring") as pool:
            for _ in pool.map(self._batch, batches(self._orders)):
                pass
        return self._failed

    def _batch(self, batch: list[Order]) -> None:
        words = self._call(batch)
        if words and len(batch) > 1:
            for order in batch:
                self._settle(order, self._call([order]))
        else:
            for order in batch:
                self._settle(order, words)

    def _call(self, orders: list[Order]) -> str:
        """Bring `orders` with one call and keep what it brought; return the client's words when it failed."""
        if self._unreachable:
            return self._unreachable
        with self._store.scratch() as scratch:
            folder = Path(scratch)
            # Without a package.json here npm would take the project of some folder above for its own.
            _write(folder / "package.json")
            command = (*PACK, "--pack-destination", scratch, "--", *(order.specifier for order in orders))
            ran = client.run(command, cwd=folder)
            if not ran.ok:
                return self._words(ran)
            for order in orders:
                self._keep(order, folder / order.file)
        return ""

    def _keep(self, order: Order, brought: Path) -> None:
        try:
            matches = measure(brought, order.integrity).matches
        except OSError:
            self._fail(order, NOTHING)
            return
        if matches is False:
            self._fail(order, OTHER_FILE)
        else:
            self._store.keep(order.name, order.version, brought)

    def _words(self, ran: client.Ran) -> str:
        error = table((parse_manifest(ran.output.encode("utf-8", "replace")) or {}).get("error"))
        code, summary = text_of(error.get("code")), text_of(error.get("summary"))
        words = client.last_words(f"npm: {code} {summary.partition(chr(10))[0]}") if code or summary else ran.words
        if code in UNREACHABLE or not ran.output:
            with self._lock:
                self._unreachable = self._unreachable or words
        return words

    def _settle(self, order: Order, words: str) -> None:
        if words:
            self._fail(order, words)
        with self._lock:
            self._done += 1
            done = self._done
        self._progress("bring npm", done, len(self._orders))

    def _fail(self, order: Order, why: str) -> None:
        with self._lock:
            self._failed.setdefault(order, why)


def _write(path: Path) -> None:
    try:
        path.write_text("{}", encoding="utf-8")
    except OSError as error:
        raise CannotWrite(path, error.strerror or "refuses") from error
