"""Standard input -> lines of bounded length, for the MCP package to parse.

The package reads a line whole before it looks at it: without a bound, a client that never ends its line takes all of
the memory.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import BinaryIO

import anyio.to_thread

MAX_LINE = 16 * 1024 * 1024
"""Bytes of a line; a query may have 1,000 characters."""
TOO_LONG = "a line that is too long\n"
"""What stands for such a line: no JSON, so it is refused."""


class Lines:
    """The lines of `source`, as the package iterates over its input."""

    def __init__(self, source: BinaryIO) -> None:
        self._source = source

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield each line, and `TOO_LONG` for one of more than `MAX_LINE` bytes, of which nothing is kept."""
        while line := await anyio.to_thread.run_sync(self._next):
            yield line

    def _next(self) -> str:
        line = self._source.readline(MAX_LINE + 1)
        if len(line) <= MAX_LINE:
            return line.decode("utf-8", "replace")
        while line and not line.endswith(b"\n"):
            line = self._source.readline(65_536)
        return TOO_LONG
