"""Names and kinds, without signatures.

## What reaches the agent
The whole symbol, its kind, and whether it is deprecated. No parameter, no type.
## What the findings measured
Nothing: it is the end of the scale, below signature-only, for trials to price what a signature is worth. The findings
did measure that a bare signature is enough to use a capability.
## Where it fails
The agent must guess arguments, or read the library's files to learn them, which is the door that this tool closes. A
name is still written by a third party: the gate's rules on names hold, and nothing else does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from paredown.names import plain
from paredown.serve.line import MAX_LINE, clipped
from paredown.serve.voice import Sources

if TYPE_CHECKING:
    from paredown.index import Store
    from paredown.model import Card


class NamesOnly:
    """Answer with names; it is its own voice, since it keeps nothing."""

    name: ClassVar[str] = "names-only"
    slow: ClassVar[bool] = False
    opening: ClassVar[str] = ""

    def __init__(self, sources: Sources) -> None:
        del sources

    def voice(self, store: Store) -> NamesOnly:
        """Return itself."""
        del store
        return self

    def line(self, card: Card) -> str:
        """Return the kind and the symbol."""
        mark = " (deprecated)" if card.deprecated else ""
        return clipped(plain(f"{card.kind} {card.symbol}"), MAX_LINE - len(mark)) + mark

    def below(self, card: Card) -> tuple[str, ...]:
        """Return nothing."""
        del card
        return ()
