"""A port without a token -> the server's own port with one: the conformance suite cannot be given a header.

Nothing else is changed but the port in `Host` and `Origin`, so that what the server refuses by name stays refused.
"""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LEFT_OUT = frozenset({"host", "origin", "connection", "transfer-encoding", "content-length", "authorization"})


@contextmanager
def relayed(port: int, token: str) -> Iterator[int]:
    """Hold the relay to `port` open; yield its own port."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _pass(self) -> None:
            own = f":{self.server.server_address[1]}"
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            try:
                connection.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
                for name in ("Host", "Origin"):
                    if value := self.headers.get(name):
                        connection.putheader(name, value.replace(own, f":{port}"))
                connection.putheader("Authorization", f"Bearer {token}")
                for name, value in self.headers.items():
                    if name.lower() not in LEFT_OUT:
                        connection.putheader(name, value)
                connection.putheader("Content-Length", str(len(body)))
                connection.endheaders(body)
                answer = connection.getresponse()
                content = answer.read()
                self.send_response(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in LEFT_OUT:
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)
            finally:
                connection.close()

        do_POST = do_GET = do_DELETE = do_OPTIONS = _pass  # noqa: N815

        def log_message(self, *_: object) -> None:
            """Say nothing: a test's output is its own."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            """Say nothing: the suite leaves connections as it likes."""

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
