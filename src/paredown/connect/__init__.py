"""An agent host -> the configuration that makes it ask paredown, and refuses the doors beside it.

To add one: write `connect/<host>.py` and a line in `registered.py`; prove it in `tests/connect/golden`, with the files
that it gets and the JSON that its hook is given.
"""

from __future__ import annotations

from paredown.connect.host import Host
from paredown.connect.registered import HOSTS
from paredown.errors import BadConfiguration

__all__ = ["HOSTS", "Host", "host_named"]


def host_named(slug: str) -> Host:
    """Return the host called `slug`; raises `BadConfiguration`."""
    for host in HOSTS:
        if host.slug == slug:
            return host
    import difflib

    near = difflib.get_close_matches(slug, [host.slug for host in HOSTS], n=1, cutoff=0)
    raise BadConfiguration(slug, f"is no host that can be connected; the nearest is {near[0]!r}")
