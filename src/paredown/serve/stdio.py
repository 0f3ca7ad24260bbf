"""An index file -> a process that answers an MCP client on standard input and output."""

from __future__ import annotations

import gc
import signal
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from paredown.serve.desk import Desk
from paredown.serve.shelf import Shelf

if TYPE_CHECKING:
    from paredown.index import Store


def serve_stdio(
    index: Path,
    open_store: Callable[[Path], Store],
    *,
    stale: Callable[[], bool],
    tell: Callable[[str], None],
) -> None:
    """Serve the index file `index` until the client goes away; blocks, and owns standard input, output and interrupts.

    `open_store` opens the file: now, and again whenever another has taken its place. `stale()` is asked once a call
    whether the project's lock files changed since the index was written. `tell` takes a line for the person who runs
    the server. Raises what `open_store` raises now; later, a call answers that. Raises `ModuleNotFoundError` without
    the `serve` extra.
    """
    shelf = Shelf(index, open_store)
    shelf.store()
    # Importing the package makes some thousand classes, all to stay: to collect in between is a tenth of the start.
    gc.disable()
    try:
        import anyio

        from paredown.serve.server import serve

        gc.freeze()
    finally:
        gc.enable()
    # The thread that reads cannot be interrupted, and nothing here can be left half done: an interrupt just ends it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        anyio.run(serve, Desk(shelf, stale, tell))
    finally:
        shelf.close()
