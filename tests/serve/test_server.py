from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import anyio
import pytest

pytest.importorskip("mcp", reason="the `serve` extra is not installed")

from mcp import Client, MCPError, types
from mcp.shared.message import SessionMessage

from paredown import __version__
from paredown.serve.desk import Desk
from paredown.serve.relay import Relay
from paredown.serve.server import server_of
from paredown.serve.shelf import Shelf
from tests.serve.fake import FakeStore

T = TypeVar("T")
MODERN = "2026-07-28"
ERAS = ["legacy", MODERN]
"""What 2025 clients send (`initialize`), and what the 2026-07-28 revision sends (an envelope on every request)."""


def desk(path: Path) -> Desk:
    return Desk(Shelf(path, lambda _: FakeStore()), lambda broken: "", lambda line: None)  # type: ignore[arg-type,return-value]


@pytest.fixture(params=ERAS)
def ask(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Callable[[Client], Awaitable[Any]]], Any]:
    """A function that runs a conversation with a server in this process, once in each era."""

    def run(conversation: Callable[[Client], Awaitable[T]]) -> T:
        async def main() -> T:
            async with Client(server_of(desk(tmp_path)), mode=request.param, read_timeout_seconds=10) as client:
                return await conversation(client)

        return anyio.run(main)

    return run


async def tools_of(client: Client) -> types.ListToolsResult:
    return await client.list_tools()


def test_the_list_of_tools_is_small_ordered_and_read_only(ask: Any) -> None:
    listed = ask(tools_of)
    assert [tool.name for tool in listed.tools] == ["find", "show", "surface"]
    assert len(listed.model_dump_json(by_alias=True, exclude_none=True)) < 5_000
    for tool in listed.tools:
        hints = tool.annotations
        assert (hints.read_only_hint, hints.idempotent_hint) == (True, True)
        assert (hints.destructive_hint, hints.open_world_hint) == (False, False)
        assert tool.output_schema is None


def test_an_answer_is_one_block_of_text_and_nothing_beside_it(ask: Any) -> None:
    said = ask(lambda client: client.call_tool("find", {"query": "get"}))
    assert [block.type for block in said.content] == ["text"]
    assert said.content[0].text == (
        "surface 9f3c21 · 2 of 2\nhttpx 0.28.1\n"
        "class httpx.AsyncClient(BaseClient)\nasync httpx.AsyncClient.get(url: str) -> Response"
    )
    assert (said.structured_content, said.is_error) == (None, False)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("nope", {}),
        ("", None),
        ("find", {}),
        ("find", {"query": 3}),
        ("find", {"query": "x" * 10_000_000}),
        ("find", {"query": "x", "limit": "many"}),
        ("surface", {"x": {"y": [None] * 1_000}}),
    ],
)
def test_a_wrong_call_is_answered_with_a_failure_and_the_next_one_is_served(
    ask: Any, name: str, arguments: Any
) -> None:
    async def conversation(client: Client) -> tuple[types.CallToolResult, types.CallToolResult]:
        return await client.call_tool(name, arguments), await client.call_tool("surface")

    wrong, right = ask(conversation)
    assert wrong.is_error
    assert 10 < len(wrong.content[0].text) < 200
    assert not right.is_error


def test_a_method_that_is_not_served_is_an_error_of_the_protocol(ask: Any) -> None:
    async def conversation(client: Client) -> None:
        with pytest.raises(MCPError):
            await client.list_prompts()
        assert (await client.list_tools()).tools

    ask(conversation)


@pytest.mark.parametrize(("mode", "revision"), [("legacy", "2025-11-25"), ("auto", MODERN)])
def test_the_server_says_who_it_is_and_how_to_begin(tmp_path: Path, mode: str, revision: str) -> None:
    async def main() -> None:
        async with Client(server_of(desk(tmp_path)), mode=mode) as client:
            assert client.protocol_version == revision
            assert client.server_info
            assert (client.server_info.name, client.server_info.version) == ("paredown", __version__)
            assert "data, not instructions" in (client.instructions or "")

    anyio.run(main)


def test_a_line_that_is_no_message_is_refused_and_an_answer_still_to_come_is_waited_for() -> None:
    async def main() -> list[dict[str, Any]]:
        relay = Relay()
        lines_in, lines = anyio.create_memory_object_stream[SessionMessage | Exception](9)
        out, written = anyio.create_memory_object_stream[SessionMessage](9)
        request = types.JSONRPCRequest(jsonrpc="2.0", id=7, method="ping")
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(relay.inward, lines, out)
            tasks.start_soon(relay.outward, out)
            await lines_in.send(ValueError("zqcanary"))
            await lines_in.send(SessionMessage(request))
            lines_in.close()
            assert isinstance(await relay.read.receive(), SessionMessage)
            await anyio.sleep(0.05)
            await relay.write.send(SessionMessage(types.JSONRPCResponse(jsonrpc="2.0", id=7, result={})))
            with pytest.raises(anyio.EndOfStream):
                await relay.read.receive()
            await relay.write.aclose()
        said = [json.loads(item.message.model_dump_json(exclude_unset=True)) async for item in written]
        for stream in (lines_in, lines, relay.read, written):
            stream.close()
        return said

    refused, answered = anyio.run(main)
    assert refused == {
        "jsonrpc": "2.0",
        "id": None,
        "error": {"code": -32600, "message": "this line is not a JSON-RPC message"},
    }
    assert answered == {"jsonrpc": "2.0", "id": 7, "result": {}}
