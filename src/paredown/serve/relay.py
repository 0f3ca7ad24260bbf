"""The lines of a client -> messages for the MCP package, with the answers that the package leaves out.

The package drops a line that is no message without a word, and at the end of the input it drops the answers that are
still to come. Here the one is refused, and the others are waited for.
"""

from __future__ import annotations

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp import types
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from paredown.serve.lines import TOO_LONG

Item = SessionMessage | Exception
LAST_ANSWERS = 1.0
"""Seconds that answers still to come have after the end of the input."""


class Relay:
    """Stands between a transport's two streams and the two that a server is run on."""

    def __init__(self) -> None:
        self._to_server, self.read = anyio.create_memory_object_stream[Item]()
        self.write, self._from_server = anyio.create_memory_object_stream[SessionMessage]()
        self._waiting: set[types.RequestId] = set()
        self._answered = anyio.Event()

    async def inward(self, lines: MemoryObjectReceiveStream[Item], out: MemoryObjectSendStream[SessionMessage]) -> None:
        """Pass messages on until `lines` end and what they asked is answered; refuse what is no message."""
        async with self._to_server:
            async for item in lines:
                if isinstance(item, Exception):
                    await out.send(SessionMessage(refusal(item)))
                    continue
                if isinstance(item.message, types.JSONRPCRequest):
                    self._waiting.add(item.message.id)
                await self._to_server.send(item)
            with anyio.move_on_after(LAST_ANSWERS):
                while self._waiting:
                    self._answered = anyio.Event()
                    await self._answered.wait()

    async def outward(self, out: MemoryObjectSendStream[SessionMessage]) -> None:
        """Pass the server's messages on until it ends, and end the output then."""
        async with out, self._from_server:
            async for item in self._from_server:
                await out.send(item)
                if isinstance(item.message, types.JSONRPCResponse | types.JSONRPCError) and item.message.id is not None:
                    self._waiting.discard(item.message.id)
                    self._answered.set()


def refusal(error: Exception) -> types.JSONRPCError:
    """Return the answer to a line that is no message, of which nobody knows the id."""
    found = error.errors(include_url=False) if isinstance(error, ValidationError) else []
    if any(one["input"] == TOO_LONG for one in found):
        data = types.ErrorData(code=types.INVALID_REQUEST, message="this line is too long")
    elif any(one["type"] == "json_invalid" for one in found):
        data = types.ErrorData(code=types.PARSE_ERROR, message="this line is not JSON")
    else:
        data = types.ErrorData(code=types.INVALID_REQUEST, message="this line is not a JSON-RPC message")
    return types.JSONRPCError(jsonrpc="2.0", id=None, error=data)
