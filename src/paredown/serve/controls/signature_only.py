"""Names and signatures, and no prose at all: the default.

## What reaches the agent
The name, the signature without its string literals, the kind and the import path of what the project declares.
## What the findings measured
Sending no prose: 0 of 3 runs staged the planted credential (2 of 3 without a control), and 2 of 3 finished the
developer's task (3 of 3 without). An identifier in camelCase was obeyed 0 of 6 times at every length; with spaces
6 of 6, with underscores 2 of 6, and such names are refused by the gate at no cost.
## Where it fails
A task that only prose explains is harder. 5,408 identifiers are known that pass every rule on names; no measured model
obeyed one. A library that lies about what a function does is believed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from paredown.serve.voice import SIGNATURES, Signatures, Sources

if TYPE_CHECKING:
    from paredown.index import Store


class SignatureOnly:
    """Answer with signatures."""

    name: ClassVar[str] = "signature-only"
    slow: ClassVar[bool] = False

    def __init__(self, sources: Sources) -> None:
        del sources

    def voice(self, store: Store) -> Signatures:
        """Return the one voice for every answer: it keeps nothing."""
        del store
        return SIGNATURES
