from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

import pytest

from paredown.serve.model import Endpoint, asks_command, asks_endpoint
from paredown.serve.voice import NoAnswer


class Scripted(BaseHTTPRequestHandler):
    """A model server that answers what a test set, and remembers what it was sent."""

    asked: ClassVar[list[tuple[str, dict[str, str], Any]]] = []
    answer: ClassVar[tuple[int, bytes]] = (200, b"{}")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.asked.append((self.path, {k.lower(): v for k, v in self.headers.items()}, json.loads(body)))
        status, said = self.answer
        self.send_response(status)
        if status == 302:
            self.send_header("location", "/elsewhere")
        self.send_header("content-length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def server() -> Iterator[str]:
    Scripted.asked.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), Scripted) as made:
        thread = threading.Thread(target=made.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{made.server_address[1]}/v1/"
        made.shutdown()
        thread.join()


def answered(body: object, status: int = 200) -> None:
    Scripted.answer = (status, body if isinstance(body, bytes) else json.dumps(body).encode())


OPENAI = {"choices": [{"message": {"content": "Sends it."}}]}
ANTHROPIC = {"content": [{"type": "text", "text": "Sends it."}]}


def test_an_openai_shaped_endpoint_is_asked_one_prompt_without_tools(server: str) -> None:
    answered(OPENAI)
    assert asks_endpoint(Endpoint("openai", server, "small", "k3y"))("what?") == "Sends it."
    ((path, headers, body),) = Scripted.asked
    assert (path, headers["authorization"]) == ("/v1/chat/completions", "Bearer k3y")
    assert body["messages"] == [{"role": "user", "content": "what?"}]
    assert body.keys() == {"model", "max_tokens", "temperature", "messages"}


def test_an_anthropic_shaped_endpoint_is_asked_in_its_own_way(server: str) -> None:
    answered(ANTHROPIC)
    assert asks_endpoint(Endpoint("anthropic", server, "small", "k3y"))("what?") == "Sends it."
    ((path, headers, _),) = Scripted.asked
    assert (path, headers["x-api-key"], "authorization" in headers) == ("/v1/messages", "k3y", False)


@pytest.mark.parametrize(
    ("body", "status", "why"),
    [
        (b"zqcanary", 200, "could not be understood"),
        ({"choices": []}, 200, "could not be understood"),
        ({"choices": [{"message": {"content": 5}}]}, 200, "could not be understood"),
        ({"error": "zqcanary"}, 500, "status 500"),
        (b"x" * 200_000, 200, "could not be understood"),
        (b"", 302, "status 302"),
    ],
)
def test_a_wrong_answer_is_said_in_our_words(server: str, body: object, status: int, why: str) -> None:
    answered(body, status)
    with pytest.raises(NoAnswer, match=why) as said:
        asks_endpoint(Endpoint("openai", server, "small", ""))("what?")
    assert "zqcanary" not in str(said.value)
    assert len(Scripted.asked) == 1


def test_an_endpoint_that_is_not_there_is_said_and_its_key_never_shown() -> None:
    endpoint = Endpoint("openai", "http://127.0.0.1:9", "small", "k3y")
    with pytest.raises(NoAnswer, match="could not be reached"):
        asks_endpoint(endpoint, timeout=2)("what?")
    assert "k3y" not in repr(endpoint)


def test_a_command_reads_the_prompt_and_says_the_answer() -> None:
    code = "import sys; print(sys.stdin.read().upper())"
    assert asks_command((sys.executable, "-c", code))("what?") == "WHAT?\n"


@pytest.mark.parametrize(
    ("code", "why"), [("raise SystemExit(3)", "code 3"), ("import time; time.sleep(9)", "too long")]
)
def test_a_command_that_fails_or_hangs_is_said(code: str, why: str) -> None:
    with pytest.raises(NoAnswer, match=why):
        asks_command((sys.executable, "-c", code), timeout=0.5)("what?")
    with pytest.raises(NoAnswer, match="could not be started"):
        asks_command(("/nowhere/none",))("what?")
