"""What an agent may be told of an entry: no field for prose exists."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One answer line. `artifact` is a package URL. Channel removal is this type: it cannot hold a doc comment."""

    symbol: str
    signature: str
    kind: str
    artifact: str
    import_path: str
    deprecated: bool = False
