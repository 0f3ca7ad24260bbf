from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import anyio
import pytest

pytest.importorskip("mcp", reason="the `serve` extra is not installed")

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.live.clients import PYTHON, TYPESCRIPT, Call, Node
from tests.live.conformance.suite import Served, started
from tests.serve.project import CANARY, indexed

pytestmark = pytest.mark.live
HERE = Path(__file__).parent
CALLS: list[Call] = [
    ("find", {"query": "content label"}),
    ("show", {"symbol": "mime.Mime"}),
    ("surface", {}),
    ("find", {"query": "type", "limit": 99}),
]


class Got(NamedTuple):
    """What a client got."""

    revision: str
    tools: list[str]
    texts: list[str]
    failed: list[bool]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of a small project, indexed offline, with its token."""
    project = tmp_path_factory.mktemp("app")
    indexed(project, tmp_path_factory.mktemp("cache"))
    with started(project) as running:
        yield running


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the Node.js clients; `PAREDOWN_LIVE_CLIENTS` names one that keeps them between runs."""
    if missing := Node.missing():
        pytest.skip(missing)
    kept = os.environ.get("PAREDOWN_LIVE_CLIENTS")
    folder = Path(kept) if kept else tmp_path_factory.mktemp("clients")
    if missing := Node(folder).bring():
        pytest.skip(missing)
    shutil.copyfile(HERE / "talk_http.mjs", folder / "talk_http.mjs")
    return folder


def check(got: Got) -> None:
    assert got.tools == ["find", "show", "surface"]
    assert got.texts[0].endswith('mime 1.0.0\nmime.getType(path: string, mode?: "…"): string | null')
    assert got.texts[1].count("mime.Mime.define(") == 2
    assert "mime 1.0.0 · npm" in got.texts[2]
    assert got.failed == [False, False, False, True]
    assert CANARY not in repr(got)


def spoken(mode: str) -> str:
    return "2025-11-25" if mode in ("v1", "legacy") else "2026-07-28"


@pytest.mark.parametrize("mode", PYTHON)
def test_the_official_python_client_is_served_over_http(served: Served, mode: str) -> None:
    async def main() -> Got:
        headers = {"Authorization": f"Bearer {served.token}"}
        async with httpx2.AsyncClient(headers=headers) as http:
            transport = streamable_http_client(served.url, http_client=http)
            async with Client(transport, mode=mode, read_timeout_seconds=30) as client:
                tools = [tool.name for tool in (await client.list_tools()).tools]
                said = [await client.call_tool(name, given) for name, given in CALLS]
                texts = [getattr(one.content[0], "text", "") for one in said]
                return Got(client.protocol_version or "", tools, texts, [one.is_error for one in said])

    got = anyio.run(main)

    check(got)
    assert got.revision == spoken(mode)


@pytest.mark.parametrize("mode", TYPESCRIPT)
def test_the_official_typescript_clients_are_served_over_http(served: Served, node: Path, mode: str) -> None:
    command = ["node", "talk_http.mjs", mode, served.url, served.token]
    ran = subprocess.run(
        command, cwd=node, input=json.dumps(CALLS), capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.returncode == 0, ran.stderr
    said: dict[str, Any] = json.loads(ran.stdout)

    check(
        Got(
            said["revision"],
            said["tools"],
            [a["text"] for a in said["answers"]],
            [a["failed"] for a in said["answers"]],
        )
    )
    assert said["revision"] == spoken(mode)


def test_the_inspector_lists_the_tools_over_http(served: Served, node: Path) -> None:
    program = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"
    asked = ["--transport", "http", "--header", f"Authorization: Bearer {served.token}", "--method", "tools/list"]
    environment = {"PATH": os.environ["PATH"], "HOME": str(node)}
    command = ["node", program, "--cli", served.url, *asked]
    ran = subprocess.run(command, cwd=node, env=environment, capture_output=True, text=True, timeout=120, check=False)

    assert ran.returncode in (0, 5), ran.stderr
    assert [tool["name"] for tool in json.loads(ran.stdout)["tools"]] == ["find", "show", "surface"]


def test_a_client_without_the_token_is_refused(served: Served) -> None:
    answer = httpx2.post(served.url, json={"jsonrpc": "2.0", "id": 1, "method": "ping"})

    assert answer.status_code == 401
