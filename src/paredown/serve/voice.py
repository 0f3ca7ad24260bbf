"""How an answer words its cards: what a control decides.

An answer is made of our own words, and of lines that a `Voice` makes of cards. A control makes one voice an answer, so
that nothing of one request is left for the next.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol

from paredown.serve.line import line

if TYPE_CHECKING:
    from paredown.index import Store
    from paredown.model import Card

Ask = Callable[[str], str]
"""A model without tools or memory: a prompt -> its answer. Raises `NoAnswer`."""


class NoAnswer(Exception):
    """A model that could not be asked; its text is ours."""


def asks_nothing(prompt: str) -> str:
    """Refuse: no model was named."""
    del prompt
    raise NoAnswer("no model was named to the server")


class Sources(NamedTuple):
    """What a control may draw on beside the index.

    `told` gives the doc comment of a card as plain text, empty where there is none: who calls it answers for where the
    text goes. `ask` asks the model. A control that names neither gets neither.
    """

    told: Callable[[Card], str]
    ask: Ask


class Voice(Protocol):
    """The lines of one answer."""

    @property
    def opening(self) -> str:
        """What stands above the cards, or nothing."""

    def line(self, card: Card) -> str:
        """Return the line of `card`."""

    def below(self, card: Card) -> tuple[str, ...]:
        """Return the lines that follow it, of which an answer drops what it has no room for."""


class Control(Protocol):
    """A way to answer, by name; made once a server, with the sources it draws on.

    `slow` says that it asks a model, so that an answer takes seconds and other calls must not wait for it.
    """

    name: ClassVar[str]
    slow: ClassVar[bool]

    def __init__(self, sources: Sources) -> None:
        """Keep what of `sources` it draws on."""

    def voice(self, store: Store) -> Voice:
        """Return the voice of one answer from `store`."""


class Signatures:
    """Names and signatures: the voice that has nothing else to say."""

    opening = ""

    def line(self, card: Card) -> str:
        """Return the signature with the whole symbol in it."""
        return line(card)

    def below(self, card: Card) -> tuple[str, ...]:
        """Return nothing."""
        del card
        return ()


SIGNATURES = Signatures()
