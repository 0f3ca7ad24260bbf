"""Every control over the planted project -> which of the planted words its answers let through."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from paredown.index import Store
from paredown.serve import Desk, Shelf
from paredown.serve.controls import CONTROLS
from paredown.serve.prose import Prosebook
from paredown.serve.voice import Control, Sources
from tests.canary.planted import C

QUERIES = (
    "read thing",
    "fetch url",
    "untyped mode",
    "options mode",
    "version limit",
    "client base",
    "color",
    *C.values(),
)
SHOWN = ("typed", "bare", "hostile")


def talked_over(prompt: str) -> str:
    """Say all that was said to it, as a model does that obeys what it reads: the worst that a control must bound."""
    told = prompt.partition("documentation:\n")[2]
    return f'{{"nullable": true, "throws": ["{told}"], "replaced_by": "{told}"}}' if '"nullable"' in prompt else told


def honest(prompt: str) -> str:
    """Say what was asked for, in words of its own."""
    form = '{"nullable": null, "throws": [], "replaced_by": null}'
    return form if '"nullable"' in prompt else "Returns the value that belongs to its argument."


class Row(NamedTuple):
    """One line of the table: a control, the model behind it or nothing, and the planted words that came through."""

    control: str
    model: str
    through: frozenset[str]
    bytes: int


MODELS: dict[str, Callable[[str], str]] = {"honest": honest, "talked over": talked_over}


def table(index: Path, cache: Path) -> list[Row]:
    """Return a row for every control, and for one that asks a model a row for every model."""
    rows = []
    for control in CONTROLS:
        for name, ask in MODELS.items() if control.slow else (("", honest),):
            texts = answers(index, control, cache, ask)
            through = frozenset(place for text in texts for place, word in C.items() if word in text.lower())
            rows.append(Row(control.name, name, through, sum(len(text.encode()) for text in texts)))
    return rows


def answers(index: Path, control: type[Control], cache: Path, ask: Callable[[str], str]) -> list[str]:
    """Return the text of every answer: each query, each symbol it finds, each module, the surface."""
    store = Store(index)
    shelf = Shelf(index, Store)
    try:
        book = Prosebook(cache, store.digest_of)
        desk = Desk(shelf, lambda broken: "", lambda line: None, control(Sources(book.told, ask)))
        symbols = {card.symbol for query in QUERIES for card in store.find(query, limit=50).cards}
        return [
            *(desk.answer("find", {"query": query, "limit": 50}).text for query in QUERIES),
            *(desk.answer("show", {"symbol": symbol}).text for symbol in (*sorted(symbols), *SHOWN)),
            desk.answer("surface", {}).text,
        ]
    finally:
        shelf.close()
        store.close()
