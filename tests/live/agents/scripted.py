"""A scripted model -> a server on loopback that speaks as the models of three agents do, and keeps what it was asked.

It answers `POST /v1/messages`, `POST …/responses` and `POST …/chat/completions`, streamed. A script is a list of turns:
a call of a tool, or a text that ends the run. What the agent sends back is read by the test, from `requests`.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One answer of the model: a call of `tool`, or a text. `tool` is any of several names, whichever is offered."""

    tool: tuple[str, ...] = ()
    given: dict[str, Any] = field(default_factory=dict)
    text: str = "done"


@dataclass(slots=True)
class Model:
    """The script, where it is, and every request that offered tools."""

    turns: Sequence[Turn]
    requests: list[dict[str, Any]] = field(default_factory=list)
    at: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def next(self, request: dict[str, Any]) -> tuple[Turn, str]:
        """Return the next turn and the tool's name; a request without tools (a title, a summary) takes no turn."""
        offered = tool_names(request)
        with self.lock:
            if not offered:
                return Turn(text="a title"), ""
            self.requests.append(request)
            turn = self.turns[self.at] if self.at < len(self.turns) else Turn()
            self.at += 1
        return turn, next((name for name in turn.tool if name in offered), turn.tool[0] if turn.tool else "")

    @property
    def offered(self) -> set[str]:
        """The names of every tool that was offered."""
        return {name for request in self.requests for name in tool_names(request)}

    @property
    def said(self) -> str:
        """All that the agent sent, as JSON."""
        return json.dumps(self.requests)


def tool_names(request: dict[str, Any]) -> list[str]:
    """Return the tools that a request offers; those of a namespace with it before them."""
    names = []
    for tool in request.get("tools") or []:
        inner = tool.get("tools") if isinstance(tool.get("tools"), list) else None
        name = tool.get("name") or tool.get("function", {}).get("name") or tool.get("type")
        names += [f"{name}.{one.get('name')}" for one in inner] if inner else [name]
    return [str(name) for name in names]


def anthropic(turn: Turn, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    block: dict[str, Any] = {"type": "text", "text": ""}
    delta: dict[str, Any] = {"type": "text_delta", "text": turn.text}
    if turn.tool:
        block = {"type": "tool_use", "id": f"toolu_{id(turn)}", "name": name, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(turn.given)}
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "scripted",
        "content": [],
        "usage": usage,
    }
    stop = "tool_use" if turn.tool else "end_turn"
    yield "message_start", {"message": {**message, "stop_reason": None, "stop_sequence": None}}
    yield "content_block_start", {"index": 0, "content_block": block}
    yield "content_block_delta", {"index": 0, "delta": delta}
    yield "content_block_stop", {"index": 0}
    yield "message_delta", {"delta": {"stop_reason": stop, "stop_sequence": None}, "usage": usage}
    yield "message_stop", {}


def responses(turn: Turn, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    item: dict[str, Any] = {
        "type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
        "content": [{"type": "output_text", "text": turn.text, "annotations": []}],
    }  # fmt: skip
    if turn.tool:
        space, dot, bare = name.partition(".")
        named = {"namespace": space, "name": bare} if dot else {"name": name}
        item = {
            "type": "function_call", "id": "fc_1", "call_id": f"call_{id(turn)}", **named,
            "arguments": json.dumps(turn.given), "status": "completed",
        }  # fmt: skip
    usage = {
        "input_tokens": 1, "output_tokens": 1, "total_tokens": 2,
        "input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0},
    }  # fmt: skip
    yield "response.created", {"response": {"id": "resp_1"}}
    yield "response.output_item.done", {"output_index": 0, "item": item}
    yield "response.completed", {"response": {"id": "resp_1", "output": [item], "usage": usage}}


def completions(turn: Turn, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    delta: dict[str, Any] = {"role": "assistant", "content": turn.text}
    if turn.tool:
        function = {"name": name, "arguments": json.dumps(turn.given)}
        calls = [{"index": 0, "id": f"call_{id(turn)}", "type": "function", "function": function}]
        delta = {"role": "assistant", "content": None, "tool_calls": calls}
    chunk = {"id": "chat_1", "object": "chat.completion.chunk", "created": 1, "model": "scripted"}
    reason = "tool_calls" if turn.tool else "stop"
    yield "", {**chunk, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    yield "", {**chunk, "choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    yield "", {**chunk, "choices": [], "usage": usage}


SHAPES = {"/messages": anthropic, "/responses": responses, "/chat/completions": completions}


@contextmanager
def serving(turns: Sequence[Turn]) -> Iterator[tuple[str, Model]]:
    """Hold a scripted model open; yield its address and what it keeps."""
    model = Model(turns)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
            path = self.path.partition("?")[0]
            shape = next((shape for end, shape in SHAPES.items() if path.endswith(end)), None)
            if shape is None:
                self._send("application/json", json.dumps({"input_tokens": 1}).encode())
                return
            turn, name = model.next(request)
            lines = []
            for event, content in shape(turn, name):
                named = {"type": event, **content} if event else content
                lines += [f"event: {event}\n"] if event else []
                lines.append(f"data: {json.dumps(named)}\n\n")
            if shape is completions:
                lines.append("data: [DONE]\n\n")
            self._send("text/event-stream", "".join(lines).encode())

        def do_GET(self) -> None:
            self._send("application/json", json.dumps({"object": "list", "data": [], "models": []}).encode())

        def do_HEAD(self) -> None:
            self._send("application/json", b"")

        def _send(self, kind: str, content: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Say nothing: a test's output is its own."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", model
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
