"""A tool call that an agent is about to make, whichever host tells of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


class BadPayload(ValueError):
    """What a hook was given is not what its host documents; the text is ours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call: the tool's name in its host, the arguments, and the absolute folder in which it runs."""

    tool: str
    given: Mapping[str, Any]
    folder: str
