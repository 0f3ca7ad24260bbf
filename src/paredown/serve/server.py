"""A desk -> an MCP server, and the one that speaks over standard input and output."""

from __future__ import annotations

import logging
import sys
from typing import Any, cast

import anyio
import anyio.to_thread
from mcp import types
from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from paredown import __version__
from paredown.serve.desk import Desk
from paredown.serve.lines import Lines
from paredown.serve.relay import Relay
from paredown.serve.tools import INSTRUCTIONS, TOOLS, Tool

Context = ServerRequestContext[Any]

UNCHANGING = CacheHint(ttl_ms=3_600_000, scope="public")
"""The tools are the same for every project and as long as the process lives."""
READ_ONLY = types.ToolAnnotations(
    read_only_hint=True, idempotent_hint=True, destructive_hint=False, open_world_hint=False
)
GONE = (BrokenPipeError, ConnectionResetError, anyio.BrokenResourceError, anyio.ClosedResourceError)
"""What a client that went away looks like."""


def server_of(desk: Desk) -> Server[Any]:
    """Return the server that answers from `desk`: the 2025 handshake revisions and 2026-07-28."""
    listing = types.ListToolsResult(tools=[_described(tool) for tool in TOOLS])

    async def list_tools(_: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return listing

    async def call_tool(_: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        if desk.slow:
            reply = await anyio.to_thread.run_sync(desk.answer, params.name, params.arguments, abandon_on_cancel=True)
        else:
            reply = desk.answer(params.name, params.arguments)
        # One text block: structured content would be the same text again, and some clients show only that.
        return types.CallToolResult(content=[types.TextContent(type="text", text=reply.text)], is_error=reply.failed)

    server: Server[Any] = Server(
        "paredown",
        version=__version__,
        instructions=INSTRUCTIONS,
        cache_hints={"tools/list": UNCHANGING, "server/discover": UNCHANGING},
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )
    # What is left out here is a span a message, for whatever telemetry the machine has set up.
    server.middleware.clear()
    return server


async def serve(desk: Desk) -> None:
    """Answer the client on standard input and output until it goes away."""
    hush()
    server = server_of(desk)
    relay = Relay()
    try:
        stdin = cast("anyio.AsyncFile[str]", Lines(sys.stdin.buffer))
        async with stdio_server(stdin) as (lines, out), anyio.create_task_group() as tasks:
            tasks.start_soon(relay.inward, lines, out)
            tasks.start_soon(relay.outward, out)
            await server.run(relay.read, relay.write, server.create_initialization_options())
    except* GONE:
        pass


def _described(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.schema,
        annotations=READ_ONLY,
    )


def hush() -> None:
    """Keep the package's log lines to itself: they may quote what a client sent."""
    log = logging.getLogger("mcp")
    log.addHandler(logging.NullHandler())
    log.propagate = False
