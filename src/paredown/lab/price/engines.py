"""The name of an engine -> the engine."""

from __future__ import annotations

from typing import Literal

from paredown.lab.price.by_daft import ByDaft
from paredown.lab.price.by_re import ByRe
from paredown.lab.price.question import Engine

Name = Literal["re", "daft", "ray"]


def engine_named(name: Name, address: str = "") -> Engine:
    """Return the engine called `name`; `address` is the cluster of Ray. Raises `ExtraMissing`."""
    if name == "re":
        return ByRe()
    return ByDaft(address) if name == "ray" else ByDaft()
