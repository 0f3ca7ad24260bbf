"""An index file -> a process that answers MCP clients over Streamable HTTP, on the loopback address."""

from __future__ import annotations

import gc
import logging
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from paredown.errors import BadConfiguration
from paredown.serve.door import NAMES, PATH, Door

if TYPE_CHECKING:
    from paredown.serve.desk import Desk

MAX_BODY = 1024 * 1024
"""Bytes of a request; the longest that is any use has a few thousand."""
AT_ONCE = 512
"""Connections at once; one more is told that the server is busy."""
LAST_ANSWERS = 1
"""Seconds that answers still to come have after an interrupt."""


def serve_http(desk: Desk, *, port: int, token: str, tell: Callable[[str], None]) -> None:
    """Answer from `desk` on `port` (0 for any that is free) until interrupted; blocks.

    A request stands for itself: no session, no stream, nothing kept. `tell` is told the address, once it answers.
    Raises `BadConfiguration` for a port that is taken, `ModuleNotFoundError` without the `serve` extra.
    """
    listening = _listening(port)
    port = listening.getsockname()[1]
    gc.disable()
    try:
        import anyio
        import uvicorn
        from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

        from paredown.serve.server import hush, server_of

        gc.freeze()
    finally:
        gc.enable()
    hush()
    _hush_uvicorn()

    async def main() -> None:
        manager = StreamableHTTPSessionManager(
            server_of(desk), json_response=True, stateless=True, max_request_body_size=MAX_BODY
        )
        config = uvicorn.Config(
            Door(manager.handle_request, port, token),
            http="h11",
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            limit_concurrency=AT_ONCE,
            backlog=AT_ONCE,
            timeout_graceful_shutdown=LAST_ANSWERS,
        )
        async with manager.run():
            tell(f"serving http://{NAMES[0]}:{port}{PATH}")
            await uvicorn.Server(config).serve(sockets=[listening])

    # An interrupt is how this ends; the web server has finished its answers when it passes that on.
    with listening, suppress(KeyboardInterrupt):
        anyio.run(main)


def _listening(port: int) -> socket.socket:
    """Return a socket that listens on `port` of the loopback address and nowhere else."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((NAMES[0], port))
        listening.listen(AT_ONCE)
    except OSError as error:
        listening.close()
        raise BadConfiguration(f"port {port}", f"cannot be listened on ({error.strerror})") from error
    return listening


def _hush_uvicorn() -> None:
    """Keep the web server's log lines to itself: they may quote what a client sent."""
    for name in ("uvicorn", "uvicorn.error", "uvicorn.asgi", "uvicorn.access"):
        log = logging.getLogger(name)
        log.addHandler(logging.NullHandler())
        log.propagate = False
