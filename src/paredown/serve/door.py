"""An HTTP request -> the server behind, when a client of this machine that holds the token sent it; else a refusal.

A web page can make a browser send requests to this machine: it is told by its `Origin`, and by a `Host` that is not
this machine's when its own name was made to point here. Refusals are our own words and quote nothing of the request.
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.types import ASGIApp, Receive, Scope, Send

PATH = "/mcp"
NAMES = ("127.0.0.1", "localhost")


class Refused(NamedTuple):
    """The status, the sentence and the headers of a refusal."""

    status: int
    why: str
    headers: tuple[tuple[bytes, bytes], ...] = ()


class Door:
    """Stands before an ASGI application that serves `PATH` on `port` of the loopback address."""

    def __init__(self, app: ASGIApp, port: int, token: str) -> None:
        self._app = app
        self._hosts = {f"{name}:{port}".encode() for name in NAMES}
        self._origins = {b"http://" + host for host in self._hosts}
        self._bearer = b"Bearer " + token.encode("ascii")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass one request on, or refuse it."""
        refused = self.refusal(scope["method"], scope["path"], scope["headers"])
        if refused is None:
            await self._app(scope, receive, send)
            return
        body = refused.why.encode() + b"\n"
        headers = [
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", str(len(body)).encode()),
            # The body of a refused request is left unread, so nothing may follow it on this connection.
            (b"connection", b"close"),
            *refused.headers,
        ]
        await send({"type": "http.response.start", "status": refused.status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def refusal(self, method: str, path: str, headers: Iterable[tuple[bytes, bytes]]) -> Refused | None:
        """Return why a request is not let in, or None; names of `headers` are in lower case."""
        given: dict[bytes, list[bytes]] = {}
        for name, value in headers:
            given.setdefault(name, []).append(value)
        if given.get(b"host", []) not in [[host] for host in self._hosts]:
            return Refused(421, "this server answers on the loopback address only")
        if not self._origins.issuperset(given.get(b"origin", [])):
            return Refused(403, "requests of web pages are not answered")
        bearer = given.get(b"authorization", [])
        if len(bearer) != 1 or not hmac.compare_digest(bearer[0], self._bearer):
            why = "a bearer token is needed: the server named its file when it started"
            return Refused(401, why, ((b"www-authenticate", b'Bearer realm="paredown"'),))
        if path != PATH:
            return Refused(404, f"there is only {PATH}")
        if method != "POST":
            # No stream to listen to and no session to end: nothing is kept between requests.
            return Refused(405, "only POST is answered", ((b"allow", b"POST"),))
        return None
