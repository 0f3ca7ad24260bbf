"""What a host's hook is given, as bytes -> what it prints; nothing that it is given makes it raise."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from paredown.connect.call import BadPayload, Call
from paredown.connect.door import verdict
from paredown.connect.host import Host

MAX_BYTES = 16 << 20
"""A host sends along the whole file that is read."""


def answer(host: Host, content: bytes, variables: Mapping[str, str]) -> str:
    """Return the line to print; `variables` are those of the environment. What cannot be read is refused."""
    try:
        call = host.call(_payload(content))
        why = None if call is None else verdict(_placed(call), variables)
    except BadPayload:
        return unchecked(host)
    except Exception:
        # A fault of ours must not open the door.
        return unchecked(host)
    return host.silence if why is None else _refusal(host, f"paredown refuses this call: {why}.")


def unchecked(host: Host) -> str:
    """Return the refusal of a call that could not be looked at, or not in time."""
    return _refusal(host, "paredown refuses this call: it could not be checked.")


def _refusal(host: Host, sentence: str) -> str:
    way_on = (
        f"Use the MCP server paredown instead ({host.tool}): find searches the declared dependencies, show gives the "
        "signatures and members of a symbol, surface lists the dependencies. They answer for the exact locked versions."
    )
    return json.dumps(host.refusal(f"{sentence} {way_on}"))


def _payload(content: bytes) -> Mapping[str, Any]:
    if len(content) > MAX_BYTES:
        raise BadPayload("is too large")
    try:
        payload = json.loads(content)
    except (ValueError, RecursionError):
        raise BadPayload("is not JSON") from None
    if not isinstance(payload, dict):
        raise BadPayload("is no object")
    return payload


def _placed(call: Call) -> Call:
    if not call.folder.startswith("/"):
        raise BadPayload("names no absolute folder")
    return call
