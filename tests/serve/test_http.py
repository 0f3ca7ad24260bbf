from __future__ import annotations

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from made import entry, surface

pytest.importorskip("mcp", reason="the `serve` extra is not installed")

import anyio
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from paredown.errors import BadConfiguration, CannotWrite
from paredown.index import build
from paredown.serve.bearer import kept_token
from paredown.serve.door import Door
from tests.serve.fake import META
from tests.serve.test_stdio import ENVELOPE, find, hello, request

LAUNCH = Path(__file__).with_name("launch_http.py")
MODERN = {"MCP-Protocol-Version": "2026-07-28"}


class Served(NamedTuple):
    """A server process over HTTP."""

    port: int
    token: str
    process: subprocess.Popen[str]

    def post(self, body: object, **headers: str) -> tuple[int, Any]:
        """Return the status and the body of one POST, read as JSON where it is JSON."""
        given = {
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            "Authorization": f"Bearer {self.token}",
            **headers,
        }
        return self.ask("POST", "/mcp", body, given)

    def ask(self, method: str, path: str, body: object, headers: dict[str, str]) -> tuple[int, Any]:
        """Return the status and the body of one request."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            content = body if isinstance(body, bytes) else json.dumps(body).encode()
            connection.request(method, path, content, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
            try:
                return answer.status, json.loads(text)
            except ValueError:
                return answer.status, text
        finally:
            connection.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("http")
    said = [entry("mime", f"getType{n}", signature=f"getType{n}(path: string)") for n in range(200)]
    build(folder / "index.sqlite", surface(*said), META._asdict())
    token = kept_token(folder / "token")
    command = [sys.executable, str(LAUNCH), str(folder / "index.sqlite"), str(folder / "token")]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr
    line = process.stderr.readline()
    port = int(line.rpartition(":")[2].partition("/")[0])
    assert token not in line
    yield Served(port, token, process)
    process.send_signal(signal.SIGINT)
    rest = process.communicate(timeout=10)[1]
    assert (rest, process.returncode) == ("", 0)


def text_of(said: Any) -> str:
    return str(said["result"]["content"][0]["text"])


@pytest.mark.parametrize("mode", ["legacy", "auto", "2026-07-28"])
def test_the_package_s_own_client_lists_and_calls(served: Served, mode: str) -> None:
    async def main() -> None:
        headers = {"Authorization": f"Bearer {served.token}"}
        async with httpx2.AsyncClient(headers=headers) as http:
            transport = streamable_http_client(f"http://127.0.0.1:{served.port}/mcp", http_client=http)
            async with Client(transport, mode=mode, read_timeout_seconds=20) as client:
                assert [tool.name for tool in (await client.list_tools()).tools] == ["find", "show", "surface"]
                said = await client.call_tool("show", {"symbol": "mime.getType7"})
                assert said.content[0].text.endswith("mime.getType7(path: string)")  # type: ignore[union-attr]

    anyio.run(main)


def test_a_request_of_either_era_stands_for_itself(served: Served) -> None:
    status, said = served.post(hello())
    assert (status, said["result"]["protocolVersion"]) == (200, "2025-06-18")
    for headers in ({}, {"MCP-Protocol-Version": "2025-11-25"}):
        status, said = served.post(find(1, "type"), **headers)
        assert (status, text_of(said)[:26]) == (200, "surface 9f3c21 · 50 of 200")
    headers = {**MODERN, "Mcp-Method": "tools/call", "Mcp-Name": "find"}
    status, said = served.post(find(3, "type", **ENVELOPE), **headers)
    assert (status, text_of(said)[:26]) == (200, "surface 9f3c21 · 50 of 200")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Authorization": ""}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": "Basic x"}, 401),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://127.0.0.1:3000"}, 403),
        ({"Origin": "null"}, 403),
        ({"Host": "evil.example"}, 421),
        ({"Host": "evil.example:80"}, 421),
        ({"Host": "127.0.0.1"}, 421),
    ],
)
def test_what_this_machine_s_clients_do_not_send_is_refused(
    served: Served, headers: dict[str, str], status: int
) -> None:
    given, said = served.post(find(1, "type"), **headers)
    assert (given, "surface" in str(said), served.token in str(said)) == (status, False, False)
    assert served.post(find(1, "type"))[0] == 200


def test_there_is_no_stream_to_listen_to_and_no_session_to_end(served: Served) -> None:
    headers = {"Authorization": f"Bearer {served.token}", "Accept": "text/event-stream"}
    for method in ("GET", "DELETE", "OPTIONS", "PUT"):
        assert served.ask(method, "/mcp", b"", headers)[0] == 405
    assert served.ask("POST", "/", b"{}", headers)[0] == 404


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"not json", 400),
        (b"[" * 100_000, 400),
        (b"\xff\xfe", 400),
        (b"", 400),
        (b"x" * 10_000_000, 413),
        (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', 400),
    ],
)
def test_a_body_that_is_no_message_is_an_error_and_the_next_one_is_served(
    served: Served, body: bytes, status: int
) -> None:
    # The answer to a body that is too long may come before all of it is sent.
    try:
        assert served.post(body)[0] == status
    except (BrokenPipeError, ConnectionResetError):
        assert status == 413
    assert served.post(find(1, "type"))[0] == 200


def test_a_client_that_goes_away_in_the_middle_leaves_the_server_alive(served: Served) -> None:
    head = (
        f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nAuthorization: Bearer {served.token}\r\n"
        "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
    )
    body = json.dumps(find(1, "type"))
    for sent in (
        head,
        f"{head}Content-Length: {len(body)}\r\n\r\n{body[:20]}",
        f"{head}Content-Length: {len(body)}\r\n\r\n{body}",
    ):
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", served.port)) as connection:
                connection.sendall(sent.encode())
    assert served.post(find(1, "type"))[0] == 200


def test_a_hundred_clients_at_once_are_all_answered(served: Served) -> None:
    together = threading.Barrier(100)

    def client(number: int) -> list[str]:
        together.wait(30)
        return [text_of(served.post(find(number, "type"))[1]) for _ in range(3)]

    with ThreadPoolExecutor(100) as pool:
        said = [text for texts in pool.map(client, range(100)) for text in texts]
    assert (len(said), {text[:26] for text in said}) == (300, {"surface 9f3c21 · 50 of 200"})


def test_only_the_loopback_address_is_listened_on(served: Served) -> None:
    with pytest.raises(OSError, match=r".*"), socket.create_connection(("127.0.0.2", served.port), timeout=2):
        pass


def test_a_header_sent_twice_lets_nothing_in() -> None:
    door = Door(None, 80, "x" * 20)  # type: ignore[arg-type]
    bearer, host = (b"authorization", b"Bearer " + b"x" * 20), (b"host", b"localhost:80")
    assert door.refusal("POST", "/mcp", [host, bearer]) is None
    for twice in ([host, host, bearer], [host, bearer, bearer], [host, bearer, (b"origin", b"http://a.example")]):
        refused = door.refusal("POST", "/mcp", twice)
        assert refused
        assert refused.status in (401, 403, 421)


def test_a_token_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "new/token"
    token = kept_token(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert (len(token) >= 43, kept_token(path), kept_token(tmp_path / "other") == token) == (True, token, False)


def test_a_token_that_others_can_read_or_that_is_none_is_refused_and_not_told(tmp_path: Path) -> None:
    path = tmp_path / "token"
    for content, mode in (
        ("zqcanary" * 4, 0o644),
        ("zqcanary" * 4, 0o620),
        ("", 0o600),
        ("two words of it", 0o600),
        ("x" * 9_999, 0o600),
    ):
        path.write_text(content)
        path.chmod(mode)
        with pytest.raises(BadConfiguration) as refused:
            kept_token(path)
        assert "zqcanary" not in str(refused.value)
    path.unlink()
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BadConfiguration):
        kept_token(path)
    os.mkfifo(tmp_path / "pipe", 0o600)
    with pytest.raises(BadConfiguration):
        kept_token(tmp_path / "pipe")
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotWrite):
        kept_token(tmp_path / "file/token")


def test_a_port_that_is_taken_is_said(served: Served, tmp_path: Path) -> None:
    from paredown.serve.streamable import _listening

    with pytest.raises(BadConfiguration, match="cannot be listened on"):
        _listening(served.port)


def test_a_notification_is_taken_and_not_answered(served: Served) -> None:
    assert served.post({"jsonrpc": "2.0", "method": "notifications/initialized"})[0] == 202
    assert served.post(request(1, "ping"))[1]["result"] == {}
