"""A desk -> a process that answers an MCP client on standard input and output."""

from __future__ import annotations

import gc
import signal

from paredown.serve.desk import Desk


def serve_stdio(desk: Desk) -> None:
    """Answer from `desk` until the client goes away; blocks, and owns standard input, output and interrupts.

    Raises `ModuleNotFoundError` without the `serve` extra.
    """
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
    anyio.run(serve, desk)
