"""A store that answers what a test puts into it, and cards with defaults."""

from __future__ import annotations

from collections.abc import Sequence

from paredown.index import Found, Line, Meta, Shown
from paredown.model import Card

META = Meta(lock_digest="9f3c21d0aa17", tool="0.1.0", date="2026-11-30", project="app", scope="declared")
HTTPX = "pkg:pypi/httpx@0.28.1"
OKHTTP = "pkg:npm/%40square/okhttp@5.3.2"


def card(symbol: str, signature: str, artifact: str = HTTPX, *, deprecated: bool = False, path: str = "httpx") -> Card:
    return Card(
        symbol=symbol,
        signature=signature,
        kind="method",
        artifact=artifact,
        import_path=path,
        deprecated=deprecated,
    )


GET = card("httpx.AsyncClient.get", "async get(url: str) -> Response")
CLIENT = card("httpx.AsyncClient", "class AsyncClient(BaseClient)")
CALL = card("@square/okhttp.Call", "interface Call<T>", OKHTTP, path="@square/okhttp")


class FakeStore:
    """The shape of `paredown.index.Store`, with fixed answers; it remembers what it was asked."""

    def __init__(self, cards: Sequence[Card] = (CLIENT, GET), total: int = 2, meta: Meta = META) -> None:
        self.meta = meta
        self.cards = tuple(cards)
        self.total = total
        self.asked: list[tuple[object, ...]] = []
        self.closed = False
        self.fault: Exception | None = None

    def find(self, query: str, *, kind: str | None = None, artifact: str | None = None, limit: int = 20) -> Found:
        self.asked.append((query, kind, artifact, limit))
        if self.fault:
            raise self.fault
        return Found(self.cards[:limit], self.total)

    def show(self, symbol: str, *, limit: int = 100) -> Shown:
        self.asked.append((symbol, limit))
        own = tuple(one for one in self.cards if one.symbol == symbol)
        members = tuple(one for one in self.cards if one.symbol.startswith(f"{symbol}."))
        return Shown(own, members[:limit], len(members), () if own else ("httpx.AsyncClient",))

    def surface(self) -> tuple[Line, ...]:
        return (
            Line(HTTPX, "httpx", "0.28.1", "httpx", True, 549),
            Line(OKHTTP, "@square/okhttp", "5.3.2", "@square", True, 1),
        )

    def close(self) -> None:
        self.closed = True
