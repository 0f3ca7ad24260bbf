from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import anyio
import pytest
from made import entry, surface

pytest.importorskip("mcp", reason="the `serve` extra is not installed")

from mcp import Client, StdioServerParameters

from paredown.index import build
from paredown.serve.desk import STALE
from tests.serve.fake import META
from tests.serve.project import indexed

LAUNCH = Path(__file__).with_name("launch.py")
ENVELOPE = {
    "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    }
}


def hello(revision: str = "2025-06-18") -> dict[str, Any]:
    client = {"name": "test", "version": "1"}
    return request(0, "initialize", protocolVersion=revision, capabilities={}, clientInfo=client)


def request(number: int, method: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def find(number: int, query: str, **more: Any) -> dict[str, Any]:
    return request(number, "tools/call", name="find", arguments={"query": query, "limit": 50}, **more)


class Talk:
    """A server process, and its lines."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [sys.executable, *arguments], stdin=pipe, stdout=pipe, stderr=pipe, env={**os.environ, **environment}
        )

    def __enter__(self) -> Talk:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            with suppress(BrokenPipeError):
                stream.close()  # type: ignore[union-attr]

    def say(self, line: bytes | dict[str, Any]) -> None:
        assert self.process.stdin
        self.process.stdin.write((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n")
        self.process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        assert self.process.stdout
        return json.loads(self.process.stdout.readline())  # type: ignore[no-any-return]

    def ask(self, line: bytes | dict[str, Any]) -> dict[str, Any]:
        self.say(line)
        return self.hear()

    def end(self) -> tuple[bytes, bytes]:
        """Close the server's input and return what it still says; it must end by itself."""
        return self.process.communicate(timeout=10)


@pytest.fixture
def index(tmp_path: Path) -> Path:
    path = tmp_path / "index.sqlite"
    build(
        path,
        surface(*(entry("mime", f"getType{n}", signature=f"getType{n}(path: string)") for n in range(200))),
        META._asdict(),
    )
    return path


@pytest.fixture
def talk(index: Path) -> Iterator[Talk]:
    with Talk(str(LAUNCH), str(index)) as talk:
        yield talk


def text_of(said: dict[str, Any]) -> str:
    return str(said["result"]["content"][0]["text"])


@pytest.mark.parametrize("mode", ["legacy", "auto", "2026-07-28"])
def test_the_package_s_own_client_lists_and_calls(index: Path, mode: str) -> None:
    async def main() -> None:
        server = StdioServerParameters(command=sys.executable, args=[str(LAUNCH), str(index)])
        async with Client(server, mode=mode, read_timeout_seconds=20) as client:
            assert [tool.name for tool in (await client.list_tools()).tools] == ["find", "show", "surface"]
            said = await client.call_tool("show", {"symbol": "mime.getType7"})
            assert said.content[0].text.endswith("mime.getType7(path: string)")  # type: ignore[union-attr]

    anyio.run(main)


@pytest.mark.parametrize("revision", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_every_revision_with_a_handshake_is_answered_in_that_revision(talk: Talk, revision: str) -> None:
    assert talk.ask(hello(revision))["result"]["protocolVersion"] == revision
    talk.say({"jsonrpc": "2.0", "method": "notifications/initialized"})
    said = talk.ask(find(1, "type"))["result"]
    assert said.keys() == {"content", "isError"}
    assert said["content"][0].keys() == {"type", "text"}
    assert talk.end() == (b"", b"")


def test_the_revision_without_a_handshake_is_answered_at_the_first_request(talk: Talk) -> None:
    assert talk.ask(request(1, "server/discover", **ENVELOPE))["result"]["supportedVersions"] == ["2026-07-28"]
    assert talk.ask(request(2, "tools/list", **ENVELOPE))["result"]["ttlMs"] > 0
    assert text_of(talk.ask(find(3, "type", **ENVELOPE))).startswith("surface 9f3c21 · 50 of 200")


def test_a_line_that_is_no_message_is_refused_and_the_next_one_served(talk: Talk) -> None:
    talk.ask(hello())
    for line, code in (
        (b"not json", -32700),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call"', -32700),
        (b"\xff\xfe\x00", -32700),
        (b"[" * 100_000, -32700),
        (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600),
        (b'{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600),
        (b'{"id":{},"zqcanary":"zqcanary"}', -32600),
        (b"null", -32600),
    ):
        said = talk.ask(line)
        assert (said["id"], said["error"]["code"]) == (None, code)
        assert "zqcanary" not in json.dumps(said)
    assert text_of(talk.ask(find(1, "type"))).startswith("surface")
    assert talk.end() == (b"", b"")


def test_ten_megabytes_of_query_are_refused_in_one_sentence(talk: Talk) -> None:
    talk.ask(hello())
    said = talk.ask(find(1, "x" * 10_000_000))
    assert text_of(said) == "query is too long: at most 1,000 characters"
    assert said["result"]["isError"] is True
    assert text_of(talk.ask(find(2, "type"))).startswith("surface")


def test_a_line_without_end_is_refused_and_takes_no_memory(talk: Talk) -> None:
    talk.ask(hello())
    assert talk.process.stdin
    for _ in range(60):
        talk.process.stdin.write(b"x" * 1_000_000)
    said = talk.ask(b"")
    assert (said["id"], said["error"]["message"]) == (None, "this line is too long")
    peak = Path(f"/proc/{talk.process.pid}/status").read_text().partition("VmHWM:")[2].split()[0]
    assert int(peak) < 200_000
    assert text_of(talk.ask(find(1, "type"))).startswith("surface")


def test_wrong_parameters_of_the_protocol_leave_the_server_alive(talk: Talk) -> None:
    talk.ask(hello())
    for params in (
        {},
        {"name": 5},
        {"name": "find", "arguments": []},
        {"name": None},
        {"name": "find", "arguments": "x"},
    ):
        assert talk.ask(request(1, "tools/call", **params))["error"]["code"] == -32602  # type: ignore[arg-type]
    talk.say({"jsonrpc": "2.0", "method": "notifications/zqcanary", "params": {"zqcanary": 1}})
    talk.say({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": []}})
    assert text_of(talk.ask(find(2, "type"))).startswith("surface")
    assert talk.end() == (b"", b"")


def test_an_index_replaced_and_deleted_while_serving_is_noticed_at_the_next_call(talk: Talk, index: Path) -> None:
    talk.ask(hello())
    assert text_of(talk.ask(find(1, "type"))).startswith("surface 9f3c21 · 50 of 200")
    build(index, surface(entry("mime", "getType")), {**META._asdict(), "lock_digest": "aaaaaa"})
    assert text_of(talk.ask(find(2, "type"))).startswith("surface aaaaaa · 1 of 1")
    index.unlink()
    gone = talk.ask(find(3, "type"))["result"]
    assert (gone["isError"], "paredown index" in gone["content"][0]["text"]) == (True, True)
    build(index, surface(entry("mime", "getType")), META._asdict())
    assert text_of(talk.ask(find(4, "type"))).startswith("surface 9f3c21 · 1 of 1")


def test_all_that_was_asked_is_answered_although_the_input_ended(talk: Talk) -> None:
    for line in (hello(), *(find(number, "type") for number in range(1, 30))):
        talk.say(line)
    out, err = talk.end()
    assert sorted(json.loads(line)["id"] for line in out.splitlines()) == list(range(30))
    assert (err, talk.process.returncode) == (b"", 0)


def test_a_client_that_goes_away_in_the_middle_of_an_answer_ends_the_server_quietly(talk: Talk) -> None:
    talk.ask(hello())
    for number in range(200):
        talk.say(find(number, "type"))
    assert talk.process.stdout
    talk.process.stdout.read(1_000)
    talk.process.stdout.close()
    assert talk.process.stderr
    assert (talk.process.wait(timeout=10), talk.process.stderr.read()) == (0, b"")


def test_a_client_that_never_says_a_word_ends_the_server_by_closing(talk: Talk) -> None:
    assert talk.end() == (b"", b"")
    assert talk.process.returncode == 0


def test_an_interrupt_ends_the_server_although_its_input_stays_open(talk: Talk) -> None:
    talk.ask(hello())
    talk.process.send_signal(signal.SIGINT)
    assert talk.process.wait(timeout=10) == -signal.SIGINT
    assert talk.process.stderr
    assert talk.process.stderr.read() == b""


def test_without_an_index_nothing_is_served(tmp_path: Path) -> None:
    command = [sys.executable, str(LAUNCH), str(tmp_path / "none")]
    run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=20, check=False)
    assert run.returncode != 0
    assert b"IndexMissing" in run.stderr


def test_nothing_but_the_server_brings_in_the_package() -> None:
    code = "import sys, paredown.serve; sys.exit('mcp' in sys.modules or 'anyio' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_paredown_serve_answers_for_an_indexed_project_and_says_when_its_lock_file_changed(tmp_path: Path) -> None:
    root, cache = tmp_path / "app", tmp_path / "cache"
    indexed(root, cache)
    with Talk("-m", "paredown.cli", "serve", "--no-rebuild", str(root), PAREDOWN_CACHE=str(cache)) as talk:
        talk.ask(hello())
        said = text_of(talk.ask(find(1, "content label")))
        assert said.endswith('mime 1.0.0\nmime.getType(path: string, mode?: "…"): string | null')
        lock = root / "package-lock.json"
        lock.write_text(lock.read_text("utf-8") + "\n", "utf-8")
        assert text_of(talk.ask(find(2, "content label"))) == f"{said}\n{STALE}"
        assert talk.end() == (b"", b"")
